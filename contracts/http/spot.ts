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
} from '../types.ts';

const orderType = z.enum(ORDER_TYPES);
const selfTradePreventionMode = z.enum(SPOT_STP_MODES);
/** How far the price turns back before a trailing stop fires, in hundredths of a percent: 100 is 1 %. */
const deltaBips = z.int().min(10).max(2_000);

export const order = z.object({
  orderId: z.int(),
  clientOrderId: z.string(),
  symbol,
  side,
  type: orderType,
  timeInForce,
  /** "0" for a market order. */
  price: decimal,
  /** "0" for a market order by quoteAmount. */
  quantity: decimal,
  quoteAmount: decimal,
  filledQuantity: decimal,
  filledAmount: decimal,
  /** "0" before the first fill. */
  averagePrice: decimal,
  /** The last price that wakes a stop or take-profit order; otherwise "0". */
  stopPrice: decimal,
  /** Of a trailing stop; otherwise 0. */
  deltaBips: z.int(),
  /** From which price on a trailing stop follows; "0": from its beginning. */
  activationPrice: decimal,
  /** Of an iceberg: how much of it shows at a time; otherwise "0". */
  displayQuantity: decimal,
  /** The same for both orders of a pair of which one cancels the other: the first one's orderId; otherwise 0. */
  ocoId: z.int(),
  status: orderStatus,
  /** Why it ended without being filled. */
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
  /** Negative: a rebate. */
  fee: z.string(),
  feeAsset: z.string(),
  isMaker: z.boolean(),
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
    /** Only of limit orders; GTC unless said. */
    timeInForce: timeInForce.optional(),
    price: decimal.optional(),
    quantity: decimal.optional(),
    /** Market orders only: how much quote to spend or to receive, in place of quantity. */
    quoteAmount: decimal.optional(),
    clientOrderId: clientOrderId.optional(),
    selfTradePreventionMode: selfTradePreventionMode.optional(),
    /** A fraction tighter than the market's own: "0.01" is 1 %. */
    maxSlippage: decimal.optional(),
    /** Of a stop or take-profit order: the last price that wakes it. */
    stopPrice: decimal.optional(),
    /** Of a trailing stop, which it needs. */
    deltaBips: deltaBips.optional(),
    /** Of a trailing stop: it follows the price from here on; without it, from the last price. */
    activationPrice: decimal.optional(),
    /** Makes a limit order that rests an iceberg: so much of it shows at a time. */
    displayQuantity: decimal.optional(),
  }),
  data: z.object({ order }),
});

export const placePair = endpoint({
  method: 'POST',
  path: '/web/spot/order/oco/place',
  summary: 'Places two orders of which one cancels the other (OCO, Idempotency-Key)',
  body: z.object({
    symbol,
    side,
    quantity: decimal,
    /** Price of the first order: post-only at this price without takeProfitPrice, else the limit of the take-profit order, if it has one. */
    price: decimal.optional(),
    /** Makes the first order a take-profit order. */
    takeProfitPrice: decimal.optional(),
    /** Trigger price of the second order, the stop. */
    stopPrice: decimal,
    /** The stop's limit; without it the stop is a market order. */
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
    /** The new total, what was filled included. */
    quantity: decimalAboveZero.optional(),
    /** Of an order that waits for its trigger. */
    stopPrice: decimalAboveZero.optional(),
    deltaBips: deltaBips.optional(),
    activationPrice: decimalAboveZero.optional(),
    /** Of an iceberg. */
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

const history = z.object({ symbol: symbol.optional(), page, pageSize });

export const orderHistory = endpoint({
  method: 'GET',
  path: '/web/spot/order/history',
  summary: 'Orders that ended, newest first',
  query: history,
  data: z.object({ items: z.array(order), total: z.int() }),
});

export const fills = endpoint({
  method: 'GET',
  path: '/web/spot/order/fills',
  summary: 'Fills, newest first',
  query: history,
  data: z.object({ items: z.array(fill), total: z.int() }),
});

export const orderByClientId = endpoint({
  method: 'GET',
  path: '/web/spot/order/by-client-id',
  summary: 'The newest order of that client order id: what became of a placement whose answer was lost',
  query: z.object({ symbol, clientOrderId }),
  data: z.object({ order }),
});
