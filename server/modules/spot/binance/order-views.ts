/** Orders and fills as the dialect shows them. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type * as shape from '@agio/contracts/http/binance-shapes';
import type { OrderView } from '@agio/core';
import { formatUnits } from '@agio/core/fixed';
import { type LiveMarket, type LiveMarkets, priceText } from '../../markets/index.ts';
import { hasLimit } from '../order-request.ts';
import type { FillOfOrder, FillRow } from '../repo.ts';
import { isLive } from '../trading.ts';
import { feeText, marketOf } from '../views.ts';

type NewOrder = z.output<typeof shape.newOrder>;
type Order = z.output<typeof shape.order>;
type CanceledOrder = z.output<typeof shape.canceledOrder>;
type MyTrade = z.output<typeof shape.myTrade>;
type OrderList = z.output<typeof shape.orderList>;

export const RESPONSE_TYPES = ['ACK', 'RESULT', 'FULL'] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/** The client order id of an order that was sent without one. */
export function newClientId(): string {
  // Node keeps random bytes for many of these: one system call for each order would cost ten times as much.
  return Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url');
}

/** This API has no type for a trailing order: with an activation price it is a take-profit, else a stop. */
const TYPES: Readonly<Record<OrderView['type'], (order: OrderView) => string>> = {
  LIMIT: ({ timeInForce }) => (timeInForce === 'GTX' ? 'LIMIT_MAKER' : 'LIMIT'),
  MARKET: () => 'MARKET',
  STOP_LIMIT: () => 'STOP_LOSS_LIMIT',
  STOP_MARKET: () => 'STOP_LOSS',
  TAKE_PROFIT_LIMIT: () => 'TAKE_PROFIT_LIMIT',
  TAKE_PROFIT_MARKET: () => 'TAKE_PROFIT',
  TRAILING_STOP_LIMIT: ({ activationPrice }) => (activationPrice ? 'TAKE_PROFIT_LIMIT' : 'STOP_LOSS_LIMIT'),
  TRAILING_STOP_MARKET: ({ activationPrice }) => (activationPrice ? 'TAKE_PROFIT' : 'STOP_LOSS'),
};

/** Market orders and post-only orders (GTX) have no time in force in this dialect: GTC is shown. */
function timeInForceOf(order: OrderView): string {
  return !hasLimit(order.type) || order.timeInForce === 'GTX' ? 'GTC' : order.timeInForce;
}

const listIdOf = (order: OrderView): number => order.ocoId || -1;
/** Waiting for a trigger is not a status here: such an order is NEW and does not work yet. */
const statusOf = (order: OrderView): string => (order.status === 'UNTRIGGERED' ? 'NEW' : order.status);

/** When the order began to work; for one whose trigger fired, its last change is the best known time. */
function workingTimeOf(order: OrderView): number {
  if (order.status === 'UNTRIGGERED') return -1;
  return order.stopPrice || order.deltaBips ? order.updatedAtMs : order.createdAtMs;
}

/** Only the terms that the order has. */
function termsOf(
  market: LiveMarket,
  order: OrderView,
): { stopPrice?: string; trailingDelta?: number; icebergQty?: string } {
  const stopPrice = order.stopPrice || order.activationPrice;
  return {
    ...(stopPrice ? { stopPrice: priceText(stopPrice) } : {}),
    ...(order.deltaBips ? { trailingDelta: order.deltaBips } : {}),
    ...(order.displayQuantity ? { icebergQty: formatUnits(order.displayQuantity, market.baseScale) } : {}),
  };
}

/** Which order it is. */
function nameOf(order: OrderView): { symbol: string; orderId: number; orderListId: number; clientOrderId: string } {
  const { symbol, orderId, clientOrderId } = order;
  return { symbol, orderId, orderListId: listIdOf(order), clientOrderId };
}

/** Type, status and quantities of an order. A market order by amount has no quantity: the filled one is shown. */
function stateOf(
  market: LiveMarket,
  order: OrderView,
): Pick<
  Order,
  | 'price'
  | 'origQty'
  | 'executedQty'
  | 'origQuoteOrderQty'
  | 'cummulativeQuoteQty'
  | 'status'
  | 'timeInForce'
  | 'type'
  | 'side'
