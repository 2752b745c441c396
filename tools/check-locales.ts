/**
 * The dictionaries against each other and against the source: every language has the English keys and the plural forms of
 * its own rules, no text is left in English unless `same-as-english.json` names it, no key is missing or unused.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, ALL_LOCALES } from '@agio/contracts/locales';
import { hasWords, namedKeys, placeholdersOf, pluralBase } from './locale-keys.ts';

type Texts = Readonly<Record<string, string>>;
const LIST = 'same-as-english.json';

export function checkLocales(root: string): string[] {
  const folder = join(root, 'web/locales');
  if (!existsSync(folder)) return [];
  const locales = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const english = readLocale(join(folder, DEFAULT_LOCALE));
  const same = JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as Readonly<Record<string, readonly string[]>>;
  const others = locales.filter((locale) => locale !== DEFAULT_LOCALE);
  return [
    ...others.flatMap((locale) => compareLocale(locale, english, readLocale(join(folder, locale)), same)),
    ...others.flatMap((locale) => looseAmounts(locale, readLocale(join(folder, locale)))),
    ...others.flatMap((locale) => foreignLetters(locale, readLocale(join(folder, locale)))),
    ...staleEntries(same, others, english),
    ...comparePlurals(DEFAULT_LOCALE, flat(english), flat(english)),
    ...compareSource(root, flat(english)),
  ];
}

/** domain → texts */
type Domains = ReadonlyMap<string, Texts>;

function readLocale(folder: string): Domains {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Texts]));
}

const flat = (domains: Domains): Texts => Object.assign({}, ...domains.values()) as Texts;

function compareLocale(
  locale: string,
  english: Domains,
  other: Domains,
  same: Readonly<Record<string, readonly string[]>>,
): string[] {
  const breaches: string[] = [];
  const allowed = new Set([...(same['*'] ?? []), ...(same[locale] ?? [])]);
  for (const [domain, texts] of english) {
    const at = `web/locales/${locale}/${domain}`;
    const translated = other.get(domain);
    if (!translated) {
      breaches.push(`${at} is missing`);
      continue;
    }
    const keys = new Set(Object.keys(texts));
    for (const [key, text] of Object.entries(texts)) {
      if (pluralBase(key, keys)) continue;
      const own = translated[key];
      if (own === undefined) breaches.push(`${at}: misses ${key}`);
      else if (own === text && hasWords(text) && !allowed.has(key))
        breaches.push(`${at}: ${key} is still the English text`);
      else if (placeholdersOf(own).join() !== placeholdersOf(text).join())
        breaches.push(
          `${at}: ${key} has the placeholders {${placeholdersOf(own).join()}}, English has {${placeholdersOf(text).join()}}`,
        );
    }
    const ownKeys = new Set(Object.keys(translated));
    for (const key of ownKeys)
      if (!keys.has(key) && !hasPluralIn(keys, key)) breaches.push(`${at}: has ${key}, which English has not`);
    breaches.push(...comparePlurals(locale, texts, translated, at));
  }
  for (const domain of other.keys())
    if (!english.has(domain)) breaches.push(`web/locales/${locale}/${domain}: English has no such file`);
  return breaches;
}

/** Another language may have forms that English has not. */
function hasPluralIn(english: ReadonlySet<string>, key: string): boolean {
  const base = /^(.+)_(zero|one|two|few|many|other)$/.exec(key)?.[1];
  return base !== undefined && english.has(`${base}_one`) && english.has(`${base}_other`);
}

