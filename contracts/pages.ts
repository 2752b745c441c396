/**
 * Every page of the site and its traits. `:name` is a segment that varies; `:plan` is `{product}-plan`. A page that has
 * no file in the web app yet answers 404 in place.
 */
export type Layout =
  /** Header and footer. */
  | 'site'
  /** Slim header, full height, no footer. */
  | 'terminal'
  /** Header, footer and the side navigation of the user's own pages. */
  | 'account'
  /** Header, a row of the area's pages, footer. */
  | 'campaign'
  /** The page brings its own frame. */
  | 'bare';

export interface PageTraits {
  readonly layout: Layout;
  /** A page that exists in one theme only. */
  readonly theme?: 'dark' | 'light';
  readonly isThemeSwitchHidden: boolean;
  readonly hasTabBar: boolean;
  /** A decorative layer of stars. */
  readonly hasStars: boolean;
  /** Shows the user's VIP code. */
  readonly showsVipCode: boolean;
  /** Pending prizes may open by themselves. */
  readonly opensPrizes: boolean;
  /** Sends everybody to /404. */
  readonly isOffline: boolean;
}

const DEFAULT_TRAITS: PageTraits = {
  layout: 'site',
  isThemeSwitchHidden: false,
  hasTabBar: true,
  hasStars: false,
  showsVipCode: false,
  opensPrizes: false,
  isOffline: false,
};

interface Page extends Partial<PageTraits> {
  readonly path: string;
}

const bare = { layout: 'bare' } as const;
const terminal = { layout: 'terminal' } as const;
const account = { layout: 'account' } as const;
const campaign = { layout: 'campaign' } as const;
const dark = { layout: 'campaign', theme: 'dark' } as const;
const darkWithPrizes = { ...dark, opensPrizes: true } as const;
const darkWithStars = { ...dark, hasTabBar: false, hasStars: true } as const;

export const PAGES = [
  { path: '/' },
  { path: '/market' },
  { path: '/download' },
  { path: '/social-media' },
  { path: '/404' },
  { path: '/login', ...bare },
  { path: '/register', ...bare },
  { path: '/register/code', ...bare },
  { path: '/bind-account-mode', ...bare },
  { path: '/bind-account', ...bare },
  { path: '/bind-new-account', ...bare },
  { path: '/reset-password', ...bare },
  { path: '/spot-trade', ...terminal },
  { path: '/spot-trade/:symbol', ...terminal },
  { path: '/contract-trade', ...terminal },
  { path: '/contract-trade/:symbol', ...terminal },
  { path: '/assets', ...account },
  { path: '/assets/records', ...account },
  { path: '/assets/pnl', ...account },
  { path: '/assets/recharge', ...account },
  { path: '/assets/withdraw', ...account },
  { path: '/assets/voucher-package', ...account },
  { path: '/assets/voucher-package-records/:kind', ...account },
  { path: '/account/api', ...account },
  { path: '/account/price-alerts', ...account },
  { path: '/account/id-auth', ...account },
  { path: '/act/partner', ...dark, isThemeSwitchHidden: true, showsVipCode: true },
  { path: '/referral', ...campaign },
  { path: '/token-splash', ...darkWithPrizes },
  { path: '/token-splash/detail', ...dark },
  { path: '/activity/app-upgrade', ...campaign },
  { path: '/ads-posting/trade', ...campaign },
  { path: '/ads-posting/reward', ...campaign },
  { path: '/ads-posting/affiliate', ...campaign },
  { path: '/activity/act-center', ...darkWithPrizes },
  { path: '/activity/newbie-camp', ...darkWithPrizes, hasTabBar: false },
  { path: '/activity/normal/:activity', ...darkWithStars },
  { path: '/activity/task-center', ...darkWithPrizes },
  { path: '/activity/vip-program', ...darkWithPrizes },
  { path: '/activity/coupon-center', ...dark, hasTabBar: false },
  { path: '/activity/partner-trading', ...campaign, showsVipCode: true },
  { path: '/activity/coupon-use-record', ...dark, hasTabBar: false },
  { path: '/promotion/mail-unsubscribe' },
  { path: '/activity/dragon-boat-festival', ...darkWithStars },
  { path: '/activity/trading-competition/:activity', ...darkWithStars },
  { path: '/activity/deposit', ...campaign },
  { path: '/activity/goal', ...campaign },
  { path: '/activity/happy-halloween', ...campaign },
  { path: '/activity/anniversary-events', ...campaign },
  { path: '/activity/winter-wonderland', ...campaign },
  { path: '/browser/activity/partner-trading', ...campaign },
  { path: '/activity/:plan', ...darkWithPrizes },
  { path: '/service/handling-fee' },
  { path: '/service/vip-service' },
  { path: '/service/funding-rate' },
  { path: '/service/funding-rate/:symbol' },
  { path: '/service/insurance-fund' },
  { path: '/service/liquidations' },
  { path: '/service/receipts' },
  { path: '/service/api' },
  { path: '/cms/agreement' },
  { path: '/tripartite-coin' },
  { path: '/coin-introduce' },
  { path: '/coin-introduce/:coin' },
  { path: '/copy-trading/square' },
  { path: '/copy-trading/profile' },
  { path: '/copy-trading/detail' },
  { path: '/copy-trading/share-profit' },
  { path: '/p2p-trade' },
  { path: '/earn' },
  { path: '/earn/dual' },
  { path: '/messages', ...account },
] as const satisfies readonly Page[];

export type PagePath = (typeof PAGES)[number]['path'];

/** Cut once: every link of every page that is drawn is held against them. */
const PATTERNS = PAGES.map(({ path }) => ({ path, pattern: path.split('/').filter(Boolean) }));

/** The page of an address without its locale prefix, or undefined. What is written out goes before what varies. */
export function findPage(segments: readonly string[], product: string): PagePath | undefined {
  let found: { readonly path: PagePath; readonly variable: number } | undefined;
  for (const { path, pattern } of PATTERNS) {
    const variable = countVariable(pattern, segments, product);
    if (variable !== undefined && (found === undefined || variable < found.variable)) found = { path, variable };
  }
  return found?.path;
}

/** How many segments of the pattern vary, or undefined when it does not fit. */
function countVariable(pattern: readonly string[], segments: readonly string[], product: string): number | undefined {
  if (pattern.length !== segments.length) return undefined;
  let variable = 0;
  for (const [position, part] of pattern.entries()) {
    const segment = segments[position] ?? '';
    if (part === ':plan' && segment !== `${product}-plan`) return undefined;
    if (part.startsWith(':')) variable++;
    else if (part !== segment) return undefined;
  }
  return variable;
}

/** The traits of a page; of an unknown one, the defaults. */
export function traitsOfPage(path: PagePath | undefined): PageTraits {
  const page: Page | undefined = PAGES.find((known) => known.path === path);
  if (!page) return DEFAULT_TRAITS;
  const { path: _path, ...traits } = page;
  return { ...DEFAULT_TRAITS, ...traits };
}
