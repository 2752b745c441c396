/**
 * Why a command is refused, in order of precedence: the first that holds is the answer (trading A4, B19).
 * A refusal is a value, never an exception; it changes no state but the idempotency record.
 * The codes about a named order stand before the filters: without the order there is nothing to filter.
 */
export const REJECT_CODES = [
  'IDEMPOTENCY_MISMATCH',
  /** The core remembers no more idempotency keys for this user's money commands; a command without a key is accepted. */
  'IDEMPOTENCY_FULL',
  'TRADING_STOPPED',
  'UNKNOWN_ASSET',
  'UNKNOWN_MARKET',
  'ALREADY_EXISTS',
  'BAD_CONFIGURATION',
  'MARKET_STATUS',
  'BAD_FIELDS',
  'STP_MODE',
  /** The account is being liquidated, or this is not allowed for it (trading B13). */
  'ACCOUNT_STATE',
  /** The position side does not fit the account's position mode (trading B3). */
  'POSITION_SIDE',
  /** A mode can change only while no position or order that it concerns is open (trading B3). */
  'NOT_FLAT',
  'LEVERAGE_RANGE',
  'UNKNOWN_POSITION',
  /** The interval has not ended yet (trading B10). */
  'FUNDING_NOT_DUE',
  /** There is no voucher, ad, order or the like with this id. */
  'UNKNOWN_ID',
  /** It has already ended in another way. */
  'ALREADY_ENDED',
  'UNKNOWN_ORDER',
  'ORDER_CLOSED',
  'TOO_MANY_AMENDS',
  /** Legs of an OCO cannot be amended. */
  'OCO_LEG',
  'NOTHING_TO_AMEND',
  'DUPLICATE_CLIENT_ORDER_ID',
  'PRICE_TICK',
  'PRICE_RANGE',
  'QUANTITY_STEP',
  'QUANTITY_RANGE',
  'MIN_AMOUNT',
  'MAX_AMOUNT',
  'PRICE_OFFSET',
  'PRICE_BAND',
  /** No opposite position to reduce (trading B17). */
  'REDUCE_ONLY_REJECT',
  /** The account or the contract accepts only orders that close. */
  'CLOSE_ONLY',
  'TOO_MANY_ORDERS',
  /** More leverage than the tier of this size allows (trading B2). */
  'LEVERAGE_TIER',
  'POSITION_LIMIT',
  'OPEN_INTEREST_CAP',
  'POST_ONLY',
  /** The order would trigger immediately. */
  'WOULD_TRIGGER_NOW',
  /** The prices of the two legs of an OCO must be on different sides of the last price. */
  'OCO_PRICES',
  'AMOUNT_TOO_LARGE',
  /** The user has active bonus of another mode, ratio or asset (trading E1). */
  'BONUS_MODE',
  /** The futures wallet holds less than the grant asks for (trading E1). */
  'OWN_FUNDS',
  /** The transfer would void bonus and lacks the user's consent (trading E5). */
  'BONUS_FORFEIT',
  /** Small balances are converted once in 24 hours (trading C7). */
  'TOO_SOON',
  /** The coin has no last price in a market that trades (trading C7). */
  'NO_PRICE',
  /** The balance is not small, or so small that nothing would be left of it (trading C7). */
  'NOT_DUST',
  /** It would give less than the user agreed to (trading C7). */
  'QUOTE_CHANGED',
  /** A pool of the house cannot pay this (trading C2). */
  'POOL_SHORT',
  'INSUFFICIENT_BALANCE',
  /** More margin than may be removed (trading B16). */
  'MARGIN_LIMIT',
  /** A table of the core is full (assets, markets, users, orders). */
  'LIMIT_REACHED',
] as const;

export type RejectCode = (typeof REJECT_CODES)[number];