/** Every counted text has exactly the forms that the language counts by. */
function comparePlurals(locale: string, english: Texts, other: Texts, at = `web/locales/${locale}`): string[] {
  const keys = new Set(Object.keys(english));
  const bases = new Set([...keys].map((key) => pluralBase(key, keys)).filter((base) => base !== null));
  const [language = locale, region = ''] = locale.split('-');
  const forms = new Intl.PluralRules(`${language}-${region.toUpperCase()}`).resolvedOptions().pluralCategories;
  const breaches: string[] = [];
  for (const base of bases) {
    const allowed = placeholdersOf(`${english[`${base}_one`]}${english[`${base}_other`]}`);
    for (const form of forms) {
      const text = other[`${base}_${form}`];
      if (text === undefined) breaches.push(`${at}: misses ${base}_${form}, a plural form of this language`);
      else if (placeholdersOf(text).some((name) => !allowed.includes(name)))
        breaches.push(`${at}: ${base}_${form} has a placeholder that English has not`);
    }
    for (const form of ['zero', 'one', 'two', 'few', 'many', 'other'] as const)
      if (!forms.includes(form) && other[`${base}_${form}`] !== undefined)
        breaches.push(`${at}: ${base}_${form} is never said: the language counts by ${forms.join(', ')}`);
  }
  return breaches;
}

const ISOLATED = /[\u2066-\u2068][^\u2069]*\u2069/gu;
const AMOUNT = /\{\{amount\}\}|\{\{\w+\}\} \{\{(?:asset|currency)\}\}/u;

/** Between words that are read from the right an amount and its coin change places, unless they stand in an isolate of their own. */
function looseAmounts(locale: string, domains: Domains): string[] {
  if (ALL_LOCALES.find(({ key }) => key === locale)?.direction !== 'rtl') return [];
  return [...domains].flatMap(([domain, texts]) =>
    Object.entries(texts)
      .filter(([, text]) => AMOUNT.test(text.replace(ISOLATED, '')))
      .map(
        ([key]) => `web/locales/${locale}/${domain}: ${key} has an amount that stands in no isolate (U+2066 to U+2069)`,
      ),
  );
}

/** Letters that look alike and are not: a search finds only those that are written as the language writes them. */
const LOOKALIKES: Readonly<Record<string, { readonly found: RegExp; readonly meant: string }>> = {
  'uz-uz': { found: /[OoGg][‘'`]/u, meant: 'oʻ and gʻ with U+02BB' },
};

function foreignLetters(locale: string, domains: Domains): string[] {
  const rule = LOOKALIKES[locale];
  if (rule === undefined) return [];
  return [...domains].flatMap(([domain, texts]) =>
    Object.entries(texts)
      .filter(([, text]) => rule.found.test(text))
      .map(([key]) => `web/locales/${locale}/${domain}: ${key} has other letters than ${rule.meant}`),
  );
}

/** An exception for a missing key would hide a real fault later. */
function staleEntries(
  same: Readonly<Record<string, readonly string[]>>,
  locales: readonly string[],
  english: Domains,
): string[] {
  const texts = flat(english);
  return Object.entries(same).flatMap(([locale, keys]) => [
    ...(locale === '*' || locales.includes(locale) ? [] : [`web/locales/${LIST}: there is no language ${locale}`]),
    ...keys.filter((key) => !(key in texts)).map((key) => `web/locales/${LIST}: there is no key ${key}`),
  ]);
}

/** Keys that the source names and English lacks; keys of English that the source never names. */
function compareSource(root: string, english: Texts): string[] {
  const keys = new Set(Object.keys(english));
  const prefixes = new Set([...keys].map((key) => key.split('.')[0] ?? ''));
  const app = join(root, 'web/app');
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(join(app, path), 'utf8'));
  const { literal, built } = namedKeys(sources, prefixes);
  const exists = (key: string): boolean => keys.has(key) || keys.has(`${key}_other`);
  const isNamed = (key: string): boolean => {
    const base = pluralBase(key, keys) ?? key;
    return literal.has(base) || built.some(({ pattern }) => pattern.test(base));
  };
  return [
    ...[...literal]
      .filter((key) => !exists(key))
      .map((key) => `web/app: ${key} is no key of web/locales/${DEFAULT_LOCALE}`),
    ...built
      .filter(({ pattern }) => ![...keys].some((key) => pattern.test(pluralBase(key, keys) ?? key)))
      .map(({ source }) => `web/app: no key of web/locales/${DEFAULT_LOCALE} has the form ${source}`),
    ...[...keys].filter((key) => !isNamed(key)).map((key) => `web/locales/${DEFAULT_LOCALE}: nothing names ${key}`),
  ];
}
