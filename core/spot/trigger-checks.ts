/** What a dormant order must satisfy (trading A1.1 to A1.3, A4). Pure: they read and answer. */
import { BUY, LIMIT_TYPE, PROFIT_TRIGGER, TRAILING_TRIGGER } from '../book/order-pool.ts';
import { OrderTerms } from '../book/order-terms.ts';
import { type PlaceOrder } from '../protocol/commands.ts';
import { MAX_UNITS } from '../fixed.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { checkAmount, checkDistance, checkPrice, checkQuantity, type Intent } from './checks.ts';
import { isCount } from '../protocol/field-checks.ts';
import type { Market } from './market.ts';
import { TRAILING_BIPS } from '../formulas/order-limits.ts';
import { buyReserve, trailingTriggerTicks } from '../formulas/spot-reserve.ts';
import { setAsideOf } from './reservation.ts';
import { ORDER_TYPES } from '../protocol/words.ts';

export function isBips(value: number): boolean {
  return isCount(value) && value >= TRAILING_BIPS.least && value <= TRAILING_BIPS.most;
}

/** The trigger's fields; the others are in the intent already. Null when they do not fit the type. */
export function readTerms(command: PlaceOrder, market: Market, intent: Intent): OrderTerms | null {
  const { stopPrice = 0, deltaBips = 0, activationPrice = 0, displayQuantity = 0 } = command;
  if (!isCount(stopPrice) || !isCount(activationPrice) || displayQuantity !== 0 || command.quoteAmount !== 0)
    return null;
  intent.trigger = ORDER_TYPES.indexOf(command.type) >> 1;
  if (intent.trigger === TRAILING_TRIGGER) {
    // Without an activation price it follows the last price from now on, so there must be one.
    if (stopPrice !== 0 || !isBips(deltaBips) || (activationPrice === 0 && market.lastTicks === 0)) return null;
  } else if (stopPrice === 0 || deltaBips !== 0 || activationPrice !== 0) {
    return null;
  }
  const terms = new OrderTerms();
  terms.stopTicks = stopPrice / market.tickSize;
  terms.deltaBips = deltaBips;
  terms.activationTicks = activationPrice / market.tickSize;
  terms.maxSlippage = intent.maxSlippage;
  return terms;
}

/** Trading A4.1 to A4.6 for an order that waits: its prices, then its size and its limit as they will be at the trigger. */
export function checkDormant(market: Market, intent: Intent, terms: OrderTerms): RejectCode | null {
  const isLimit = intent.type === LIMIT_TYPE;
  return (
    (isLimit ? checkPrice(market, intent.ticks) : null) ??
    (terms.stopTicks !== 0 ? checkPrice(market, terms.stopTicks) : null) ??
    (terms.activationTicks !== 0 ? checkPrice(market, terms.activationTicks) : null) ??
    checkQuantity(market, intent.lots) ??
    checkDormantAmount(market, intent, terms) ??
    (isLimit ? checkDistance(market, intent.side, intent.ticks, triggerTicks(market, intent.side, terms)) : null)
  );
}

export function checkDormantAmount(market: Market, intent: Intent, terms: OrderTerms): RejectCode | null {
  return checkAmount(market, intent, terms.stopTicks || market.referenceTicks);
}

/** The stop price; of a trailing stop the price at which it fires when nothing moves. */
function triggerTicks(market: Market, side: number, terms: OrderTerms): number {
  if (terms.stopTicks !== 0) return terms.stopTicks;
  return trailingTriggerTicks(side === BUY, terms.activationTicks || market.lastTicks, terms.deltaBips);
}

/** Would it fire at the last price? A trailing stop never does: it waits for a later print. */
export function wouldTriggerNow(market: Market, intent: Intent, terms: OrderTerms): boolean {
  const { lastTicks } = market;
  if (lastTicks === 0 || terms.stopTicks === 0) return false;
  const isUpward = (intent.trigger === PROFIT_TRIGGER) !== (intent.side === BUY);
  return isUpward ? lastTicks >= terms.stopTicks : lastTicks <= terms.stopTicks;
}

/**
 * What the order locks while it waits (trading A5.1), in quote for a buy, in base for a sell; above 2^53 - 1 when it, or
 * what its limit brings, would pass that. Notes what a market buy sets aside.
 */
export function reserveOfDormant(market: Market, intent: Intent, terms: OrderTerms): number {
  const { side, ticks, lots } = intent;
  if (lots > market.maxLots) return Infinity;
  const amount = ticks * lots * market.unit;
  if (amount > MAX_UNITS) return Infinity;
  if (side !== BUY) return lots * market.stepSize;
  if (intent.type === LIMIT_TYPE) return buyReserve(market, amount, 0);
  terms.setAside = setAsideOf(market, lots, terms);
  return terms.setAside > MAX_UNITS ? Infinity : buyReserve(market, terms.setAside, 0);
}
