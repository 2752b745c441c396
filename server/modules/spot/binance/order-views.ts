/** Orders and fills as the dialect shows them. */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type * as shape from '@agio/contracts/http/binance-shapes';
import type { OrderView } from '@agio/core';
import { formatUnits } from '@agio/core/fixed';
import { type LiveMarket, type LiveMarkets, priceText } from '../../markets/index.ts';
import type { FillRow } from '../repo.ts';
import { feeText, marketOf } from '../views.ts';

type NewOrder = z.output<typeof shape.newOrder>;
type Order = z.output<typeof shape.order>;
type CanceledOrder = z.output<typeof shape.canceledOrder>;
type MyTrade = z.output<typeof shape.myTrade>;

export const RESPONSE_TYPES = ['ACK', 'RESULT', 'FULL'] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/** For who sends no id of their own. */
export function newClientId(): string {
  return randomBytes(16).toString('base64url');
}

/** Post-only is a type of its own here; what acts at once without a choice is shown as GTC. */
export function typeOf(order: OrderView): string {
  return order.type === 'LIMIT' && order.timeInForce === 'GTX' ? 'LIMIT_MAKER' : order.type;
}

function timeInForceOf(order: OrderView): string {
  return order.type === 'MARKET' || order.timeInForce === 'GTX' ? 'GTC' : order.timeInForce;
}

/** A market order by amount has no quantity of its own: what was filled is all there is. */
function quantities(
  market: LiveMarket,
  order: OrderView,
): { price: string; origQty: string; executedQty: string; origQuoteOrderQty: string; cummulativeQuoteQty: string } {
  return {
    price: priceText(order.price),
    origQty: formatUnits(order.quantity || order.filledQuantity, market.baseScale),
    executedQty: formatUnits(order.filledQuantity, market.baseScale),
    origQuoteOrderQty: formatUnits(order.quoteAmount, market.quoteScale),
    cummulativeQuoteQty: formatUnits(order.filledAmount, market.quoteScale),
  };
}

export function newOrderOf(
  live: LiveMarkets,
  order: OrderView,
  fills: readonly FillRow[],
  type: ResponseType,
): NewOrder {
  const market = marketOf(live, order.symbol);
  const ack: NewOrder = {
    symbol: order.symbol,
    orderId: order.orderId,
    orderListId: -1,
    clientOrderId: order.clientOrderId,
    transactTime: order.updatedAtMs,
  };
  if (type === 'ACK') return ack;
  const result: NewOrder = {
    ...ack,
    ...quantities(market, order),
    status: order.status,
    timeInForce: timeInForceOf(order),
    type: typeOf(order),
    side: order.side,
    workingTime: order.createdAtMs,
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
  return {
    symbol: order.symbol,
    origClientOrderId: order.clientOrderId,
    orderId: order.orderId,
    orderListId: -1,
    clientOrderId: cancelId,
    transactTime: order.updatedAtMs,
    ...quantities(marketOf(live, order.symbol), order),
    status: order.status,
    timeInForce: timeInForceOf(order),
    type: typeOf(order),
    side: order.side,
    selfTradePreventionMode: order.stpMode,
  };
}

export function orderOf(live: LiveMarkets, order: OrderView): Order {
  return {
    symbol: order.symbol,
    orderId: order.orderId,
    orderListId: -1,
    clientOrderId: order.clientOrderId,
    ...quantities(marketOf(live, order.symbol), order),
    status: order.status,
    timeInForce: timeInForceOf(order),
    type: typeOf(order),
    side: order.side,
    stopPrice: '0',
    icebergQty: '0',
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
    isWorking: true,
    workingTime: order.createdAtMs,
    selfTradePreventionMode: order.stpMode,
  };
}

export function myTradeOf(live: LiveMarkets, fill: FillRow): MyTrade {
  const market = marketOf(live, fill.symbol);
  return {
    symbol: fill.symbol,
    id: fill.tradeId,
    orderId: fill.orderId,
    orderListId: -1,
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
