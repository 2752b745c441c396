/** The rules of navigation, each with its id in the specification's checklist, in the order in which they apply. */
export interface Viewer {
  readonly isLoggedIn: boolean;
  readonly isCrawler: boolean;
  /** The native app shows the page. */
  readonly isWebView: boolean;
  readonly isMobile: boolean;
}

export interface Place {
  /** Decoded, without the locale prefix. */
  readonly segments: readonly string[];
  readonly search: Step['search'];
  readonly viewer: Viewer;
  readonly product: string;
  readonly isOffline: (segments: readonly string[]) => boolean;
}

export interface Step {
  readonly segments: readonly string[];
  /** Text with its question mark, or the page to come back to after log-in. */
  readonly search: string | { readonly back: readonly string[]; readonly search: string };
  readonly isMissing?: boolean;
}

type Rule = (place: Place) => Step | null;

export const navigationRules: readonly Rule[] = [
  leaveResetSecurity,
  followOldName,
  followUsualName,
  leaveOffline,
  writeKebabCase,
  leaveLogIn,
  askForLogIn,
  leaveVipProgram,
];

const HOME: Step = { segments: [], search: '' };

/** N8. */
function leaveResetSecurity({ segments }: Place): Step | null {
  return segments.includes('reset-security') ? HOME : null;
}

const OLD_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['homemarket', ['market']],
  ['homedownload', ['download']],
  ['community', ['social-media']],
  ['activity/welfare-center', ['activity', 'act-center']],
  ['activity/newborn-zone', ['activity', 'task-center']],
]);
/** Voucher records are listed by kind, the kind as base64 of its number; this is 0. */
const FIRST_KIND = 'MA==';

/** N1 to N5. What comes after /assets/coupon and /assets/voucher-package belongs to the old names too. */
function followOldName({ segments, search }: Place): Step | null {
  const known = OLD_NAMES.get(segments.join('/'));
  if (known) return { segments: known, search };
  const [area, page = ''] = segments;
  if (area !== 'assets') return null;
  if (page.startsWith('coupon') && !page.startsWith('coupon-down'))
    return { segments: ['assets', 'voucher-package-records', FIRST_KIND], search };
  if (page.startsWith('voucher-package') && !page.startsWith('voucher-package-records'))
    return { segments: ['activity', 'coupon-center'], search };
  return null;
}

/** Names that other venues have for pages of ours, which people type and link to. */
const USUAL_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['markets', ['market']],
  ['fees', ['service', 'handling-fee']],
  ['help', ['social-media']],
  ['spot', ['spot-trade']],
]);
const PAIR = /^([a-z0-9]{2,10})[_-]([a-z0-9]{2,10})$/i;

/**
 * The page that /futures and /futures/BTCUSDT mean to a person. Calls begin with the same word and have more behind it, so without a
 * language in front the server alone can tell who asks.
 */
export function contractPage(segments: readonly string[]): readonly string[] | null {
  const [area, symbol, ...rest] = segments;
  if (area !== 'futures' || rest.length > 0) return null;
  return symbol === undefined ? ['contract-trade'] : ['contract-trade', symbol.replaceAll(/[_-]/g, '').toUpperCase()];
}

/** The market of a spot page may be written as elsewhere: BTC_USDT, btc-usdt. */
function followUsualName({ segments, search }: Place): Step | null {
  const known = USUAL_NAMES.get(segments.join('/')) ?? contractPage(segments);
  if (known) return { segments: known, search };
  const [area, symbol = '', ...rest] = segments;
  const pair = area === 'spot-trade' && rest.length === 0 ? PAIR.exec(symbol) : null;
  if (pair === null) return null;
  return { segments: ['spot-trade', `${pair[1]}${pair[2]}`.toUpperCase()], search };
}

const MISSING: readonly string[] = ['404'];

/** N6. */
function leaveOffline({ segments, isOffline }: Place): Step | null {
  if (segments[0] === MISSING[0] || !isOffline(segments)) return null;
  return { segments: MISSING, search: '', isMissing: true };
}

const KEPT_AS_WRITTEN: ReadonlySet<string> = new Set([
  'cms',
  'assets',
  'activity',
  'partners',
  'contract-trade',
  'spot-trade',
  'voucher-package-records',
  'coin-introduce',
]);

/** N7. */
function writeKebabCase({ segments, search }: Place): Step | null {
  const written: string[] = [];
  let isKept = false;
  for (const segment of segments) {
    const next: string = isKept ? segment : kebabCase(segment);
    written.push(next);
    isKept ||= KEPT_AS_WRITTEN.has(next);
  }
  return written.some((segment, position) => segment !== segments[position]) ? { segments: written, search } : null;
}

/** coinIntroduce, coin_introduce and "coin introduce" are coin-introduce; USDT-EUR stays. */
function kebabCase(segment: string): string {
  const isAllCapitals = /\p{Lu}/u.test(segment) && !/\p{Ll}/u.test(segment);
  if (isAllCapitals || segment.includes('%') || !/[\p{Lu}_\s]/u.test(segment)) return segment;
  const written = segment
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1-$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replaceAll(/[_\s-]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();
  return written === '' ? segment : written;
}

const FOR_VISITORS_ONLY: ReadonlySet<string> = new Set([
  'login',
  'register',
  'register/code',
  'bind-account-mode',
  'bind-account',
  'bind-new-account',
  'reset-password',
]);

/** N9. */
function leaveLogIn({ segments, viewer }: Place): Step | null {
  return viewer.isLoggedIn && FOR_VISITORS_ONLY.has(segments.join('/')) ? HOME : null;
}

/** N10, and the contract pages of N11. */
function askForLogIn({ segments, search, viewer }: Place): Step | null {
  if (viewer.isLoggedIn || viewer.isCrawler) return null;
  const isContract = segments[0] === 'contract-trade' && segments.length > 1;
  if (!isContract && (viewer.isWebView || !needsLogIn(segments))) return null;
  return {
    segments: ['login'],
    search: { back: segments, search: typeof search === 'string' ? search : '' },
  };
}

const OPEN_IN_COPY_TRADING: readonly string[] = ['square', 'profile'];

/** The areas that are open to people with a log-in only. */
export function needsLogIn(segments: readonly string[]): boolean {
  const [area, page = ''] = segments;
  if (segments.some((segment) => segment.startsWith('reset-password'))) return false;
  if (area === 'copy-trading') return page !== '' && !OPEN_IN_COPY_TRADING.includes(page);
  return area === 'account' || area === 'assets';
}

/** The other half of N11. A crawler follows the old name only: the program's own page has a public part. */
function leaveVipProgram({ segments, search, viewer, product }: Place): Step | null {
  const path = segments.join('/');
  const isLeft = path === 'vip-program' || (path === 'activity/vip-program' && !viewer.isCrawler);
  return isLeft && !viewer.isLoggedIn ? { segments: ['activity', `${product}-plan`], search } : null;
}
