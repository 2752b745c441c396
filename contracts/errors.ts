import { LEAST_PASSWORD_LENGTH } from './account-limits.ts';

/**
 * Every refusal of the site's calls: its code in the envelope, its name, and the sentence for the person. The web app
 * translates by code; the sentence here is the English source. A refusal is an answer (HTTP 200), never an exception
 * of the server. Values only, no schemas: pages import this module.
 */
export const REFUSALS = {
  HUMAN_CHECK: { code: 8001, text: 'Confirm that you are human to go on.' },
  NOT_LOGGED_IN: { code: 10021, text: 'Log in to go on.' },
  BAD_REQUEST: { code: 40001, text: 'Something in the request is not valid: {detail}.' },
  FORBIDDEN: { code: 40003, text: 'This is not allowed for your account.' },
  NOT_FOUND: { code: 40004, text: 'Not found.' },
  TOO_MANY_ATTEMPTS: { code: 40029, text: 'Too many attempts. Wait {seconds} seconds and try again.' },
  EMAIL_TAKEN: { code: 50001, text: 'This e-mail address already has an account. Log in instead.' },
  WRONG_CREDENTIALS: { code: 50002, text: 'E-mail or password is wrong. Check both and try again.' },
  WEAK_PASSWORD: {
    code: 50003,
    text: `This password is too easy to guess. Use at least ${LEAST_PASSWORD_LENGTH} characters that are not a common password.`,
  },
  FAUCET_WAIT: { code: 50010, text: 'You received test funds a short while ago. Try again in {seconds} seconds.' },
  NOT_DEMO: { code: 50011, text: 'Test funds exist only on a demo exchange.' },
  TOO_MANY_KEYS: { code: 50012, text: 'You have the most API keys an account may hold. Delete one first.' },
  TOO_MANY_ALERTS: { code: 50021, text: 'You have the most price alerts an account may hold. Delete one first.' },
  ALERT_REACHED: {
    code: 50022,
    text: 'The price has reached this level already. Choose the other direction or another price.',
  },
  ALERT_TOO_FAR: {
    code: 50023,
    text: 'The price is too far from the last one. It must lie between a hundredth and a hundred times of that.',
  },
  IDEMPOTENCY_MISMATCH: { code: 62010, text: 'This Idempotency-Key was used for another request. Use a new key.' },
  IDEMPOTENCY_RUNNING: {
    code: 62011,
    text: 'The first request with this Idempotency-Key is still running. Ask again shortly.',
  },
  IDEMPOTENCY_FULL: {
    code: 62012,
    text: 'No more of your keys are remembered now: at most 5,000 of moved funds within 30 days, and fewer while very many are remembered for all. Send this without a key.',
  },
  TRADING_STOPPED: { code: 70001, text: 'Trading is stopped while the ledger is checked. Your funds are safe.' },
  UNKNOWN_ASSET: { code: 70002, text: 'There is no such asset.' },
  UNKNOWN_MARKET: { code: 70003, text: 'There is no such market.' },
  MARKET_STATUS: { code: 70004, text: 'The market does not take this order now.' },
  BAD_FIELDS: { code: 70005, text: 'The fields do not fit the order type.' },
  STP_MODE: { code: 70006, text: 'This self-trade prevention mode is not available.' },
  DUPLICATE_CLIENT_ORDER_ID: { code: 70007, text: 'You have a live order with this client order id.' },
  PRICE_TICK: { code: 70008, text: 'The price is not a multiple of the price step of this market.' },
  PRICE_RANGE: { code: 70009, text: 'The price is outside the range of this market.' },
  QUANTITY_STEP: { code: 70010, text: 'The amount is not a multiple of the amount step of this market.' },
  QUANTITY_RANGE: { code: 70011, text: 'The amount is too small or too large for this market.' },
  MIN_AMOUNT: { code: 70012, text: 'The order value is below the least of this market.' },
  MAX_AMOUNT: { code: 70013, text: 'The order value is above the most of this market.' },
  PRICE_OFFSET: { code: 70014, text: 'The price is too far from the last price.' },
  PRICE_BAND: { code: 70015, text: 'The price would trade too far from the last price.' },
  TOO_MANY_ORDERS: { code: 70016, text: 'You have the most open orders this market allows. Cancel one first.' },
  POST_ONLY: { code: 70017, text: 'The order would trade at once, so post-only refused it.' },
  UNKNOWN_ORDER: { code: 70018, text: 'There is no such order.' },
  ORDER_CLOSED: { code: 70019, text: 'The order has already ended.' },
  TOO_MANY_AMENDS: { code: 70020, text: 'The order was changed too often. Cancel it and place a new one.' },
  NOTHING_TO_AMEND: { code: 70021, text: 'Nothing would change.' },
  AMOUNT_TOO_LARGE: { code: 70022, text: 'The amount is too large.' },
  INSUFFICIENT_BALANCE: { code: 70023, text: 'The available balance is not enough.' },
  ALREADY_EXISTS: { code: 70024, text: 'It exists already.' },
  BAD_CONFIGURATION: { code: 70025, text: 'The configuration is not valid.' },
  WOULD_TRIGGER_NOW: { code: 70027, text: 'The trigger price is reached already, so the order would not wait.' },
  OCO_PRICES: { code: 70028, text: 'The last price must lie between the two prices of the pair.' },
  OCO_LEG: { code: 70029, text: 'The orders of a pair cannot be changed. Cancel them and place a new pair.' },
  ACCOUNT_STATE: { code: 70030, text: 'This wallet does not allow that.' },
  POSITION_SIDE: { code: 70031, text: 'The position side does not fit your position mode.' },
  NOT_FLAT: { code: 70032, text: 'Close your positions and cancel your orders first: then the mode can change.' },
  LEVERAGE_RANGE: { code: 70033, text: 'This contract does not offer that leverage.' },
  UNKNOWN_POSITION: { code: 70034, text: 'There is no such position.' },
  FUNDING_NOT_DUE: { code: 70035, text: 'The funding interval has not ended yet.' },
  REDUCE_ONLY_REJECT: { code: 70036, text: 'There is no position that this order could reduce.' },
  CLOSE_ONLY: { code: 70037, text: 'Only orders that close positions are taken now.' },
  LEVERAGE_TIER: { code: 70038, text: 'A position of this size allows less leverage. Lower the leverage or the size.' },
  POSITION_LIMIT: { code: 70039, text: 'The position would be larger than this contract allows.' },
  OPEN_INTEREST_CAP: {
    code: 70040,
    text: 'The contract has reached its largest open interest. Only closing is possible.',
  },
  MARGIN_LIMIT: { code: 70041, text: 'So much margin cannot be removed without endangering the position.' },
  UNKNOWN_ID: { code: 70050, text: 'There is no such item.' },
  ALREADY_ENDED: { code: 70051, text: 'It has ended already.' },
  BONUS_MODE: { code: 70052, text: 'Bonus with other terms is active. It has to end first.' },
  OWN_FUNDS: { code: 70053, text: 'Your futures wallet holds less than this bonus asks for.' },
  BONUS_FORFEIT: { code: 70054, text: 'This transfer would end your bonus. Confirm that to go on.' },
  POOL_SHORT: { code: 70055, text: 'This cannot be paid at the moment. Try again later.' },
  TOO_SOON: { code: 70056, text: 'You converted small balances less than 24 hours ago. Try again later.' },
  NO_PRICE: { code: 70057, text: 'One of these coins has no price at the moment. Try again later.' },
  NOT_DUST: { code: 70058, text: 'One of these balances is not small, or has changed. Look at the list again.' },
  QUOTE_CHANGED: { code: 70059, text: 'The prices have changed, and you would get less. Look at the new amounts.' },
  LIMIT_REACHED: { code: 70026, text: 'The exchange is full: it takes no more of these now.' },
} as const satisfies Record<string, { code: number; text: string }>;

