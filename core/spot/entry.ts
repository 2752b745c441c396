/** The most that an order may pay or receive if it enters now, computed before it does. */
import { BUY, LIMIT_TYPE, SELL } from '../book/order-pool.ts';
import { MAX_UNITS } from '../fixed.ts';
import { marketBuyCap, marketSellCap } from '../formulas/price-bounds.ts';
import { type Intent, mayRest } from './checks.ts';
import { type Market } from './market.ts';
import { MAX_TICKS } from '../formulas/order-limits.ts';
import { buyReserve, lotsForAmount } from '../formulas/spot-reserve.ts';

/** The market order's cap in ticks (trading A4.9). */
export function capTicks(market: Market, intent: Intent, bestTicks: number): number {
  const cap =
    intent.side === SELL
      ? marketSellCap(bestTicks, market.parameters, intent.maxSlippage)
      : marketBuyCap(bestTicks, market.parameters, intent.maxSlippage);
  return Math.min(cap, MAX_TICKS);
}

/**
 * What the order will lock (trading A5.1); above 2^53 - 1 when the order, or anything its fills could add up to, would
 * pass that. Sets the lots that a sell by amount may need.
 */
export function reserveOfIntent(market: Market, intent: Intent, bestTicks: number): number {
  const { side, ticks, lots, quoteAmount } = intent;
  if (quoteAmount !== 0) {
    // The most lots: a buy's at the best price, a sell's at the cap.
    const mostLots =
      side === BUY ? quoteAmount / (bestTicks * market.unit) : lotsForAmount(quoteAmount, ticks * market.unit);
    if (quoteAmount > MAX_UNITS || mostLots > market.maxLots) return Infinity;
    if (side === BUY) return buyReserve(market, quoteAmount, 0);
    intent.lots = mostLots;
    return mostLots * market.stepSize;
  }
  const { displayLots } = intent;
  if (lots > market.maxLots || displayLots > market.maxLots || !fitsLevel(market, intent)) return Infinity;
  if (side === BUY) {
    const amount = ticks * lots * market.unit;
    return amount > MAX_UNITS ? Infinity : buyReserve(market, amount, 0);
  }
  // A sell gets at most the better of its limit and the best bid.
  return Math.max(ticks, bestTicks) * lots * market.unit > MAX_UNITS ? Infinity : lots * market.stepSize;
}

/** The sum of a level stays a safe integer. */
function fitsLevel(market: Market, intent: Intent): boolean {
  if (intent.type !== LIMIT_TYPE || !mayRest(intent)) return true;
  return market.book.levelLots(intent.side, intent.ticks) + intent.lots <= market.maxLots;
}
