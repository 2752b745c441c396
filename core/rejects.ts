/**
 * Why a command is refused, in order of precedence: the first that holds is the answer (trading A4, B19).
 * A refusal is a value, never an exception; it changes no state but the idempotency record.
 * The codes about a named order stand before the filters: without the order there is nothing to filter.
 */
export const REJECT_CODES = [
  'IDEMPOTENCY_MISMATCH',
  'TRADING_STOPPED',
  'UNKNOWN_ASSET',
  'UNKNOWN_MARKET',
  'ALREADY_EXISTS',
  'BAD_CONFIGURATION',
  'MARKET_STATUS',
  'BAD_FIELDS',
  'STP_MODE',
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
  'TOO_MANY_ORDERS',
  'POST_ONLY',
  /** A trigger's condition holds already. */
  'WOULD_TRIGGER_NOW',
  /** The legs of an OCO do not stand on both sides of the last price. */
  'OCO_PRICES',
  'AMOUNT_TOO_LARGE',
  'INSUFFICIENT_BALANCE',
  /** A table of the core is full (assets, markets, users, orders). */
  'LIMIT_REACHED',
] as const;

export type RejectCode = (typeof REJECT_CODES)[number];
