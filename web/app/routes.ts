/**
 * Every address of the site in one list; each also answers under the prefix of every language but English. A page's
 * traits (layout, theme, whether a log-in is needed) are the `handle` of its route module.
 */
import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';
import { index, route } from '@react-router/dev/routes';
import { PREFIXED_LOCALES } from './i18n/locales.ts';

const PAGES: readonly (readonly [path: string, file: string])[] = [
  ['/', 'pages/home/home.tsx'],
  ['/market', 'pages/market/market.tsx'],
  ['/login', 'pages/auth/login.tsx'],
  ['/register', 'pages/auth/register.tsx'],
  ['/spot-trade', 'pages/spot/spot-trade.tsx'],
  ['/spot-trade/:symbol', 'pages/spot/spot-trade.tsx'],
  ['/assets', 'pages/assets/assets.tsx'],
  ['/account/api', 'pages/account/api-keys.tsx'],
  ['/download', 'pages/content/download.tsx'],
  ['/social-media', 'pages/content/social-media.tsx'],
  ['/service/handling-fee', 'pages/content/handling-fee.tsx'],
  ['/coin-introduce', 'pages/content/coin-introduce.tsx'],
  ['/coin-introduce/:coin', 'pages/content/coin.tsx'],
  ['/tripartite-coin', 'pages/content/tripartite-coin.tsx'],
  ['/cms/agreement', 'pages/content/agreement.tsx'],
  ['/404', 'pages/error/not-found.tsx'],
  ['/*', 'pages/error/not-found.tsx'],
];

function pagesUnder(prefix: string): RouteConfigEntry[] {
  return PAGES.map(([path, file]) => {
    const id = `${prefix || 'en-us'}${path}`;
    if (path === '/') return prefix ? route(prefix, file, { id }) : index(file, { id });
    return route(prefix ? `${prefix}${path}` : path.slice(1), file, { id });
  });
}

const routes: RouteConfig = [...pagesUnder(''), ...PREFIXED_LOCALES.flatMap((locale) => pagesUnder(locale))];

export default routes;
