/** The pages that search engines should find: every page that is open to all and built, for the server's sitemap. */
import type { SiteMapEntry } from '@agio/contracts/server-context';
import { DEFAULT_LOCALE } from '@agio/contracts/locales';
import { barePath, findLocale, LOCALES, localizePath, type LocaleKey } from '../addresses/locales.ts';

const OPEN_PAGES = [
  '/',
  '/market',
  '/coin-introduce',
  '/tripartite-coin',
  '/service/handling-fee',
  '/service/vip-service',
  '/service/funding-rate',
  '/service/insurance-fund',
  '/service/liquidations',
  '/service/receipts',
  '/service/api',
  '/download',
  '/social-media',
  '/cms/agreement',
] as const;

/** Without locale: the fixed pages, one for each market and one for each coin. */
export function openPaths(pairs: readonly { readonly symbol: string; readonly base: string }[]): readonly string[] {
  const coins = [...new Set(pairs.map(({ base }) => base))];
  return [
    ...OPEN_PAGES,
    ...pairs.map(({ symbol }) => `/spot-trade/${symbol}`),
    ...coins.map((coin) => `/coin-introduce/${coin}`),
  ];
}

/** Null: there is no such language. */
export function siteMapOf(origin: string, key: string, paths: readonly string[]): readonly SiteMapEntry[] | null {
  const locale = findLocale(key);
  if (!locale) return null;
  const at = (path: string, language: LocaleKey): string => origin + encodeURI(localizePath(barePath(path), language));
  return paths.map((path) => ({
    address: at(path, locale.key),
    alternates: [
      ...LOCALES.map(({ key: other, tag }) => ({ language: tag, address: at(path, other) })),
      { language: 'x-default', address: at(path, DEFAULT_LOCALE) },
    ],
  }));
}

export const SITE_MAP_LOCALES: readonly string[] = LOCALES.map(({ key }) => key);
