/** The languages that are built. English has no prefix in the address; every other one has its key as first segment. */
export const DEFAULT_LOCALE = 'en-us';

export const LOCALES = [
  { key: 'en-us', tag: 'en-US', name: 'English', short: 'EN', direction: 'ltr' },
  { key: 'fa-ir', tag: 'fa-IR', name: 'فارسی', short: 'FA', direction: 'rtl' },
] as const satisfies readonly { key: string; tag: string; name: string; short: string; direction: 'ltr' | 'rtl' }[];

export type Locale = (typeof LOCALES)[number];
export type LocaleKey = Locale['key'];

export const PREFIXED_LOCALES: readonly LocaleKey[] = LOCALES.map((locale) => locale.key).filter(
  (key) => key !== DEFAULT_LOCALE,
);

export function findLocale(key: string): Locale | undefined {
  return LOCALES.find((locale) => locale.key === key);
}

export function localeOfPath(pathname: string): Locale {
  const first = pathname.split('/')[1] ?? '';
  const found = PREFIXED_LOCALES.find((key) => key === first);
  return findLocale(found ?? DEFAULT_LOCALE) ?? LOCALES[0];
}

/** Takes the prefix off: /fa-ir/market is /market. */
export function barePath(pathname: string): string {
  const locale = localeOfPath(pathname);
  if (locale.key === DEFAULT_LOCALE) return pathname;
  return pathname.slice(locale.key.length + 1) || '/';
}

/** The address of a page in a language: ('/market', 'fa-ir') is /fa-ir/market. */
export function localizePath(path: string, key: LocaleKey): string {
  if (key === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${key}` : `/${key}${path}`;
}
