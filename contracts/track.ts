/**
 * What the site counts of its own use: which events there are, how pages are grouped, how events are gathered. They carry no personal
 * data: no user, address, token, query or identifier. Values only, no schemas: pages import this module.
 */
export const TRACK_EVENTS = [
  'page_view',
  'humancode',
  'request_to_login',
  'nuxt_fetch_error',
  'nuxt_client_error',
  'view_location_restriction_window',
  'click_location_restriction_acknowledge',
  'fetch_not_found',
  'prize_pop_open',
  'prize_pop_close',
  'prize_pop_jump',
  'ws_close',
  'ws_success',
  'ws_delay',
  'ws_loss_risk',
] as const;
export type TrackEvent = (typeof TRACK_EVENTS)[number];

/** The most events that wait, and that go in one call. */
export const TRACK_CACHE_ITEMS = 20;
/** How long the first of them waits at most. */
export const TRACK_TIMEOUT_MS = 15_000;
/** The least time between two calls, so that a busy page costs the network little. */
export const TRACK_MIN_NET_MS = 2_000;
/** The same on a test host. */
export const TRACK_MIN_NET_TEST_MS = 3_000;

/** A path without its locale prefix → the name of its group; the first that fits. `*`: one segment; `**`: any number. */
const PATH_CATEGORIES = [
  ['/', 'home'],
  ['/market/**', 'market'],
  ['/spot-trade/**', 'spot'],
  ['/contract-trade/**', 'futures'],
  ['/login/**', 'auth'],
  ['/register/**', 'auth'],
  ['/reset-password/**', 'auth'],
  ['/bind-account-mode', 'auth'],
  ['/bind-account', 'auth'],
  ['/bind-new-account', 'auth'],
  ['/assets/**', 'assets'],
  ['/account/**', 'account'],
  ['/messages/**', 'messages'],
  ['/copy-trading/**', 'copy'],
  ['/p2p-trade/**', 'p2p'],
  ['/earn/**', 'earn'],
  ['/token-splash/**', 'token_splash'],
  ['/act/partner', 'partner'],
  ['/activity/partner-trading', 'partner'],
  ['/browser/activity/partner-trading', 'partner'],
  ['/referral', 'referral'],
  ['/activity/vip-program', 'vip'],
  ['/activity/*-plan', 'vip'],
  ['/activity/trading-competition/*', 'competition'],
  ['/activity/**', 'activity'],
  ['/ads-posting/*', 'ads'],
  ['/promotion/**', 'promotion'],
  ['/service/**', 'service'],
  ['/cms/**', 'cms'],
  ['/coin-introduce/**', 'coin'],
  ['/tripartite-coin', 'coin'],
  ['/download', 'download'],
  ['/social-media', 'community'],
] as const satisfies readonly (readonly [string, string])[];

const OTHER = 'other';
export type TrackCategory = (typeof PATH_CATEGORIES)[number][1] | typeof OTHER;
export const TRACK_CATEGORIES: readonly TrackCategory[] = [
  ...new Set(PATH_CATEGORIES.map(([, category]) => category)),
  OTHER,
];

const PATTERNS = PATH_CATEGORIES.map(([pattern, category]) => ({ fits: toExpression(pattern), category }));

/** The group of a path; an unknown one belongs to `other`, and its text goes nowhere. */
export function categoryOf(path: string): TrackCategory {
  return PATTERNS.find(({ fits }) => fits.test(path))?.category ?? OTHER;
}

function toExpression(pattern: string): RegExp {
  const source = pattern.replace(/\/\*\*$/, '(?:/.*)?').replace(/(?<!\.)\*/g, '[^/]+');
  return new RegExp(`^${source}/?$`);
}

/** Machines of developers and tests: this computer, and names that say so. */
export function isTestHost(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\]|(test|staging)\..+|.+\.(test|localhost|local))$/.test(hostname);
}
