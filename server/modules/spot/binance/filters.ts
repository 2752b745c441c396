/**
 * What order/test checks of an order: the numbers against the market's filters, in the order of trading A4, but neither
 * balance nor book nor whether a trigger is reached. The core checks all of it again when an order is placed.
 */
import type { RejectCode } from '@agio/core';
import { PRICE_SCALE, RATE_SCALE } from '@agio/core/fixed';
import { lastPriceOf, type LiveMarket } from '../../markets/index.ts';
import { hasLimit, type PlaceCommand } from '../order-request.ts';

const RATE_ONE = 10n ** BigInt(RATE_SCALE);
const BIPS_ONE = 10_000n;

/** Null: nothing to object. */
export function checkFilters(market: LiveMarket, order: PlaceCommand): RejectCode | null {
  const { status } = market.view;
  if (status !== 'TRADING' && status !== 'POST_ONLY') return 'MARKET_STATUS';
  return (
    (hasLimit(order.type) ? checkPrice(market, order.price) : null) ??
    (order.stopPrice ? checkPrice(market, order.stopPrice) : null) ??
    (order.activationPrice ? checkPrice(market, order.activationPrice) : null) ??
    (order.quoteAmount === 0 ? checkQuantity(market, order.quantity) : null) ??
    (order.displayQuantity ? checkQuantity(market, order.displayQuantity) : null) ??
    checkAmount(market, order) ??
    (hasLimit(order.type) ? checkDistance(market, order) : null)
  );
}

function checkPrice(market: LiveMarket, price: number): RejectCode | null {
  const { tickSize, minPrice, maxPrice } = market.view.parameters;
  if (price === 0 || price % tickSize !== 0) return 'PRICE_TICK';
  return isOutside(price, minPrice, maxPrice) ? 'PRICE_RANGE' : null;
}

function checkQuantity(market: LiveMarket, quantity: number): RejectCode | null {
  const { stepSize, minVolume, maxVolume } = market.view.parameters;
  if (quantity === 0 || quantity % stepSize !== 0) return 'QUANTITY_STEP';
  return isOutside(quantity, minVolume, maxVolume) ? 'QUANTITY_RANGE' : null;
}

/** 0 switches a limit off. */
function isOutside(value: number, least: number, most: number): boolean {
  return value < least || (most > 0 && value > most);
}

function checkAmount(market: LiveMarket, order: PlaceCommand): RejectCode | null {
  const { parameters } = market.view;
  const isLimit = hasLimit(order.type);
  const price = isLimit ? order.price : order.stopPrice || lastPriceOf(market);
  if (price === 0 && order.quoteAmount === 0) return null;
  const amount = order.quoteAmount > 0 ? BigInt(order.quoteAmount) : notional(market, price, order.quantity);
  if (amount < BigInt(parameters.minAmount)) return 'MIN_AMOUNT';
  const limits = [parameters.maxAmount, isLimit ? parameters.maxLimitOrderAmount : parameters.maxMarketOrderAmount];
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
  const around = triggerPrice(market, order) || BigInt(lastPriceOf(market));
  if (around === 0n) return null;
  const { minBuyPriceOffset, maxSellPriceOffset, priceProtectScope } = market.view.parameters;
  const price = BigInt(order.price) * RATE_ONE;
  const at = (rate: number): bigint => around * (RATE_ONE + BigInt(rate));
  if (order.side === 'BUY') {
    if (minBuyPriceOffset !== 0 && price < at(minBuyPriceOffset)) return 'PRICE_OFFSET';
    return priceProtectScope !== 0 && price > at(priceProtectScope) ? 'PRICE_BAND' : null;
  }
  if (maxSellPriceOffset !== 0 && price > at(maxSellPriceOffset)) return 'PRICE_OFFSET';
  return priceProtectScope !== 0 && price < at(-priceProtectScope) ? 'PRICE_BAND' : null;
}

/** At what price a dormant order would enter (trading A4.7); of a trailing stop, when nothing moves. 0 for the others. */
function triggerPrice(market: LiveMarket, order: PlaceCommand): bigint {
  if (order.stopPrice) return BigInt(order.stopPrice);
  if (!order.deltaBips) return 0n;
  const tick = BigInt(market.view.parameters.tickSize);
  const from = BigInt(order.activationPrice || lastPriceOf(market)) / tick;
  const delta = BigInt(order.deltaBips);
  const ticks = (from * (order.side === 'BUY' ? BIPS_ONE + delta : BIPS_ONE - delta)) / BIPS_ONE;
  return (ticks > 1n ? ticks : 1n) * tick;
}
