/** A user's spot orders and fills. Every call here needs a log-in. */
import { ORDER_TYPES, SPOT_END_REASONS, SPOT_STP_MODES } from '@agio/core/words';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  clientOrderId,
  decimal,
  decimalAboveZero,
  orderStatus,
  page,
  pageSize,
  side,
  symbol,
  timeInForce,
  timeMs,
  wholeNumber,
} from '../types.ts';

const orderType = z.enum(ORDER_TYPES);
const selfTradePreventionMode = z.enum(SPOT_STP_MODES);
/** Callback of a trailing stop in basis points: 100 is 1 %. */
const deltaBips = z.int().min(10).max(2_000);

export const order = z.object({
  orderId: z.int(),
  clientOrderId: z.string(),
  symbol,
  side,
  type: orderType,
  timeInForce,
  /** Limit price; "0" for a market order. */
  price: decimal,
  /** In the base asset; "0" for a market order by quoteAmount. */
  quantity: decimal,
  quoteAmount: decimal,
  filledQuantity: decimal,
  filledAmount: decimal,
  /** Average price of all fills; "0" before the first one. */
  averagePrice: decimal,
  /** Trigger price of a stop or take-profit order; otherwise "0". */
  stopPrice: decimal,
  /** Callback of a trailing stop in basis points; otherwise 0. */
  deltaBips: z.int(),
  /** Activation price of a trailing stop; "0": it follows at once. */
  activationPrice: decimal,
  /**
   * Only of a trailing stop that waits, where live orders are listed: the best price since it began to follow, the highest of a sell and the
   * lowest of a buy; "0": it does not follow yet.
   */
  extremePrice: decimal.optional(),
  /** Beside extremePrice: where it fires if the price turns now; "0": it does not follow yet. */
  firesAtPrice: decimal.optional(),
  /** Largest visible quantity of an iceberg; otherwise "0". */
  displayQuantity: decimal,
  /** Id of an OCO pair, which both its orders have: the first order's orderId; otherwise 0. */
  ocoId: z.int(),
  status: orderStatus,
  /** Why the order ended without being filled. */
  reason: z.enum(SPOT_END_REASONS),
  createdAt: timeMs,
  updatedAt: timeMs,
});
export type Order = z.output<typeof order>;

export const fill = z.object({
  tradeId: z.int(),
  orderId: z.int(),
  symbol,
  side,
  price: decimal,
  quantity: decimal,
  amount: decimal,
  /** Fee; negative: a rebate. */
  fee: z.string(),
  feeAsset: z.string(),
  isMaker: z.boolean(),
  /** What the order waited for before it was sent to the market; null: it was sent at once. Absent where the order is not known any more. */
  sentBy: z.enum(['STOP', 'TAKE_PROFIT', 'TRAILING_STOP']).nullable().optional(),
  /** Id of the order's OCO pair, whose other order ended before this fill; 0: it is of no pair. Absent where sentBy is absent. */
  ocoId: z.int().optional(),
  time: timeMs,
});
export type Fill = z.output<typeof fill>;

export const placeOrder = endpoint({
  method: 'POST',
  path: '/web/spot/order/place',
  summary: 'Places an order (Idempotency-Key)',
  body: z.object({
    symbol,
    side,
    type: orderType,
    /** Only for limit orders; GTC by default. */
    timeInForce: timeInForce.optional(),
    price: decimal.optional(),
    quantity: decimal.optional(),
    /** Market orders only: how much quote to spend or to receive, in place of quantity. */
    quoteAmount: decimal.optional(),
    clientOrderId: clientOrderId.optional(),
    selfTradePreventionMode: selfTradePreventionMode.optional(),
    /** Largest slippage as a fraction ("0.01" is 1 %), smaller than the market's own. */
    maxSlippage: decimal.optional(),
    /** Trigger price of a stop or take-profit order, compared with the last price. */
    stopPrice: decimal.optional(),
    /** Callback of a trailing stop; required for one. */
    deltaBips: deltaBips.optional(),
    /** Activation price of a trailing stop; without it, it follows from the last price. */
    activationPrice: decimal.optional(),
    /** Makes a limit order an iceberg: the largest quantity that is visible at a time. */
    displayQuantity: decimal.optional(),
  }),
  data: z.object({ order }),
});

