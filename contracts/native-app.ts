/** The native app shows pages in a web view and opens its own screens when a page asks. */
import { DEFAULTS } from './defaults.ts';
import { segmentsOf } from './page-path.ts';

/** What `window.AgioBridge.postMessage` gets, as JSON. */
export interface NativeJump {
  readonly name: 'jump';
  readonly page: string;
  readonly params: Readonly<Record<string, string>>;
}

const DEPOSIT_CURRENCY = 'USDT';

/** Pages for which the app has a screen of its own. */
const SCREENS = new Map<string, Omit<NativeJump, 'name'>>([
  ['', { page: 'home', params: {} }],
  ['market', { page: 'market', params: {} }],
  ['login', { page: 'login', params: {} }],
  ['register', { page: 'register', params: {} }],
  ['assets', { page: 'assets', params: {} }],
  ['assets/recharge', { page: 'deposit', params: { currency: DEPOSIT_CURRENCY } }],
  ['assets/withdraw', { page: 'withdraw', params: {} }],
  ['assets/voucher-package', { page: 'card', params: {} }],
  ['account/id-auth', { page: 'identity', params: {} }],
]);
const TERMINALS: ReadonlyMap<string, { readonly page: string; readonly symbol: string }> = new Map([
  ['spot-trade', { page: 'spot', symbol: DEFAULTS.spotSymbol }],
  ['contract-trade', { page: 'futures', symbol: DEFAULTS.futuresSymbol }],
]);

/** The app's screen for an address without its locale prefix; null when the page itself is what there is. */
export function nativeJump(pathname: string): NativeJump | null {
  const segments = segmentsOf(pathname);
  const screen = SCREENS.get(segments.join('/'));
  if (screen) return { name: 'jump', ...screen };
  const [area = '', symbol] = segments;
  const terminal = TERMINALS.get(area);
  if (!terminal || segments.length > 2) return null;
  return { name: 'jump', page: terminal.page, params: { symbol: symbol ?? terminal.symbol } };
}
