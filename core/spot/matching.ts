/** One incoming order against the resting ones: price, then time (trading A5.6), and self-trade prevention (A3). */
import {
  BUY,
  DECREMENT,
  EXPIRE_BOTH,
  EXPIRE_TAKER,
  EXPIRED_IN_MATCH,
  FILLED,
  FILLED_AMOUNT,
  FLAGS,
  INT_STRIDE,
  KEY,
  LOTS,
  NO_REASON,
  NUM_STRIDE,
  type OrderPool,
  PARTIALLY_FILLED,
  PREVENTED_AMOUNT,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  SELF_TRADE,
  sideOf,
  STP_NONE,
  stpModeOf,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Fill, Reporter } from '../reporter.ts';
import type { Closing } from './closing.ts';
import type { Market } from './market.ts';
import { reserveOf } from './reservation.ts';
import { settle } from './settlement.ts';

/** Why matching stopped. */
export const FILLED_UP = 0;
const PRICE_LIMIT = 1;
export const BOOK_EMPTY = 2;
export const OWN_ORDER = 3;

export class Matching {
  private readonly orders: OrderPool;
  private readonly ledger: Ledger;
  private readonly reporter: Reporter;
  private readonly closing: Closing;
  private readonly fill: Fill = { maker: 0, taker: 0, ticks: 0, lots: 0, amount: 0, makerFee: 0, takerFee: 0 };

  constructor(orders: OrderPool, ledger: Ledger, reporter: Reporter, closing: Closing) {
    this.orders = orders;
    this.ledger = ledger;
    this.reporter = reporter;
    this.closing = closing;
  }

  /** Trades what can be traded; the rest stays with the taker. */
  run(market: Market, taker: number, timeMs: number): number {
    const { int, num } = this.orders;
    const { book } = market;
    const flags = int[taker * INT_STRIDE + FLAGS];
    const side = sideOf(flags);
    const stpMode = stpModeOf(flags);
    const user = int[taker * INT_STRIDE + USER];
    const limit = -int[taker * INT_STRIDE + KEY];
    const byAmount = num[taker * NUM_STRIDE + QUOTE_AMOUNT] !== 0;
    for (;;) {
      if (!byAmount && num[taker * NUM_STRIDE + LOTS] === 0) return FILLED_UP;
      const maker = book.first(1 - side);
      if (maker === 0) return BOOK_EMPTY;
      const key = int[maker * INT_STRIDE + KEY];
      if (key > limit) return PRICE_LIMIT;
      const ticks = side === BUY ? key : -key;
      const wanted = byAmount ? this.lotsForAmount(market, taker, ticks) : num[taker * NUM_STRIDE + LOTS];
      if (wanted === 0) return FILLED_UP;
      const lots = Math.min(wanted, num[maker * NUM_STRIDE + LOTS]);
      if (stpMode !== STP_NONE && int[maker * INT_STRIDE + USER] === user) {
        if (this.prevent(market, maker, taker, stpMode, ticks, lots, timeMs)) return OWN_ORDER;
      } else {
        this.trade(market, maker, taker, ticks, lots, timeMs);
      }
    }
  }

  private trade(market: Market, maker: number, taker: number, ticks: number, lots: number, timeMs: number): void {
    const { fill, orders } = this;
    const { num } = orders;
    fill.maker = maker;
    fill.taker = taker;
    fill.ticks = ticks;
    fill.lots = lots;
    settle(this.ledger, orders, market, fill);
    this.takeLots(taker, lots);
    num[maker * NUM_STRIDE + UPDATED] = timeMs;
    market.lastTicks = ticks;
    market.lastTradeId += 1;
    this.takeFromMaker(market, maker, lots, FILLED, NO_REASON);
    if (num[maker * NUM_STRIDE + LOTS] !== 0) orders.setStatus(maker, PARTIALLY_FILLED, NO_REASON);
    this.reporter.traded(market, fill);
    this.reporter.orderChanged(maker, 'FILL');
  }

  /** True when the taker ends here. */
  private prevent(
    market: Market,
    maker: number,
    taker: number,
    mode: number,
    ticks: number,
    lots: number,
    timeMs: number,
  ): boolean {
    if (mode === EXPIRE_TAKER) return true;
    const { orders } = this;
    const { num } = orders;
    const makerAt = maker * NUM_STRIDE;
    const takerAt = taker * NUM_STRIDE;
    const byAmount = num[takerAt + QUOTE_AMOUNT] !== 0;
    const isDecrement = mode === DECREMENT;
    const makerLots = isDecrement ? lots : num[makerAt + LOTS];
    const makerReserve = reserveOf(orders, market, maker);
    const takerReserve = reserveOf(orders, market, taker);
    num[makerAt + UPDATED] = timeMs;
    if (isDecrement) {
      num[makerAt + PREVENTED_LOTS] += lots;
      num[takerAt + PREVENTED_LOTS] += lots;
      if (byAmount) num[takerAt + PREVENTED_AMOUNT] += ticks * lots * market.unit;
      this.takeLots(taker, lots);
    }
    this.takeFromMaker(market, maker, makerLots, EXPIRED_IN_MATCH, SELF_TRADE);
    this.closing.release(maker, makerReserve - reserveOf(orders, market, maker));
    this.closing.release(taker, takerReserve - reserveOf(orders, market, taker));
    this.reporter.orderPrevented(maker, num[makerAt + LOTS] === 0 ? 'ENDED' : 'PREVENTED');
    return mode === EXPIRE_BOTH || (isDecrement && !byAmount && num[takerAt + LOTS] === 0);
  }

  /** Takes lots off a resting order; with the last ones it ends with this status. */
  private takeFromMaker(market: Market, maker: number, lots: number, status: number, reason: number): void {
    const { num } = this.orders;
    const at = maker * NUM_STRIDE + LOTS;
    market.touchLevel(this.orders.int[maker * INT_STRIDE + KEY]);
    if (num[at] > lots) {
      market.book.reduce(maker, lots);
      return;
    }
    market.book.remove(maker);
    num[at] = 0;
    this.closing.close(maker, status, reason);
  }

  /** A buy by amount holds no lots. */
  private takeLots(taker: number, lots: number): void {
    const { num } = this.orders;
    const at = taker * NUM_STRIDE + LOTS;
    if (num[at] !== 0) num[at] -= lots;
  }

  /** How many lots the rest of the amount buys, or brings, at this price (trading A1: floorStep per level). */
  private lotsForAmount(market: Market, taker: number, ticks: number): number {
    const { num } = this.orders;
    const at = taker * NUM_STRIDE;
    const amount = num[at + QUOTE_AMOUNT] - num[at + FILLED_AMOUNT] - num[at + PREVENTED_AMOUNT];
    return Math.floor(amount / (ticks * market.unit));
  }
}
