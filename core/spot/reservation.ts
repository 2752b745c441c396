/** What an order keeps locked (trading A5.1, A5.2): computed from the order, so that it can be checked at any time. */
import {
  BUY,
  FEE_REST,
  FILLED_AMOUNT,
  FLAGS,
  INT_STRIDE,
  KEY,
  LOTS,
  NUM_STRIDE,
  type OrderPool,
  PREVENTED_AMOUNT,
  QUOTE_AMOUNT,
  sideOf,
} from '../book/order-pool.ts';
import { feeReserve } from '../formulas/fee.ts';
import type { Market } from './market.ts';

/** Quote units that a buy locks while this much of its amount is still to be paid. */
export function buyReserve(market: Market, amount: number, feeRest: number): number {
  return market.feeInQuote ? amount + feeReserve(amount, market.reserveRate, feeRest) : amount;
}

/** What a live order locks: quote units for a buy, base units for a sell. */
export function reserveOf(orders: OrderPool, market: Market, order: number): number {
  const { int, num } = orders;
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  if (sideOf(int[at + FLAGS]) !== BUY) return num[numAt + LOTS] * market.stepSize;
  return buyReserve(market, unpaidAmount(orders, market, order), int[at + FEE_REST]);
}

/** The most a buy may still pay. Only inside its own command does a buy by amount live, and there it holds no lots. */
export function unpaidAmount(orders: OrderPool, market: Market, order: number): number {
  const { int, num } = orders;
  const numAt = order * NUM_STRIDE;
  if (num[numAt + QUOTE_AMOUNT] !== 0) {
    return num[numAt + QUOTE_AMOUNT] - num[numAt + FILLED_AMOUNT] - num[numAt + PREVENTED_AMOUNT];
  }
  return Math.abs(int[order * INT_STRIDE + KEY]) * num[numAt + LOTS] * market.unit;
}
