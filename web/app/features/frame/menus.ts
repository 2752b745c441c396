/** The menus of the frame, in their order. A page comes into its menu when it is built. */
import type { PagePath } from '@agio/contracts/pages';
import { isBuilt } from '../../navigation/page-files.ts';

export interface MenuEntry {
  readonly path: PagePath;
  /** Key of its name. */
  readonly label: string;
}

export const MAIN_MENU = built([
  { path: '/market', label: 'frame.markets' },
  { path: '/spot-trade', label: 'frame.spot' },
  { path: '/contract-trade', label: 'navigation.futures' },
  { path: '/copy-trading/square', label: 'navigation.copy_trading' },
  { path: '/p2p-trade', label: 'navigation.p2p' },
  { path: '/earn', label: 'navigation.earn' },
  { path: '/activity/act-center', label: 'navigation.rewards' },
]);

/** The row under the header of campaign pages. */
export const REWARDS_MENU = built([
  { path: '/activity/act-center', label: 'navigation.activity_center' },
  { path: '/activity/task-center', label: 'navigation.task_center' },
  { path: '/activity/coupon-center', label: 'navigation.vouchers' },
  { path: '/token-splash', label: 'navigation.token_splash' },
  { path: '/activity/vip-program', label: 'navigation.vip' },
  { path: '/referral', label: 'navigation.referral' },
]);

/** Beside the pages of what is one's own. */
export const ACCOUNT_MENU = built([
  { path: '/assets', label: 'frame.assets' },
  { path: '/assets/pnl', label: 'navigation.pnl' },
  { path: '/assets/records', label: 'navigation.records' },
  { path: '/assets/recharge', label: 'navigation.deposit' },
  { path: '/assets/withdraw', label: 'navigation.withdraw' },
  { path: '/messages', label: 'navigation.messages' },
  { path: '/account/id-auth', label: 'navigation.identity' },
  { path: '/account/price-alerts', label: 'frame.price_alerts' },
  { path: '/account/api', label: 'frame.api_keys' },
]);

/** In the footer: what the exchange says of itself and of what trades on it. */
export const INFORMATION_MENU = built([
  { path: '/service/handling-fee', label: 'navigation.fees' },
  { path: '/service/vip-service', label: 'navigation.vip_service' },
  { path: '/service/funding-rate', label: 'navigation.funding_rates' },
  { path: '/service/insurance-fund', label: 'navigation.insurance_fund' },
  { path: '/service/liquidations', label: 'navigation.liquidations' },
  { path: '/service/receipts', label: 'navigation.receipts' },
  { path: '/service/api', label: 'navigation.developers' },
  { path: '/coin-introduce', label: 'navigation.coins' },
  { path: '/tripartite-coin', label: 'navigation.issued_coins' },
  { path: '/download', label: 'navigation.devices' },
  { path: '/social-media', label: 'navigation.channels' },
  { path: '/cms/agreement', label: 'navigation.agreement' },
]);

/** Every page that has a name of its own, each once: what the search finds beside markets and coins. */
export const ALL_PAGES: readonly MenuEntry[] = [
  ...MAIN_MENU,
  ...REWARDS_MENU,
  ...ACCOUNT_MENU,
  ...INFORMATION_MENU,
  ...built([
    { path: '/login', label: 'frame.log_in' },
    { path: '/register', label: 'frame.register' },
  ]),
].filter((entry, at, all) => all.findIndex(({ path }) => path === entry.path) === at);

function built(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries.filter(({ path }) => isBuilt(path));
}

/** Whether an address without its prefix is an entry's page or below it. */
export function isHere(pathname: string, path: PagePath): boolean {
  if (path === '/' || path === '/assets') return pathname === path;
  return pathname === path || pathname.startsWith(`${path}/`);
}