export const placeOco = endpoint({
  method: 'POST',
  path: '/web/spot/order/oco/place',
  summary: 'Places two orders of which one cancels the other (OCO, Idempotency-Key)',
  body: z.object({
    symbol,
    side,
    quantity: decimal,
    /**
     * Price of the first order: post-only at this price without takeProfitPrice, else the limit of the take-profit order, if it has one.
     */
    price: decimal.optional(),
    /** Trigger price of the first order, which then is a take-profit order. */
    takeProfitPrice: decimal.optional(),
    /** Trigger price of the second order, the stop. */
    stopPrice: decimal,
    /** Limit price of the stop order; without it, it is a market order. */
    stopLimitPrice: decimal.optional(),
    clientOrderId: clientOrderId.optional(),
    stopClientOrderId: clientOrderId.optional(),
    selfTradePreventionMode: selfTradePreventionMode.optional(),
  }),
  data: z.object({ orders: z.array(order) }),
});

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/web/spot/order/cancel',
  summary: 'Cancels one order, named by either id',
  body: z.object({ symbol, orderId: z.int().positive().optional(), clientOrderId: clientOrderId.optional() }),
  data: z.object({ order }),
});

export const cancelAllOrders = endpoint({
  method: 'POST',
  path: '/web/spot/order/cancel-all',
  summary: 'Cancels the open orders of one market or of all',
  body: z.object({ symbol: symbol.optional() }),
  data: z.object({ orders: z.array(order) }),
});

export const amendOrder = endpoint({
  method: 'POST',
  path: '/web/spot/order/amend',
  summary: 'Changes prices, quantities or triggers; only a smaller quantity keeps its place (Idempotency-Key)',
  body: z.object({
    symbol,
    orderId: z.int().positive(),
    price: decimalAboveZero.optional(),
    /** The new total quantity, including what was filled. */
    quantity: decimalAboveZero.optional(),
    /** New trigger of an order that has not been triggered yet. */
    stopPrice: decimalAboveZero.optional(),
    deltaBips: deltaBips.optional(),
    activationPrice: decimalAboveZero.optional(),
    /** New visible quantity of an iceberg. */
    displayQuantity: decimalAboveZero.optional(),
  }),
  data: z.object({ order }),
});

export const openOrders = endpoint({
  method: 'GET',
  path: '/web/spot/order/open',
  summary: 'Open orders, oldest first',
  query: z.object({ symbol: symbol.optional() }),
  data: z.object({ orders: z.array(order) }),
});

const moment = wholeNumber(0).optional();
/** `from` and `to` are both included: when an order was placed, when a fill was made. */
const history = z.object({
  symbol: symbol.optional(),
  side: side.optional(),
  from: moment,
  to: moment,
  page,
  pageSize,
});

export const orderHistory = endpoint({
  method: 'GET',
  path: '/web/spot/order/history',
  summary:
    'Orders that ended, newest first; with `lost` those alone that ended against their user’s will, the one that ended last first',
  /** `lost`: only those that ended without their user wanting it, the one that ended last first. */
  query: history.extend({ lost: z.literal('true').optional() }),
  data: z.object({ items: z.array(order), total: z.int() }),
  weight: 4,
});

export const fills = endpoint({
  method: 'GET',
  path: '/web/spot/order/fills',
  summary: 'Fills, newest first',
  query: history,
  data: z.object({ items: z.array(fill), total: z.int() }),
  weight: 4,
});

export const orderByClientId = endpoint({
  method: 'GET',
  path: '/web/spot/order/by-client-id',
  summary: 'The newest order of that client order id: what became of a placement whose answer was lost',
  query: z.object({ symbol, clientOrderId }),
  data: z.object({ order }),
});