export type RefusalName = keyof typeof REFUSALS;

/**
 * Thrown by a handler, turned into an answer by the one error mapper. `values` fill the braces of the text; a `sentence` is
 * said instead of the text where more is known than its code tells.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly refusal: RefusalName;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(refusal: RefusalName, values: Readonly<Record<string, string | number>> = {}, sentence?: string) {
    super(sentence ?? REFUSALS[refusal].text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? '')));
    this.refusal = refusal;
    this.values = values;
  }
}

/** What a limit of a market says to an order outside of it; `value` and `asset` fill the braces. */
export const BROKEN_LIMITS = {
  price_least: 'The price is too low: at least {value} {asset}.',
  price_most: 'The price is too high: at most {value} {asset}.',
  quantity_least: 'The amount is too small: at least {value} {asset}.',
  quantity_most: 'The amount is too large: at most {value} {asset} in one order.',
  display_least: 'The visible amount is too small: at least {value} {asset}.',
  total_least: 'The order value is too small: at least {value} {asset}.',
  total_most: 'The order value is too large: at most {value} {asset}.',
} as const;

/** The limit that an order broke: decimal text and its unit. */
export interface BrokenLimit {
  readonly limit: keyof typeof BROKEN_LIMITS;
  readonly value: string;
  readonly asset: string;
}

/** The refusal of an order outside of a limit, which its data and its sentence name; with null the plain one. */
export function refusalOfLimit(refusal: RefusalName, broken: BrokenLimit | null): Refusal {
  if (broken === null) return new Refusal(refusal);
  const { limit, value, asset } = broken;
  const sentence = BROKEN_LIMITS[limit].replace('{value}', value).replace('{asset}', asset);
  return new Refusal(refusal, { limit, value, asset }, sentence);
}

/** The server has too much of this to do now, and did nothing: HTTP 503 with Retry-After, in every dialect. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
  readonly retryAfterSeconds: number;

  constructor(sentence: string, retryAfterSeconds: number) {
    super(sentence);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An error of the Binance dialect: HTTP status, code and text as its clients match them. */
export class DialectError extends Error {
  override readonly name = 'DialectError';
  readonly status: number;
  readonly code: number;
  /** Sent as `data` beside code and msg where it is set: what a half-done cancelReplace did. */
  readonly data: unknown;

  constructor(status: number, code: number, message: string, data?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}
