/** The core's refusals, which the site has by the same names, in the dialect's codes and sentences. */
import { DialectError, Refusal } from '@agio/contracts/errors';
import type { RejectCode } from '@agio/core';
import { NumberRefusal } from '../../markets/index.ts';

const filter = (name: string): readonly [number, string] => [-1013, `Filter failure: ${name}`];
const CLOSED = [-2010, 'Market is closed.'] as const;
const UNKNOWN = [-2011, 'Unknown order sent.'] as const;
const REJECTED = 'Request rejected.';
const NO_AMEND = 'Order amend rejected.';

const ANSWERS: Readonly<Record<RejectCode, readonly [code: number, message: string]>> = {
  IDEMPOTENCY_MISMATCH: [-2010, 'Duplicate order sent.'],
  IDEMPOTENCY_FULL: [-2010, REJECTED],
  TRADING_STOPPED: CLOSED,
  UNKNOWN_ASSET: [-1121, 'Invalid symbol.'],
  UNKNOWN_MARKET: [-1121, 'Invalid symbol.'],
  ALREADY_EXISTS: [-2010, 'Duplicate order sent.'],
  BAD_CONFIGURATION: CLOSED,
  MARKET_STATUS: CLOSED,
  BAD_FIELDS: [-1106, 'The parameters do not fit the order type.'],
  STP_MODE: [-1130, "Data sent for parameter 'selfTradePreventionMode' is not valid."],
  UNKNOWN_ID: UNKNOWN,
  ALREADY_ENDED: UNKNOWN,
  UNKNOWN_ORDER: UNKNOWN,
  ORDER_CLOSED: UNKNOWN,
  TOO_MANY_AMENDS: [-2038, NO_AMEND],
  OCO_LEG: [-2038, NO_AMEND],
  NOTHING_TO_AMEND: [-2038, NO_AMEND],
  DUPLICATE_CLIENT_ORDER_ID: [-2010, 'Duplicate order sent.'],
  PRICE_TICK: filter('PRICE_FILTER'),
  PRICE_RANGE: filter('PRICE_FILTER'),
  QUANTITY_STEP: filter('LOT_SIZE'),
  QUANTITY_RANGE: filter('LOT_SIZE'),
  MIN_AMOUNT: filter('NOTIONAL'),
  MAX_AMOUNT: filter('NOTIONAL'),
  PRICE_OFFSET: filter('PERCENT_PRICE_BY_SIDE'),
  PRICE_BAND: filter('PERCENT_PRICE_BY_SIDE'),
  TOO_MANY_ORDERS: filter('MAX_NUM_ORDERS'),
  POST_ONLY: [-2010, 'Order would immediately match and take.'],
  WOULD_TRIGGER_NOW: [-2010, 'Stop price would trigger immediately.'],
  OCO_PRICES: [-2010, 'The relationship of the prices for the orders is not correct.'],
  AMOUNT_TOO_LARGE: filter('NOTIONAL'),
  BONUS_MODE: [-2010, REJECTED],
  OWN_FUNDS: [-2010, REJECTED],
  BONUS_FORFEIT: [-2010, REJECTED],
  TOO_SOON: [-2010, REJECTED],
  NO_PRICE: [-2010, REJECTED],
  NOT_DUST: [-2010, REJECTED],
  QUOTE_CHANGED: [-2010, REJECTED],
  POOL_SHORT: [-2010, REJECTED],
  INSUFFICIENT_BALANCE: [-2010, 'Account has insufficient balance for requested action.'],
  // Codes of futures (design of the public trading API, errors of fapi).
  ACCOUNT_STATE: [-2010, 'This wallet does not allow that.'],
  POSITION_SIDE: [-4061, "Order's position side does not match user's setting."],
  NOT_FLAT: [-4068, 'Position side cannot be changed if there exists position.'],
  LEVERAGE_RANGE: [-4028, 'Leverage is not valid.'],
  UNKNOWN_POSITION: [-4046, 'No need to change margin type.'],
  FUNDING_NOT_DUE: CLOSED,
  REDUCE_ONLY_REJECT: [-2022, 'ReduceOnly Order is rejected.'],
  CLOSE_ONLY: [-2022, 'ReduceOnly Order is rejected.'],
  LEVERAGE_TIER: [-2027, 'Exceeded the maximum allowable position at current leverage.'],
  POSITION_LIMIT: [-2027, 'Exceeded the maximum allowable position at current leverage.'],
  OPEN_INTEREST_CAP: [-2027, 'Exceeded the maximum allowable position at current leverage.'],
  MARGIN_LIMIT: [-2019, 'Margin is insufficient.'],
  LIMIT_REACHED: [-1015, 'Too many new orders.'],
};

export function rejectAnswer(code: RejectCode): DialectError {
  const [number, message] = ANSWERS[code];
  return new DialectError(400, number, message);
}

/** For filters that the core does not tell apart. */
export function filterFailure(name: string): DialectError {
  return new DialectError(400, ...filter(name));
}

/** A number with more decimals than the asset, or past what the core holds. */
function numberAnswer({ problem, tooFine }: NumberRefusal): DialectError {
  if (problem === 'TOO_FINE')
    return new DialectError(400, -1111, 'Precision is over the maximum defined for this asset.');
  if (tooFine === 'PRICE_TICK') return rejectAnswer('PRICE_RANGE');
  return rejectAnswer(tooFine === 'QUANTITY_STEP' ? 'QUANTITY_RANGE' : 'MAX_AMOUNT');
}

/** Other refusals are the site's own: they concern the caller, not the command. */
const isOfCore = (name: string): name is RejectCode => Object.hasOwn(ANSWERS, name);

/** Translates an error of a handler into the dialect. */
export function toDialect(error: unknown): unknown {
  if (error instanceof NumberRefusal) return numberAnswer(error);
  return error instanceof Refusal && isOfCore(error.refusal) ? rejectAnswer(error.refusal) : error;
}
