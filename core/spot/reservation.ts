/** What an order keeps locked (trading A5.1, A5.2): computed from the order, so that it can be checked at any time. */
import {
  BUY,
  FEE_REST,
  FILLED_AMOUNT,
  FLAGS,
  hasTerms,
  INT_STRIDE,
  KEY,
  LOTS,
  NUM_STRIDE,
  type OrderPool,
  PREVENTED_AMOUNT,
  QUOTE_AMOUNT,
  sideOf,
} from '../book/order-pool.ts';
import type { OrderTerms } from '../book/order-terms.ts';
import { buyReserve, marketBuySetAside } from '../formulas/spot-reserve.ts';
import type { Market } from './market.ts';

/** What a live order locks by itself: quote units for a buy, base units for a sell. The legs of an OCO share: see Oco. */
export function reserveOf(orders: OrderPool, market: Market, order: number): number {
  const { int, num } = orders;
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  if (sideOf(int[at + FLAGS]) !== BUY) {
    const lots = hasTerms(int[at + FLAGS]) ? orders.restLots(order) : num[numAt + LOTS];
    return lots * market.stepSize;
  }
  return buyReserve(market, unpaidAmount(orders, market, order), int[at + FEE_REST]);
}

/** The most a buy may still pay. A buy by amount lives only during its own command, and holds no lots. */
export function unpaidAmount(orders: OrderPool, market: Market, order: number): number {
  const { int, num } = orders;
  const numAt = order * NUM_STRIDE;
  if (num[numAt + QUOTE_AMOUNT] !== 0) {
    return num[numAt + QUOTE_AMOUNT] - num[numAt + FILLED_AMOUNT] - num[numAt + PREVENTED_AMOUNT];
  }
  const at = order * INT_STRIDE;
  const price = Math.abs(int[at + KEY]) * market.unit;
  if (!hasTerms(int[at + FLAGS])) return price * num[numAt + LOTS];
  const { setAside } = orders.terms(order);
  return setAside !== 0 ? setAside : price * orders.restLots(order);
}

/**
 * What a dormant market buy sets aside for its lots, fees not counted (trading A5.1): the premium over its stop price; of a trailing
 * stop, over the price at which it fires when nothing moves. Above 2^53 - 1 if the amount is too large.
 */
export function setAsideOf(market: Market, lots: number, terms: OrderTerms): number {
  const from = terms.stopTicks !== 0 ? terms.stopTicks : terms.activationTicks || market.lastTicks;
  return marketBuySetAside(from * lots * market.unit, terms.deltaBips, market.parameters.premiumFactor);
}
