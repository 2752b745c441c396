/** The site's dictionaries: one folder per locale, one file per domain, keys flat. Read once, when first asked for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Dictionary = Readonly<Record<string, string>>;

/** en_US, en-US and EN-us are en-us. */
export function normalizeLocale(key: string): string {
  return key.trim().toLowerCase().replace('_', '-');
}

export interface Dictionaries {
  /** The locales there are, in order of name. */
  readonly locales: readonly string[];
  /** Those of the asked locales that exist. */
  read(locales: readonly string[]): Record<string, Dictionary>;
}

export function createDictionaries(directory: string): Dictionaries {
  const locales = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const cache = new Map<string, Dictionary>();
  const dictionaryOf = (locale: string): Dictionary => {
    const known = cache.get(locale);
    if (known) return known;
    const files = readdirSync(join(directory, locale)).filter((name) => name.endsWith('.json'));
    const texts = files.map((name) => JSON.parse(readFileSync(join(directory, locale, name), 'utf8')) as Dictionary);
    const made = Object.assign({}, ...texts) as Dictionary;
    cache.set(locale, made);
    return made;
  };
  return {
    locales,
    // A locale is looked up by name among those that exist, so that a path never comes from the caller.
    read: (asked) =>
      Object.fromEntries(
        locales.filter((locale) => asked.includes(locale)).map((locale) => [locale, dictionaryOf(locale)]),
      ),
  };
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);
const FIRST = 'en-us';

export interface Language {
  readonly languageKey: string;
  /** In the language itself; with its country where several share the language. */
  readonly name: string;
  readonly isRightToLeft: boolean;
}

/** The source language first, then by key. */
export function languagesOf(locales: readonly string[]): Language[] {
  const baseOf = (locale: string): string => locale.split('-')[0] ?? locale;
  const nameOf = (locale: string): string => {
    const isShared = locales.filter((other) => baseOf(other) === baseOf(locale)).length > 1;
    const names = new Intl.DisplayNames([locale], { type: 'language' });
    return names.of(isShared ? locale : baseOf(locale)) ?? locale;
  };
  const ordered = [...locales].sort((a, b) => Number(b === FIRST) - Number(a === FIRST) || (a < b ? -1 : 1));
  return ordered.map((languageKey) => ({
    languageKey,
    name: nameOf(languageKey),
    isRightToLeft: RIGHT_TO_LEFT.has(baseOf(languageKey)),
  }));
}
