/** One incoming order against the resting ones: price, then time (trading A5.6), and self-trade prevention (A3). */
import {
  BUY,
  DECREMENT,
  EXPIRE_BOTH,
  EXPIRE_TAKER,
  EXPIRED_IN_MATCH,
  FEE_REST,
  FILLED,
  FILLED_AMOUNT,
  FLAGS,
  hasTerms,
  INT_STRIDE,
  isLinked,
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
import type { SpotFeeCover } from './fee-cover.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { BOOK_EMPTY, FILLED_UP, FILLS_FULL, LEFT_TO_CORE, PRICE_LIMIT } from '../kernel/layout.ts';
import { assert } from '../protocol/invariant.ts';
import type { Fill, SpotSink } from './sink.ts';
import type { OrderCloser } from './close-order.ts';
import { spotRate } from './spot-rate.ts';
import type { Market } from './market.ts';
import type { Oco } from './oco.ts';
import { reserveOf } from './reservation.ts';
import { settle } from './settlement.ts';
import type { User } from '../users/user.ts';
import type { Users } from '../users/users.ts';

/** Why matching stopped, beside FILLED_UP, PRICE_LIMIT and BOOK_EMPTY. */
export const OWN_ORDER = 3;

export class OrderMatcher {
  private readonly orders: OrderPool;
  private readonly ledger: Ledger;
  private readonly reporter: SpotSink;
  private readonly closing: OrderCloser;
  private readonly oco: Oco;
  private readonly users: Users;
  private readonly vouchers: SpotFeeCover;
  private readonly kernel: Kernel;
  private readonly fill: Fill = {
    maker: 0,
    taker: 0,
    ticks: 0,
    lots: 0,
    amount: 0,
    makerRate: 0,
    takerRate: 0,
    makerRest: 0,
    takerRest: 0,
    makerFee: 0,
    takerFee: 0,
    makerVoucher: 0,
    takerVoucher: 0,
  };

  constructor(
    parts: {
      orders: OrderPool;
      ledger: Ledger;
      users: Users;
      vouchers: SpotFeeCover;
      reporter: SpotSink;
      kernel: Kernel;
    },
    closing: OrderCloser,
    oco: Oco,
  ) {
    this.orders = parts.orders;
    this.ledger = parts.ledger;
    this.users = parts.users;
    this.vouchers = parts.vouchers;
    this.reporter = parts.reporter;
    this.kernel = parts.kernel;
    this.closing = closing;
    this.oco = oco;
  }

  /** Trades what can be traded; the rest stays with the taker. Answers why it stopped. */
  run(market: Market, taker: number, timeMs: number): number {
    for (;;) {
      const stopped = this.runInKernel(market, taker, timeMs);
      if (stopped === FILLS_FULL) continue;
      if (stopped !== LEFT_TO_CORE) return stopped;
      const reason = this.step(market, taker, timeMs);
      if (reason >= 0) return reason;
    }
  }

  /** As Kernel.match answers; LEFT_TO_CORE in a market that is not the kernel's. */
  private runInKernel(market: Market, taker: number, timeMs: number): number {
    const address = market.makerRate < 0 ? 0 : market.kernelAddress();
    if (address === 0) return LEFT_TO_CORE;
    const { isUnheard } = this.reporter;
    const stopped = this.kernel.match(address, taker, market, timeMs, isUnheard);
    const { fill } = this;
    const { shared } = this.ledger;
    const { fillCount } = shared;
    fill.taker = taker;
    fill.makerRate = market.makerRate;
    fill.takerRate = market.takerRate;
    for (let place = 0; place < fillCount; place += 1) {
      shared.readNoted(place, fill);
      this.noteKernelsFill(market);
      this.reporter.traded(market, fill);
      if (!isUnheard) this.reporter.orderChanged(fill.maker, 'FILL');
    }
    return stopped;
  }

  /** One fill, or what prevents it; -1, or why matching stopped. */
  private step(market: Market, taker: number, timeMs: number): number {
    const { int, num } = this.orders;
    const flags = int[taker * INT_STRIDE + FLAGS];
    const side = sideOf(flags);
    const stpMode = stpModeOf(flags);
    const byAmount = num[taker * NUM_STRIDE + QUOTE_AMOUNT] !== 0;
    if (!byAmount && num[taker * NUM_STRIDE + LOTS] === 0) return FILLED_UP;
    const maker = market.book.first(1 - side);
    if (maker === 0) return BOOK_EMPTY;
    const key = int[maker * INT_STRIDE + KEY];
    if (key > -int[taker * INT_STRIDE + KEY]) return PRICE_LIMIT;
    const ticks = side === BUY ? key : -key;
    const wanted = byAmount ? this.lotsForAmount(market, taker, ticks) : num[taker * NUM_STRIDE + LOTS];
    if (wanted === 0) return FILLED_UP;
    if (stpMode !== STP_NONE && this.users.areOne(int[taker * INT_STRIDE + USER], int[maker * INT_STRIDE + USER])) {
      if (this.prevent(market, maker, taker, stpMode, ticks, wanted, timeMs)) return OWN_ORDER;
    } else {
      this.trade(market, maker, taker, ticks, Math.min(wanted, num[maker * NUM_STRIDE + LOTS]), timeMs);
    }
    return -1;
  }

  private trade(market: Market, maker: number, taker: number, ticks: number, lots: number, timeMs: number): void {
    const { fill, orders } = this;
    if (isLinked(orders.int[maker * INT_STRIDE + FLAGS])) this.endPartner(market, maker, timeMs);
    fill.maker = maker;
    fill.taker = taker;
    fill.ticks = ticks;
    fill.lots = lots;
    const makerUser = this.userOf(maker);
    const takerUser = this.userOf(taker);
    fill.makerRate = spotRate(market, makerUser.tier, false, timeMs);
    fill.takerRate = spotRate(market, takerUser.tier, true, timeMs);
    const isCovered = makerUser.vouchers.length !== 0 || takerUser.vouchers.length !== 0;
    if (isCovered || !this.tradeInKernel(market, fill, timeMs))
      this.tradeInCore(market, fill, makerUser, takerUser, timeMs);
    this.reporter.traded(market, fill);
    this.reporter.orderChanged(maker, 'FILL');
  }

  /** False where nothing was done: what is no plain fill is the core's. */
  private tradeInKernel(market: Market, fill: Fill, timeMs: number): boolean {
    const address = fill.makerRate < 0 || fill.takerRate < 0 ? 0 : market.kernelAddress();
    if (address === 0 || !this.kernel.trade(address, fill, timeMs)) return false;
    this.ledger.shared.readFill(fill);
    this.noteKernelsFill(market);
    return true;
  }

  private noteKernelsFill(market: Market): void {
    const { fill, orders } = this;
    const { maker } = fill;
    const key = orders.int[maker * INT_STRIDE + KEY];
    fill.ticks = Math.abs(key);
    fill.makerRest = 0;
    fill.takerRest = 0;
    fill.makerVoucher = 0;
    fill.takerVoucher = 0;
    this.notePrint(market, fill.ticks);
    market.touchLevel(key);
    if (orders.num[maker * NUM_STRIDE + LOTS] === 0) this.users.remember(maker);
  }

  private tradeInCore(market: Market, fill: Fill, makerUser: User, takerUser: User, timeMs: number): void {
    const { orders } = this;
    const { maker, taker, lots } = fill;
    const { num } = orders;
    fill.makerRest = orders.int[maker * INT_STRIDE + FEE_REST];
    fill.takerRest = orders.int[taker * INT_STRIDE + FEE_REST];
    settle(this.ledger, orders, market, fill);
    fill.makerVoucher = makerUser.vouchers.length === 0 ? 0 : this.payByVoucher(market, maker, fill.makerFee, timeMs);
    fill.takerVoucher = takerUser.vouchers.length === 0 ? 0 : this.payByVoucher(market, taker, fill.takerFee, timeMs);
    this.takeLots(taker, lots);
    num[maker * NUM_STRIDE + UPDATED] = timeMs;
    this.notePrint(market, fill.ticks);
    this.takeFromMaker(market, maker, lots, FILLED, NO_REASON);
    if (num[maker * NUM_STRIDE + LOTS] !== 0) orders.setStatus(maker, PARTIALLY_FILLED, NO_REASON);
  }

  private notePrint(market: Market, ticks: number): void {
    market.lastTicks = ticks;
    market.lastTradeId += 1;
    if (market.triggers.size !== 0) market.triggers.note(ticks);
  }

  private userOf(order: number): User {
    return this.users.at(this.orders.int[order * INT_STRIDE + USER]);
  }

  /** A buyer pays its fee in base, unless both pay in quote. */
  private payByVoucher(market: Market, order: number, fee: number, timeMs: number): number {
    const isInBase = !market.feeInQuote && sideOf(this.orders.int[order * INT_STRIDE + FLAGS]) === BUY;
    return this.vouchers.payInSpot(this.userOf(order), market, { fee, isInBase, ticks: this.fill.ticks }, timeMs);
  }

  /** True when the taker ends here. */
  private prevent(
    market: Market,
    maker: number,
    taker: number,
    mode: number,
    ticks: number,
    wanted: number,
    timeMs: number,
  ): boolean {
    if (mode === EXPIRE_TAKER) return true;
    const { orders } = this;
    const { num } = orders;
    const makerAt = maker * NUM_STRIDE;
    const takerAt = taker * NUM_STRIDE;
    const byAmount = num[takerAt + QUOTE_AMOUNT] !== 0;
    const isDecrement = mode === DECREMENT;
    // What an iceberg hides is part of its remainder.
    const rest = orders.restLots(maker);
    const lots = isDecrement ? Math.min(wanted, rest) : rest;
    // A cut is no fill: while something is left of a pair both its legs go on, equally large (trading A1.4).
    const isCut = isLinked(orders.int[maker * INT_STRIDE + FLAGS]) && lots < rest;
    if (!isCut && isLinked(orders.int[maker * INT_STRIDE + FLAGS])) this.endPartner(market, maker, timeMs);
    const makerReserve = this.oco.reserveOf(market, maker);
    const takerReserve = reserveOf(orders, market, taker);
    num[makerAt + UPDATED] = timeMs;
    if (isDecrement) {
      num[makerAt + PREVENTED_LOTS] += lots;
      num[takerAt + PREVENTED_LOTS] += lots;
      if (byAmount) num[takerAt + PREVENTED_AMOUNT] += ticks * lots * market.unit;
      this.takeLots(taker, lots);
    }
    this.takeFromMaker(market, maker, lots, EXPIRED_IN_MATCH, SELF_TRADE);
    const partner = isCut ? this.oco.cutPartner(maker, lots, timeMs) : 0;
    this.closing.release(maker, makerReserve - this.oco.reserveOf(market, maker));
    this.closing.release(taker, takerReserve - reserveOf(orders, market, taker));
    this.reporter.orderPrevented(maker, num[makerAt + LOTS] === 0 ? 'ENDED' : 'PREVENTED');
    if (partner !== 0) this.reporter.orderPrevented(partner, 'PREVENTED');
    return mode === EXPIRE_BOTH || (isDecrement && !byAmount && num[takerAt + LOTS] === 0);
  }

  /** Takes lots off a resting order, a whole iceberg's included; with the last ones it ends with this status. */
  private takeFromMaker(market: Market, maker: number, lots: number, status: number, reason: number): void {
    const { num } = this.orders;
    const at = maker * NUM_STRIDE + LOTS;
    market.touchLevel(this.orders.int[maker * INT_STRIDE + KEY]);
    if (num[at] > lots) {
      market.book.reduce(maker, lots);
      return;
    }
    market.book.remove(maker);
    if (hasTerms(this.orders.int[maker * INT_STRIDE + FLAGS]) && this.showNextSlice(market, maker, lots)) return;
    num[at] = 0;
    this.closing.close(maker, status, reason);
  }

  /** An iceberg that lost its slice, out of the book now, shows another one at the end of the queue (trading A1.5). */
  private showNextSlice(market: Market, maker: number, lots: number): boolean {
    const { orders } = this;
    const rest = orders.restLots(maker) - lots;
    if (rest === 0) orders.terms(maker).hiddenLots = 0;
    else showSlice(market, orders, maker, rest);
    return rest !== 0;
  }

  /** A fill of one order of a pair ends the other (trading A1.4). That end is told after the taker's fills. */
  private endPartner(market: Market, maker: number, timeMs: number): void {
    this.reporter.orderPrevented(this.oco.cancelOtherLeg(market, maker, timeMs), 'ENDED');
  }

  /** A buy by amount holds no lots. */
  private takeLots(taker: number, lots: number): void {
    const { num } = this.orders;
    const at = taker * NUM_STRIDE + LOTS;
    if (num[at] === 0) return;
    assert(lots <= num[at], 'an order trades no more than is left of it');
    num[at] -= lots;
  }

  /** How many lots the rest of the amount buys, or brings, at this price (trading A1: floorStep per level). */
  private lotsForAmount(market: Market, taker: number, ticks: number): number {
    const { num } = this.orders;
    const at = taker * NUM_STRIDE;
    const amount = num[at + QUOTE_AMOUNT] - num[at + FILLED_AMOUNT] - num[at + PREVENTED_AMOUNT];
    return Math.floor(amount / (ticks * market.unit));
  }
}

/** Puts a rest that is in no book into it: of an iceberg the next slice, as far as the level's sum stays within limits. */
export function showSlice(market: Market, orders: OrderPool, order: number, rest: number): void {
  const at = order * INT_STRIDE;
  const terms = orders.terms(order);
  const key = orders.int[at + KEY];
  const free = market.maxLots - market.book.levelLots(sideOf(orders.int[at + FLAGS]), Math.abs(key));
  const slice = terms.displayLots === 0 ? rest : Math.min(terms.displayLots, rest, free);
  orders.num[order * NUM_STRIDE + LOTS] = slice;
  terms.hiddenLots = rest - slice;
  market.book.add(order);
  market.touchLevel(key);
}
