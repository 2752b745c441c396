/** The languages that are built. English has no prefix in the address; every other one has its key as first segment. */
import { ALL_LOCALES, DEFAULT_LOCALE, type LocaleFacts } from '@agio/contracts/locales';

export type LocaleKey = (typeof ALL_LOCALES)[number]['key'];

export interface Locale extends LocaleFacts {
  readonly key: LocaleKey;
}

export const LOCALES: readonly Locale[] = ALL_LOCALES;

export const LOCALE_KEYS: readonly LocaleKey[] = LOCALES.map((locale) => locale.key);

const ENGLISH = findLocale(DEFAULT_LOCALE)!;

export function findLocale(key: string): Locale | undefined {
  return LOCALES.find((locale) => locale.key === key);
}

/** The language that a page's address names; English has no prefix: who comes with /en-us was sent on before. */
export function findPrefix(segment: string | undefined): Locale | undefined {
  return segment === undefined || segment === DEFAULT_LOCALE ? undefined : findLocale(segment);
}

export function localeOfPath(pathname: string): Locale {
  return findPrefix(pathname.split('/')[1]) ?? ENGLISH;
}

/** Takes the prefix off: /fa-ir/market is /market. */
export function barePath(pathname: string): string {
  const locale = localeOfPath(pathname);
  if (locale.key === DEFAULT_LOCALE) return pathname;
  return pathname.slice(locale.key.length + 1) || '/';
}

/**
 * The address of a link that chooses a language. It has a prefix for English too, because an address without one leaves the choice to the
 * cookie and the browser; the navigation rules store the choice and redirect.
 */
export function choicePath(path: string, key: LocaleKey): string {
  return path === '/' ? `/${key}` : `/${key}${path}`;
}

/** The address of a page in a language: ('/market', 'fa-ir') is /fa-ir/market. */
export function localizePath(path: string, key: LocaleKey): string {
  return key === DEFAULT_LOCALE ? path : choicePath(path, key);
}
