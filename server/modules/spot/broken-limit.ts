/** Which limit of its market a refused spot order broke (trading A4.1 to A4.7). */
import { type BrokenLimit, refusalOfLimit, type Refusal } from '@agio/contracts/errors';
import type { CommandBody, OrderView, RejectCode } from '@agio/core';
import { formatUnits, PRICE_SCALE } from '@agio/core/fixed';
import { ICEBERG_PARTS, MAX_TICKS, trailingTriggerTicks } from '@agio/core/formulas';
import type { EngineHandle } from '../../engine/index.ts';
import { brokenBand, lastPriceOf, type LiveMarket, type LiveMarkets } from '../markets/index.ts';
import { hasLimit, type OcoCommand, type PlaceCommand } from './order-request.ts';

type AmendCommand = Extract<CommandBody, { kind: 'AmendOrder' }>;

/** What of an order its limits concern; prices and amounts in the core's integers, 0 where it has none. */
interface Asked {
  /** Each limit, and the price that it is measured from: the trigger of an order that waits, else the last price. */
  readonly limits: readonly { readonly price: number; readonly from: number }[];
  /** Every price that it names, in the order in which the engine looks at them. */
  readonly prices: readonly number[];
  readonly quantity: number;
  readonly displayQuantity: number;
  /** Price and kind of each order that it makes, for the largest value. */
  readonly parts: readonly { readonly isLimit: boolean; readonly price: number }[];
}

/** The refusal of a command, with the limit that it broke where its code is about one. */
export async function spotRefusal(
  live: LiveMarkets,
  engine: Pick<EngineHandle, 'query'>,
  command: CommandBody,
  code: RejectCode,
): Promise<Refusal> {
  return refusalOfLimit(code, await brokenLimit(live, engine, command, code));
}

async function brokenLimit(
  live: LiveMarkets,
  engine: Pick<EngineHandle, 'query'>,
  command: CommandBody,
  code: RejectCode,
): Promise<BrokenLimit | null> {
  if (command.kind !== 'PlaceOrder' && command.kind !== 'PlaceOco' && command.kind !== 'AmendOrder') return null;
  const market = live.markets.get(command.symbol);
  if (market === undefined) return null;
  switch (code) {
    case 'PRICE_RANGE':
      return priceLimit(market, (await askedBy(engine, command, market)).prices);
    case 'QUANTITY_RANGE':
      return quantityLimit(market, await askedBy(engine, command, market));
    case 'MIN_AMOUNT':
      return { limit: 'total_least', ...quoteText(market, market.view.parameters.minAmount) };
    case 'MAX_AMOUNT':
      return {
        limit: 'total_most',
        ...quoteText(market, largestValue(market, await askedBy(engine, command, market))),
      };
    case 'PRICE_BAND':
    case 'PRICE_OFFSET':
      return bandLimit(market, await askedBy(engine, command, market), code);
    default:
      return null;
  }
}

async function askedBy(
  engine: Pick<EngineHandle, 'query'>,
  command: PlaceCommand | OcoCommand | AmendCommand,
  market: LiveMarket,
): Promise<Asked> {
  if (command.kind === 'PlaceOco') return askedByOco(command, market);
  const order = command.kind === 'AmendOrder' ? await engine.query('order', { orderId: command.orderId }) : null;
  const { price, stopPrice = 0, activationPrice = 0 } = command;
  const quantity = command.quantity || (order?.quantity ?? 0);
  const displayQuantity = (command.displayQuantity ?? 0) || (order?.displayQuantity ?? 0);
  const isLimit = isLimitOrder(command, order);
  const limit = price || (order?.price ?? 0);
  return {
    limits: isLimit ? [{ price: limit, from: triggerOf(command, order, market) || lastPriceOf(market) }] : [],
    prices: [price, stopPrice, activationPrice],
    quantity,
    displayQuantity,
    parts: [{ isLimit, price: limit }],
  };
}

/** The price at which an order that waits would fire, of a trailing stop if the price turned now; 0 for one that does not wait. */
function triggerOf(command: PlaceCommand | AmendCommand, order: OrderView | null, market: LiveMarket): number {
  const of = (field: 'stopPrice' | 'deltaBips' | 'activationPrice'): number =>
    (command[field] ?? 0) || (order?.[field] ?? 0);
  const [stopPrice, deltaBips] = [of('stopPrice'), of('deltaBips')];
  if (stopPrice !== 0 || deltaBips === 0) return stopPrice;
  const isBuy = (command.kind === 'PlaceOrder' ? command.side : order?.side) === 'BUY';
  const { tickSize } = market.view.parameters;
  return trailingTriggerTicks(isBuy, (of('activationPrice') || lastPriceOf(market)) / tickSize, deltaBips) * tickSize;
}

