/** The site's dictionaries: one folder per locale, one file per domain, keys flat. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { KeptJson } from '@agio/contracts/endpoint';
import { ALL_LOCALES, DEFAULT_LOCALE } from '@agio/contracts/locales';
import { monotonicMs } from '../../system/clock.ts';
import { type PackedPiece, packNow, stored } from '../../system/packed-bytes.ts';

export type Dictionary = Readonly<Record<string, string>>;

export interface Dictionaries {
  /** The locales there are, in order of name. */
  readonly locales: readonly string[];
  /** Those of the asked locales that exist; of their texts the asked domains, or all. */
  read(locales: readonly string[], domains?: readonly string[]): Record<string, Dictionary>;
  /** The same as JSON that is kept as bytes. */
  readJson(locales: readonly string[], domains?: readonly string[]): KeptJson;
  /** When a text last changed (public config's locale version). */
  versionMs(): number;
}

/** How long a changed file may go unnoticed. */
const LOOK_EVERY_MS = 2_000;

interface Domain {
  readonly changedMs: number;
  readonly texts: Dictionary;
  /** `"key":"text","key":"text"`, without the braces around; made when it is first asked for. */
  readonly members: () => PackedPiece;
  readonly hash: string;
}

/**
 * Files that change while the server runs are read again: an operator mends a text without a new build. `now` is for
 * tests.
 */
export function createDictionaries(directory: string, now: () => number = monotonicMs): Dictionaries {
  const locales = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const cache = new Map<string, { readonly domains: Map<string, Domain>; lookAt: number }>();
  const domainsOf = (locale: string): ReadonlyMap<string, Domain> => {
    const known = cache.get(locale) ?? { domains: new Map<string, Domain>(), lookAt: 0 };
    cache.set(locale, known);
    if (now() < known.lookAt) return known.domains;
    known.lookAt = now() + LOOK_EVERY_MS;
    for (const name of readdirSync(join(directory, locale))
      .filter((file) => file.endsWith('.json'))
      .sort()) {
      const path = join(directory, locale, name);
      const changedMs = Math.floor(statSync(path).mtimeMs);
      if (known.domains.get(name)?.changedMs === changedMs) continue;
      const texts = readTexts(path);
      if (texts) known.domains.set(name, domainOf(changedMs, texts));
    }
    return known.domains;
  };
  return {
    locales,
    // A locale is looked up by name among those that exist, so that a path never comes from the caller.
    read: (asked, domains) =>
      Object.fromEntries(
        locales
          .filter((locale) => asked.includes(locale))
          .map((locale) => [locale, joined(domainsOf(locale), domains)] as const),
      ),
    readJson(asked, domains) {
      const pieces: PackedPiece[] = [OPEN];
      const hash = createHash('sha256');
      for (const locale of locales.filter((name) => asked.includes(name))) {
        const chosen = domainsIn(domainsOf(locale), domains).filter(({ texts }) => Object.keys(texts).length > 0);
        pieces.push(stored(`${pieces.length > 1 ? ',' : ''}"${locale}":{`));
        hash.update(locale);
        for (const [at, domain] of chosen.entries()) {
          pieces.push(...(at > 0 ? [COMMA] : []), domain.members());
          hash.update(domain.hash);
        }
        pieces.push(CLOSE);
      }
      return new KeptJson([...pieces, CLOSE], hash.digest('base64url').slice(0, 22));
    },
    versionMs: () =>
      Math.max(0, ...locales.flatMap((locale) => [...domainsOf(locale).values()].map(({ changedMs }) => changedMs))),
  };
}

const [OPEN, COMMA, CLOSE] = [stored('{'), stored(','), stored('}')];

function domainOf(changedMs: number, texts: Dictionary): Domain {
  const json = JSON.stringify(texts);
  let members: PackedPiece | undefined;
  return {
    changedMs,
    texts,
    members: () => (members ??= packNow(json.slice(1, -1))),
    hash: createHash('sha256').update(json).digest('base64url'),
  };
}

function domainsIn(domains: ReadonlyMap<string, Domain>, asked?: readonly string[]): Domain[] {
  const isAsked = (name: string): boolean => asked === undefined || asked.includes(name.replace(/\.json$/, ''));
  return [...domains].filter(([name]) => isAsked(name)).map(([, domain]) => domain);
}

function joined(domains: ReadonlyMap<string, Domain>, asked?: readonly string[]): Dictionary {
  return Object.assign({}, ...domainsIn(domains, asked).map(({ texts }) => texts)) as Dictionary;
}

/** Null for a file in the middle of being written: what was read before stays in force until the next look. */
function readTexts(path: string): Dictionary | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Dictionary;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export interface Language {
  readonly languageKey: string;
  /** In the language itself. */
  readonly name: string;
  readonly isRightToLeft: boolean;
}

/** Of the languages the site is made for those that have a dictionary: the source language first, then by key. */
export function languagesOf(locales: readonly string[]): Language[] {
  return ALL_LOCALES.filter(({ key }) => locales.includes(key))
    .toSorted((a, b) => Number(b.key === DEFAULT_LOCALE) - Number(a.key === DEFAULT_LOCALE) || (a.key < b.key ? -1 : 1))
    .map(({ key, name, direction }) => ({ languageKey: key, name, isRightToLeft: direction === 'rtl' }));
}
