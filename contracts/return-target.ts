/**
 * Where a person goes after log-in: the page from which the user came, if it is a listed one or one of our own pages, else home. Whatever
 * the text says, the answer is a path of this site.
 */
import { localizedPath, parseUrl, splitLocale } from './page-path.ts';
import { findPage } from './pages.ts';
import type { Site } from './navigation.ts';

/** With everything below them; the home page is one page. */
const LISTED: readonly string[] = [
  'tripartite-coin',
  'market',
  'spot-trade',
  'coinIntroduce',
  'coin-introduce',
  'service/handling-fee',
  'service/vip-service',
  'activity/vip-program',
  'contract-trade',
  'cms/agreement',
  'activity/deposit',
  'activity/goal',
  'activity/happy-halloween',
  'activity/anniversary-events',
];
/** Of the listed pages only these come back with their query. */
const LISTED_WITH_QUERY: readonly string[] = ['browser/activity/partner-trading', 'activity/winter-wonderland'];

const HERE = 'https://site.invalid';

/** `asked`: every value that the address gives for `redirect`; if there are several, all are ignored. */
export function safeReturnTarget(asked: readonly string[], site: Site, home = '/'): string {
  const url = asked.length === 1 ? placeHere(asked[0] ?? '') : null;
  if (!url) return home;
  const { segments, locale } = splitLocale(url.pathname, site.locales);
  if (segments.length === 0) return localizedPath([], locale);
  const path = segments.join('/');
  const isUnder = (prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
  const target = localizedPath(segments, locale);
  if (LISTED_WITH_QUERY.some(isUnder)) return target + url.search;
  if (LISTED.some(isUnder)) return target;
  return findPage(segments, site.product) ? target + url.search : home;
}

/** Target of a jump by one of our own calls or buttons: any page of this site, as written; else home. */
export function safeJump(text: string, site: Site, home = '/'): string {
  const url = placeHere(text);
  if (!url) return home;
  const { segments, locale } = splitLocale(url.pathname, site.locales);
  const isPage = segments.length === 0 || findPage(segments, site.product) !== undefined;
  return isPage ? localizedPath(segments, locale) + url.search : home;
}

/** Null for whatever is not plainly a path of this site. */
function placeHere(text: string): URL | null {
  if (!text.startsWith('/') || [...text].some((letter) => letter <= ' ' || letter === '\\')) return null;
  const url = parseUrl(text, HERE);
  // A path that begins with two slashes names another host as soon as it stands alone.
  return !url || url.origin !== HERE || url.username !== '' || url.pathname.startsWith('//') ? null : url;
}