function isLimitOrder(command: PlaceCommand | AmendCommand, order: OrderView | null): boolean {
  if (command.kind === 'PlaceOrder') return hasLimit(command.type);
  return order === null || hasLimit(order.type);
}

function askedByOco(command: OcoCommand, market: LiveMarket): Asked {
  const { price, takeProfitPrice, stopPrice, stopLimitPrice, quantity } = command;
  const limits = [
    { price, from: takeProfitPrice || lastPriceOf(market) },
    { price: stopLimitPrice, from: stopPrice },
  ];
  return {
    limits: limits.filter((limit) => limit.price !== 0),
    prices: [price, takeProfitPrice, stopLimitPrice, stopPrice],
    quantity,
    displayQuantity: 0,
    parts: [
      { isLimit: price !== 0, price: price || takeProfitPrice },
      { isLimit: stopLimitPrice !== 0, price: stopLimitPrice || stopPrice },
    ],
  };
}

function priceLimit({ view }: LiveMarket, prices: readonly number[]): BrokenLimit | null {
  const { minPrice, maxPrice, tickSize } = view.parameters;
  const most = Math.min(maxPrice || Infinity, MAX_TICKS * tickSize);
  const text = (price: number) => ({ value: formatUnits(price, PRICE_SCALE), asset: view.quote });
  for (const price of prices) {
    if (price !== 0 && price < minPrice) return { limit: 'price_least', ...text(minPrice) };
    if (price > most) return { limit: 'price_most', ...text(most) };
  }
  return null;
}

/** The first limit that stands too far from where it is measured (trading A4.5 to A4.7). */
function bandLimit({ view }: LiveMarket, { limits }: Asked, code: RejectCode): BrokenLimit | null {
  const { parameters, quote } = view;
  for (const { price, from } of limits) {
    const band = brokenBand(code, price, {
      tickSize: parameters.tickSize,
      last: from,
      center: from,
      rates: parameters,
    });
    if (band !== null) return { ...band, asset: quote };
  }
  return null;
}

function quantityLimit(market: LiveMarket, { quantity, displayQuantity }: Asked): BrokenLimit | null {
  const { minVolume, maxVolume, stepSize } = market.view.parameters;
  const text = (amount: number) => ({ value: formatUnits(amount, market.baseScale), asset: market.view.base });
  if (quantity < minVolume) return { limit: 'quantity_least', ...text(minVolume) };
  if (maxVolume !== 0 && quantity > maxVolume) return { limit: 'quantity_most', ...text(maxVolume) };
  // A slice keeps the smallest quantity, and there are few of them (trading A1.5).
  const slice = Math.ceil(quantity / stepSize / ICEBERG_PARTS) * stepSize;
  return displayQuantity === 0 ? null : { limit: 'display_least', ...text(Math.max(minVolume, slice)) };
}

/** The smaller of the limits of all orders and of this kind of order: an order that broke either broke this one. */
function largestValue({ view, baseScale, quoteScale }: LiveMarket, { parts, quantity }: Asked): number {
  const { maxAmount, maxLimitOrderAmount, maxMarketOrderAmount } = view.parameters;
  const limits = parts.map(({ isLimit }) =>
    Math.min(maxAmount || Infinity, (isLimit ? maxLimitOrderAmount : maxMarketOrderAmount) || Infinity),
  );
  const scale = 10n ** BigInt(PRICE_SCALE + baseScale - quoteScale);
  const valueOf = (price: number) => (BigInt(price) * BigInt(quantity)) / scale;
  const broken = parts.findIndex(({ price }, at) => {
    const limit = limits[at] ?? Infinity;
    return limit !== Infinity && valueOf(price) > BigInt(limit);
  });
  return limits[Math.max(0, broken)] ?? maxAmount;
}

function quoteText({ view, quoteScale }: LiveMarket, amount: number): { value: string; asset: string } {
  return { value: formatUnits(amount, quoteScale), asset: view.quote };
}
