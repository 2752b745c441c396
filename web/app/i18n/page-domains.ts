/**
 * Which texts a page carries: the frame's, and its own domains. Server and browser ask this one table, by the page's
 * path without its locale. page-domains.test.ts follows the imports of every page and fails when a domain is missing
 * here or named without need.
 */
import { matchingPatterns, normalizePath } from '@agio/contracts/path-pattern';

/** What stands around every page, and the pages of failure. */
export const FRAME_DOMAINS = [
  'common',
  'display',
  'errors',
  'frame',
  'link',
  'navigation',
  'popups',
  'response',
] as const;

const PAGE_DOMAINS: Readonly<Record<string, readonly string[]>> = {
  '/': ['home', 'market'],
  '/market': ['market'],
  '/login': ['auth'],
  '/register': ['auth'],
  '/spot-trade': ['spot', 'terminal'],
  '/spot-trade/*': ['spot', 'terminal'],
  '/contract-trade': ['futures', 'terminal'],
  '/contract-trade/*': ['futures', 'terminal'],
  '/assets': ['assets'],
  '/assets/pnl': ['assets', 'pnl'],
  '/assets/records': ['assets', 'ledger'],
  '/assets/recharge': ['deposit'],
  '/account/api': ['account'],
  '/account/price-alerts': ['alerts'],
  '/download': ['download'],
  '/social-media': ['social'],
  '/service/handling-fee': ['fees'],
  '/service/vip-service': ['vip'],
  '/service/funding-rate': ['perpetuals'],
  '/service/funding-rate/*': ['perpetuals'],
  '/service/insurance-fund': ['perpetuals'],
  '/service/liquidations': ['perpetuals'],
  '/service/receipts': ['receipt', 'receipts'],
  '/service/api': ['developers'],
  '/coin-introduce': ['coins'],
  '/coin-introduce/*': ['coin', 'coins', 'deposit', 'market'],
  '/tripartite-coin': ['issued'],
  '/cms/agreement': ['agreement'],
};
const PATTERNS = Object.keys(PAGE_DOMAINS);

/** In a fixed order, so that one page always asks for the same. */
export function domainsOf(path: string): readonly string[] {
  const pattern = matchingPatterns(PATTERNS, normalizePath(path))[0];
  return [...FRAME_DOMAINS, ...((pattern && PAGE_DOMAINS[pattern]) || [])];
}
