/** Where the tab "Trade" of phones leads: to the market that was looked at last on this device. Pure. */
import { isBuilt } from './page-files.ts';

const TERMINALS = (['/spot-trade', '/contract-trade'] as const).filter(isBuilt);
type Terminal = (typeof TERMINALS)[number];

const FIRST: Terminal = '/spot-trade';

/** What the device keeps is believed only in this form; older pages kept the terminal alone. */
const KEPT = /^\/(?:spot|contract)-trade(?:\/[A-Z0-9]+)?$/;

/** The terminal that an address without its language belongs to. */
export function terminalOf(pathname: string): Terminal | undefined {
  return TERMINALS.find((path) => pathname === path || pathname.startsWith(`${path}/`));
}

/** The address of a market's terminal. */
export function terminalPath(kind: 'spot' | 'futures', symbol: string): string {
  return `${kind === 'spot' ? '/spot-trade' : '/contract-trade'}/${symbol}`;
}

interface Visit {
  /** Without its language. */
  readonly here: string;
  /** What the device keeps. */
  readonly last: string;
  readonly isLoggedIn: boolean;
}

/** A terminal that shows another market than was kept, such as one that does not exist, leads to its first one. */
export function tradePath({ here, last, isLoggedIn }: Visit): string {
  const open = terminalOf(here);
  const kept = KEPT.test(last) ? last : FIRST;
  const path = open === undefined || here === kept ? kept : open;
  // A contract by its name is for who is logged in: a visitor would be led to the log-in (N11).
  return !isLoggedIn && path.startsWith('/contract-trade/') ? '/contract-trade' : path;
}
