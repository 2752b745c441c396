/** Words that the spot markets and the perpetuals share, in commands and in events. */

// The journal, and an order's FLAGS, have a word as its place in these lists: a new one stands at the end.
export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTX'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export const STP_MODES = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'] as const;
export type StpMode = (typeof STP_MODES)[number];

/**
 * A caller's own name for a command, so that a repeat has one effect (reliability 1.4).
 * `fingerprint` is a short digest of the body: the same key with another body is refused.
 */
export interface Idempotency {
  readonly key: string;
  readonly fingerprint: string;
}

/** Of a command of money that always has one. */
export interface Keyed {
  readonly idempotency: Idempotency;
}

export const ORDER_STATUSES = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
  /** Dormant: a conditional order before its trigger fires. */
  'UNTRIGGERED',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/** Why an order ended without being filled; empty while it lives or when it was filled. */
export const SPOT_END_REASONS = [
  '',
  'USER',
  'SYSTEM',
  'TIME_IN_FORCE',
  'PRICE_CAP',
  'NO_LIQUIDITY',
  'SELF_TRADE',
  'AMENDED_AWAY',
  /** The other leg of its pair was filled, fired or cancelled. */
  'OCO',
  // A conditional order that failed this check when it fired (trading A4).
  'MIN_AMOUNT',
  'MAX_AMOUNT',
  'PRICE_OFFSET',
  'PRICE_BAND',
  'POST_ONLY',
  'AMOUNT_TOO_LARGE',
] as const;
export type EndReason = (typeof SPOT_END_REASONS)[number];
/** The same of any order, those of perpetuals included. */
export const END_REASONS = [
  ...SPOT_END_REASONS,
  /** A fill would have left less equity than its maintenance margin (trading B7). */
  'NO_MARGIN',
  /** Nothing was left to reduce (trading B17). */
  'REDUCE_ONLY',
  // Its account was liquidated, or deleveraged.
  'LIQUIDATION',
  'ADL',
  /** A closing order may not trade beyond its scope's bankruptcy price (trading B17). */
  'BANKRUPTCY_PRICE',
] as const;
export type PerpEndReason = (typeof END_REASONS)[number];

export type OrderChangedCause = 'ACCEPTED' | 'TRIGGERED' | 'FILL' | 'AMENDED' | 'ENDED' | 'PREVENTED';

/** In the journal a mode is its place in this list: a new one stands at the end. */
export const BONUS_MODES = ['BONUS_FIRST', 'OWN_FIRST', 'RATIO'] as const;
/** Which of a user's two purses pays a charge first: bonus or own money (trading E3). */
export type BonusMode = (typeof BONUS_MODES)[number];

/** An event before it is numbered: without the place in its user's stream. */
export type Unnumbered<E> = E extends unknown ? Omit<E, 'userSeq'> : never;
