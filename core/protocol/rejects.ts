/**
 * Why a command is refused, in order of precedence: the first that holds is the answer (trading A4, B19).
 * A refusal is a value, never an exception; it changes no state but the idempotency record.
 * The codes about a named order stand before the filters: without the order there is nothing to filter.
 */
export const REJECT_CODES = [
  'IDEMPOTENCY_MISMATCH',
  /** The user has as many keys of money as the core remembers; without a key the command goes on. */
  'IDEMPOTENCY_FULL',
  'TRADING_STOPPED',
  'UNKNOWN_ASSET',
  'UNKNOWN_MARKET',
  'ALREADY_EXISTS',
  'BAD_CONFIGURATION',
  'MARKET_STATUS',
  'BAD_FIELDS',
  'STP_MODE',
  /** The scope is being liquidated, or the account may not do this (trading B13). */
  'ACCOUNT_STATE',
  /** The position side does not fit the account's position mode (trading B3). */
  'POSITION_SIDE',
  /** A mode changes only while nothing is open that it concerns (trading B3). */
  'NOT_FLAT',
  'LEVERAGE_RANGE',
  'UNKNOWN_POSITION',
  /** The interval has not ended yet (trading B10). */
  'FUNDING_NOT_DUE',
  /** No voucher, ad, order … of the house's commands has this id. */
  'UNKNOWN_ID',
  /** It ended before, in another way. */
  'ALREADY_ENDED',
  'UNKNOWN_ORDER',
  'ORDER_CLOSED',
  'TOO_MANY_AMENDS',
  /** The legs of an OCO stay as they are. */
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
  /** The account or the contract takes only orders that close. */
  'CLOSE_ONLY',
  'TOO_MANY_ORDERS',
  /** More leverage than the tier of this size allows (trading B2). */
  'LEVERAGE_TIER',
  'POSITION_LIMIT',
  'OPEN_INTEREST_CAP',
  'POST_ONLY',
  /** A trigger's condition holds already. */
  'WOULD_TRIGGER_NOW',
  /** The legs of an OCO do not stand on both sides of the last price. */
  'OCO_PRICES',
  'AMOUNT_TOO_LARGE',
  /** Bonus of another mode, ratio or asset is active (trading E1). */
  'BONUS_MODE',
  /** The futures wallet holds less than the grant asks for (trading E1). */
  'OWN_FUNDS',
  /** The transfer would void bonus and does not say that it may (trading E5). */
  'BONUS_FORFEIT',
  /** A pool of the house cannot pay this (trading C2). */
  'POOL_SHORT',
  'INSUFFICIENT_BALANCE',
  /** Less margin may be removed than was asked (trading B16). */
  'MARGIN_LIMIT',
  /** A table of the core is full (assets, markets, users, orders). */
  'LIMIT_REACHED',
] as const;

export type RejectCode = (typeof REJECT_CODES)[number];
