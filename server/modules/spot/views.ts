/** Orders and fills as the site's calls and channels show them. */
import type { Fill, Order } from '@agio/contracts/http/spot';
import { averagePrice, type OrderType, type OrderView, type Trail } from '@agio/core';
import { formatUnits } from '@agio/core/fixed';
import { type LiveMarket, type LiveMarkets, priceText, trailView } from '../markets/index.ts';
import type { FillRow, OrderOfFill } from './repo.ts';

export function marketOf(live: LiveMarkets, symbol: string): LiveMarket {
  const market = live.markets.get(symbol);
  if (!market) throw new Error(`market ${symbol} is not known here`);
  return market;
}

export function orderView(live: LiveMarkets, order: OrderView & Partial<Trail>): Order {
  const { baseScale, quoteScale } = marketOf(live, order.symbol);
  const filledQuantity = BigInt(order.filledQuantity);
  return {
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    price: priceText(order.price),
    quantity: formatUnits(order.quantity, baseScale),
    quoteAmount: formatUnits(order.quoteAmount, quoteScale),
    filledQuantity: formatUnits(order.filledQuantity, baseScale),
    filledAmount: formatUnits(order.filledAmount, quoteScale),
    averagePrice: priceText(averagePrice(filledQuantity, BigInt(order.filledAmount), { baseScale, quoteScale })),
    stopPrice: priceText(order.stopPrice),
    deltaBips: order.deltaBips,
    activationPrice: priceText(order.activationPrice),
    ...(isTrailing(order) ? trailView(order) : {}),
    displayQuantity: formatUnits(order.displayQuantity, baseScale),
    ocoId: order.ocoId,
    status: order.status,
    reason: order.reason,
    createdAt: order.createdAtMs,
    updatedAt: order.updatedAtMs,
  };
}

/** Is it a trailing stop that waits? */
export function isTrailing({ deltaBips, status }: Pick<OrderView, 'deltaBips' | 'status'>): boolean {
  return deltaBips !== 0 && status === 'UNTRIGGERED';
}

/** `order`: what is known of the order that filled. */
export function fillView(live: LiveMarkets, fill: FillRow, order: OrderOfFill | null): Fill {
  const { baseScale, quoteScale } = marketOf(live, fill.symbol);
  return {
    tradeId: fill.tradeId,
    orderId: fill.orderId,
    symbol: fill.symbol,
    side: fill.side,
    price: priceText(fill.price),
    quantity: formatUnits(fill.quantity, baseScale),
    amount: formatUnits(fill.amount, quoteScale),
    fee: feeText(live, fill),
    feeAsset: fill.feeAsset,
    isMaker: fill.isMaker,
    ...(order === null ? {} : { sentBy: senderOf(order.type), ocoId: order.ocoId }),
    time: fill.timeMs,
  };
}

/** Which condition sent an order of this type; null: none, it was sent at once. */
function senderOf(type: OrderType): Fill['sentBy'] {
  if (type === 'LIMIT' || type === 'MARKET') return null;
  if (type === 'STOP_LIMIT' || type === 'STOP_MARKET') return 'STOP';
  return type === 'TAKE_PROFIT_LIMIT' || type === 'TAKE_PROFIT_MARKET' ? 'TAKE_PROFIT' : 'TRAILING_STOP';
}

export function feeText(live: LiveMarkets, fill: FillRow): string {
  const scale = live.scales.get(fill.feeAsset);
  if (scale === undefined) throw new Error(`asset ${fill.feeAsset} has no scale`);
  return formatUnits(fill.fee, scale);
}
