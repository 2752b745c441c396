/**
 * The pages that are built, each with its file: a line here gives a page its address in every language. Menus
 * (features/frame/menus.ts) leave out a page without a line here. Their traits are in the table of all pages; a page of the table
 * without a file answers 404 in place.
 */
import type { PagePath } from '@agio/contracts/pages';

export const PAGE_FILES = {
  '/': 'pages/home/home.tsx',
  '/market': 'pages/market/market.tsx',
  '/login': 'pages/auth/login.tsx',
  '/register': 'pages/auth/register.tsx',
  '/spot-trade': 'pages/spot/spot-trade.tsx',
  '/spot-trade/:symbol': 'pages/spot/spot-trade.tsx',
  '/contract-trade': 'pages/futures/contract-trade.tsx',
  '/contract-trade/:symbol': 'pages/futures/contract-trade.tsx',
  '/assets': 'pages/assets/assets.tsx',
  '/assets/pnl': 'pages/assets/pnl.tsx',
  '/assets/records': 'pages/assets/records.tsx',
  '/assets/recharge': 'pages/assets/recharge.tsx',
  '/account/api': 'pages/account/api-keys.tsx',
  '/account/price-alerts': 'pages/account/price-alerts.tsx',
  '/download': 'pages/content/download.tsx',
  '/social-media': 'pages/content/social-media.tsx',
  '/service/handling-fee': 'pages/content/handling-fee.tsx',
  '/service/vip-service': 'pages/content/vip-service.tsx',
  '/service/funding-rate': 'pages/market/funding-rate.tsx',
  '/service/funding-rate/:symbol': 'pages/market/funding-rate-of-contract.tsx',
  '/service/insurance-fund': 'pages/market/insurance-fund.tsx',
  '/service/liquidations': 'pages/market/liquidations.tsx',
  '/service/receipts': 'pages/content/receipts.tsx',
  '/service/api': 'pages/content/developers.tsx',
  '/coin-introduce': 'pages/content/coin-introduce.tsx',
  '/coin-introduce/:coin': 'pages/content/coin.tsx',
  '/tripartite-coin': 'pages/content/tripartite-coin.tsx',
  '/cms/agreement': 'pages/content/agreement.tsx',
  '/404': 'pages/error/not-found.tsx',
} as const satisfies Partial<Record<PagePath, string>>;

/** No menu leads to a page that is not built. */
export function isBuilt(path: PagePath): boolean {
  return Object.hasOwn(PAGE_FILES, path);
}
