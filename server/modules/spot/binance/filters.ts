/**
 * What order/test checks of an order: the numbers against the market's filters, in the order of trading A4, but neither
 * balance nor book. The core checks all of it again when an order is placed.
 */
import { PRICE_SCALE, RATE_SCALE } from '@agio/core/fixed';
import type { RejectCode } from '@agio/core';
import { lastPriceOf, type LiveMarket } from '../../markets/index.ts';
import type { PlaceCommand } from '../order-request.ts';

const RATE_ONE = 10n ** BigInt(RATE_SCALE);

/** Null: nothing to object. */
export function checkFilters(market: LiveMarket, order: PlaceCommand): RejectCode | null {
  const { parameters, status } = market.view;
  if (status !== 'TRADING' && status !== 'POST_ONLY') return 'MARKET_STATUS';
  const isLimit = order.type === 'LIMIT';
  if (isLimit) {
    if (order.price === 0 || order.price % parameters.tickSize !== 0) return 'PRICE_TICK';
    if (isOutside(order.price, parameters.minPrice, parameters.maxPrice)) return 'PRICE_RANGE';
  }
  if (order.quoteAmount === 0) {
    if (order.quantity === 0 || order.quantity % parameters.stepSize !== 0) return 'QUANTITY_STEP';
    if (isOutside(order.quantity, parameters.minVolume, parameters.maxVolume)) return 'QUANTITY_RANGE';
  }
  return checkAmount(market, order) ?? (isLimit ? checkDistance(market, order) : null);
}

/** 0 switches a limit off. */
function isOutside(value: number, least: number, most: number): boolean {
  return value < least || (most > 0 && value > most);
}

function checkAmount(market: LiveMarket, order: PlaceCommand): RejectCode | null {
  const { parameters } = market.view;
  const price = order.type === 'LIMIT' ? order.price : lastPriceOf(market);
  if (price === 0 && order.quoteAmount === 0) return null;
  const amount = order.quoteAmount > 0 ? BigInt(order.quoteAmount) : notional(market, price, order.quantity);
  if (amount < BigInt(parameters.minAmount)) return 'MIN_AMOUNT';
  const limits = [
    parameters.maxAmount,
    order.type === 'LIMIT' ? parameters.maxLimitOrderAmount : parameters.maxMarketOrderAmount,
  ];
  return limits.some((limit) => limit > 0 && amount > BigInt(limit)) ? 'MAX_AMOUNT' : null;
}

function notional(market: LiveMarket, price: number, quantity: number): bigint {
  return (
    (BigInt(price) * BigInt(quantity) * 10n ** BigInt(market.quoteScale)) /
    10n ** BigInt(PRICE_SCALE + market.baseScale)
  );
}

/** Absurd prices on the passive side, then prices too far on the aggressive one. */
function checkDistance(market: LiveMarket, order: PlaceCommand): RejectCode | null {
  const last = BigInt(lastPriceOf(market));
  if (last === 0n) return null;
  const { minBuyPriceOffset, maxSellPriceOffset, priceProtectScope } = market.view.parameters;
  const price = BigInt(order.price) * RATE_ONE;
  const at = (rate: number): bigint => last * (RATE_ONE + BigInt(rate));
  if (order.side === 'BUY') {
    if (minBuyPriceOffset !== 0 && price < at(minBuyPriceOffset)) return 'PRICE_OFFSET';
    return priceProtectScope !== 0 && price > at(priceProtectScope) ? 'PRICE_BAND' : null;
  }
  if (maxSellPriceOffset !== 0 && price > at(maxSellPriceOffset)) return 'PRICE_OFFSET';
  return priceProtectScope !== 0 && price < at(-priceProtectScope) ? 'PRICE_BAND' : null;
}
