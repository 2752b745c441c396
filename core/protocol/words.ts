/** Words that the spot markets and the perpetuals share, in commands and in events. */
export type Side = 'BUY' | 'SELL';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTX';
export type StpMode = 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';

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

export type OrderStatus =
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'EXPIRED_IN_MATCH'
  /** Dormant: a conditional order before its trigger fires. */
  | 'UNTRIGGERED';
/** Why an order ended without being filled; empty while it lives or when it was filled. */
export type EndReason =
  | ''
  | 'USER'
  | 'SYSTEM'
  | 'TIME_IN_FORCE'
  | 'PRICE_CAP'
  | 'NO_LIQUIDITY'
  | 'SELF_TRADE'
  | 'AMENDED_AWAY'
  /** The other leg of its pair was filled, fired or cancelled. */
  | 'OCO'
  /** A conditional order that failed this check when it fired (trading A4). */
  | 'MIN_AMOUNT'
  | 'MAX_AMOUNT'
  | 'PRICE_OFFSET'
  | 'PRICE_BAND'
  | 'POST_ONLY'
  | 'AMOUNT_TOO_LARGE';
/** The same of an order of a perpetual. */
export type PerpEndReason =
  | EndReason
  /** A fill would have left less equity than its maintenance margin (trading B7). */
  | 'NO_MARGIN'
  /** Nothing was left to reduce (trading B17). */
  | 'REDUCE_ONLY'
  /** Its account was liquidated, or deleveraged. */
  | 'LIQUIDATION'
  | 'ADL'
  /** A closing order may not trade beyond its scope's bankruptcy price (trading B17). */
  | 'BANKRUPTCY_PRICE';

export type OrderChangedCause = 'ACCEPTED' | 'TRIGGERED' | 'FILL' | 'AMENDED' | 'ENDED' | 'PREVENTED';

/** Which of a user's two purses pays a charge first: bonus or own money (trading E3). */
export type BonusMode = 'BONUS_FIRST' | 'OWN_FIRST' | 'RATIO';

/** An event before it is numbered: without the place in its user's stream. */
export type Unnumbered<E> = E extends unknown ? Omit<E, 'userSeq'> : never;
