/**
 * Which pages the server may render once for many (server/http/pages/page-cache.ts): those whose loaders read no data of the visitor.
 * `everyone`: also for logged-in users, whose name the browser fills in. `visitors`: only without a log-in, because with one the loader
 * adds personal data.
 */
import { matchingPatterns, normalizePath } from '@agio/contracts/path-pattern';
import { canonicalPath } from '../addresses/canonical-path.ts';
import { barePath } from '../addresses/locales.ts';

export type Sharing = 'everyone' | 'visitors';

const SHARED_PAGES: Readonly<Record<string, Sharing>> = {
  '/': 'everyone',
  '/market': 'everyone',
  '/download': 'everyone',
  '/social-media': 'everyone',
  '/service/handling-fee': 'everyone',
  '/service/vip-service': 'everyone',
  '/service/funding-rate': 'everyone',
  '/service/funding-rate/*': 'everyone',
  '/service/insurance-fund': 'everyone',
  '/service/liquidations': 'everyone',
  '/service/receipts': 'everyone',
  '/coin-introduce': 'everyone',
  '/coin-introduce/*': 'everyone',
  '/tripartite-coin': 'everyone',
  '/cms/agreement': 'everyone',
  '/spot-trade': 'visitors',
  '/spot-trade/*': 'visitors',
};
const PATTERNS = Object.keys(SHARED_PAGES);

export function sharingOf(pathname: string): Sharing | null {
  const path = normalizePath(barePath(pathname));
  // Other ways to write it would fill the cache with the same page.
  if (canonicalPath(path) !== path) return null;
  const pattern = matchingPatterns(PATTERNS, path)[0];
  return (pattern && SHARED_PAGES[pattern]) || null;
}