> {
  return {
    price: priceText(order.price),
    origQty: formatUnits(order.quantity || order.filledQuantity, market.baseScale),
    executedQty: formatUnits(order.filledQuantity, market.baseScale),
    origQuoteOrderQty: formatUnits(order.quoteAmount, market.quoteScale),
    cummulativeQuoteQty: formatUnits(order.filledAmount, market.quoteScale),
    status: statusOf(order),
    timeInForce: timeInForceOf(order),
    type: TYPES[order.type](order),
    side: order.side,
  };
}

export function newOrderOf(
  live: LiveMarkets,
  order: OrderView,
  fills: readonly FillRow[],
  type: ResponseType,
): NewOrder {
  const market = marketOf(live, order.symbol);
  const ack: NewOrder = { ...nameOf(order), transactTime: order.updatedAtMs };
  if (type === 'ACK') return ack;
  const result: NewOrder = {
    ...ack,
    ...stateOf(market, order),
    ...termsOf(market, order),
    workingTime: workingTimeOf(order),
    selfTradePreventionMode: order.stpMode,
  };
  if (type === 'RESULT') return result;
  return {
    ...result,
    fills: fills.map((fill) => ({
      price: priceText(fill.price),
      qty: formatUnits(fill.quantity, market.baseScale),
      commission: feeText(live, fill),
      commissionAsset: fill.feeAsset,
      tradeId: fill.tradeId,
    })),
  };
}

/** `cancelId` names the cancel itself; the order's own id is origClientOrderId. */
export function canceledOrderOf(live: LiveMarkets, order: OrderView, cancelId: string): CanceledOrder {
  const market = marketOf(live, order.symbol);
  return {
    symbol: order.symbol,
    origClientOrderId: order.clientOrderId,
    orderId: order.orderId,
    orderListId: listIdOf(order),
    clientOrderId: cancelId,
    transactTime: order.updatedAtMs,
    ...stateOf(market, order),
    ...termsOf(market, order),
    selfTradePreventionMode: order.stpMode,
  };
}

export function orderOf(live: LiveMarkets, order: OrderView): Order {
  const market = marketOf(live, order.symbol);
  return {
    ...nameOf(order),
    ...stateOf(market, order),
    stopPrice: '0',
    icebergQty: '0',
    ...termsOf(market, order),
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
    isWorking: order.status !== 'UNTRIGGERED',
    workingTime: workingTimeOf(order),
    selfTradePreventionMode: order.stpMode,
  };
}

export function myTradeOf(live: LiveMarkets, fill: FillOfOrder): MyTrade {
  const market = marketOf(live, fill.symbol);
  return {
    symbol: fill.symbol,
    id: fill.tradeId,
    orderId: fill.orderId,
    orderListId: fill.ocoId || -1,
    price: priceText(fill.price),
    qty: formatUnits(fill.quantity, market.baseScale),
    quoteQty: formatUnits(fill.amount, market.quoteScale),
    commission: feeText(live, fill),
    commissionAsset: fill.feeAsset,
    time: fill.timeMs,
    isBuyer: fill.side === 'BUY',
    isMaker: fill.isMaker,
    isBestMatch: true,
  };
}

/** `orders` are the pair's, by id; history may have dropped one of them. */
export function orderListOf(orders: readonly OrderView[], listClientOrderId: string): OrderList {
  const [first] = orders;
  if (!first) throw new Error('a pair has at least one order');
  const isOpen = orders.some(isLive);
  return {
    orderListId: first.ocoId,
    contingencyType: 'OCO',
    listStatusType: isOpen ? 'EXEC_STARTED' : 'ALL_DONE',
    listOrderStatus: isOpen ? 'EXECUTING' : 'ALL_DONE',
    listClientOrderId,
    transactionTime: first.createdAtMs,
    symbol: first.symbol,
    orders: orders.map(({ symbol, orderId, clientOrderId }) => ({ symbol, orderId, clientOrderId })),
  };
}
