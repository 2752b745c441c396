/** Amends (trading A6): a lower quantity keeps its place, anything else enters the market anew under the same id. */
import type { IdTable } from '../book/id-table.ts';
import {
  AMENDED_AWAY,
  AMENDS,
  BUY,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  GTX,
  hasTerms,
  INT_STRIDE,
  isDormant,
  isLinked,
  KEY,
  LOTS,
  NUM_STRIDE,
  type OrderPool,
  PREVENTED_LOTS,
  sideOf,
  stpModeOf,
  timeInForceOf,
  TOTAL_LOTS,
  typeOf,
  UPDATED,
  BASE_ROW,
  QUOTE_ROW,
} from '../book/order-pool.ts';
import type { AmendOrder } from '../protocol/commands.ts';
import { MAX_UNITS } from '../fixed.ts';
import { AVAILABLE, type Ledger } from '../ledger/ledger.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { SpotSink } from './sink.ts';
import type { DormantOrderAmender } from './amend-dormant-order.ts';
import type { OrderCanceller } from './cancel-order.ts';
import { checkAmount, checkFilters, checkQuantity, type Intent, newIntent } from './checks.ts';
import { crosses } from '../book/reach.ts';
import { isCount } from '../protocol/field-checks.ts';
import type { OrderCloser } from './close-order.ts';
import { findLiveOrder } from './finding.ts';
import type { IncomingMatcher } from './match-incoming.ts';
import type { Market } from './market.ts';
import { buyReserve } from '../formulas/spot-reserve.ts';
import { reserveOf } from './reservation.ts';
import type { Users } from '../users/users.ts';

export class OrderAmender {
  private readonly orders: OrderPool;
  private readonly ids: IdTable;
  private readonly users: Users;
  private readonly ledger: Ledger;
  private readonly canceller: OrderCanceller;
  private readonly incoming: IncomingMatcher;
  private readonly closing: OrderCloser;
  private readonly reporter: SpotSink;
  private readonly dormant: DormantOrderAmender;
  private readonly intent: Intent = newIntent();

  constructor(
    parts: { orders: OrderPool; ids: IdTable; users: Users; ledger: Ledger; reporter: SpotSink },
    canceller: OrderCanceller,
    incoming: IncomingMatcher,
    closing: OrderCloser,
    dormant: DormantOrderAmender,
  ) {
    this.orders = parts.orders;
    this.ids = parts.ids;
    this.users = parts.users;
    this.ledger = parts.ledger;
    this.canceller = canceller;
    this.incoming = incoming;
    this.closing = closing;
    this.reporter = parts.reporter;
    this.dormant = dormant;
  }

  amend(command: AmendOrder, market: Market, timeMs: number): number | RejectCode {
    const { status } = market;
    if (status !== 'TRADING' && status !== 'POST_ONLY' && status !== 'PRE_OPEN') return 'MARKET_STATUS';
    if (!isCount(command.price) || !isCount(command.quantity)) return 'BAD_FIELDS';
    const order = findLiveOrder(this.orders, this.ids, this.users, command.uid, market, command);
    if (typeof order !== 'number') return order;

    const { int, num } = this.orders;
    const at = order * INT_STRIDE;
    const numAt = order * NUM_STRIDE;
    const { maxAmends } = market.parameters;
    if (isDormant(int[at + FLAGS]) || isLinked(int[at + FLAGS])) {
      if (status === 'PRE_OPEN') return 'MARKET_STATUS';
      if (maxAmends !== 0 && int[at + AMENDS] >= maxAmends) return 'TOO_MANY_AMENDS';
      if (isLinked(int[at + FLAGS])) return 'OCO_LEG';
      return this.dormant.amend(command, market, order, timeMs);
    }
    const displayLots = this.readDisplay(command, market, order);
    if (displayLots === null) return 'BAD_FIELDS';
    const ticks = command.price === 0 ? Math.abs(int[at + KEY]) : command.price / market.tickSize;
    const totalLots = command.quantity === 0 ? num[numAt + TOTAL_LOTS] : command.quantity / market.stepSize;
    const keepsPrice = ticks === Math.abs(int[at + KEY]) && displayLots === this.displayOf(order);
    const keepsPlace = keepsPrice && totalLots <= num[numAt + TOTAL_LOTS];
    if (status === 'PRE_OPEN' && !keepsPlace) return 'MARKET_STATUS';
    if (maxAmends !== 0 && int[at + AMENDS] >= maxAmends) return 'TOO_MANY_AMENDS';
    if (keepsPrice && totalLots === num[numAt + TOTAL_LOTS]) return 'NOTHING_TO_AMEND';

    this.readIntent(order, ticks, totalLots);
    this.intent.displayLots = displayLots;
    const restLots = totalLots - num[numAt + FILLED_LOTS] - num[numAt + PREVENTED_LOTS];
    if (restLots <= 0) return this.cutAway(market, order, timeMs);
    return keepsPlace
      ? this.lower(market, order, totalLots, restLots, timeMs)
      : this.enterAnew(market, order, restLots, timeMs);
  }

  private displayOf(order: number): number {
    return hasTerms(this.orders.int[order * INT_STRIDE + FLAGS]) ? this.orders.terms(order).displayLots : 0;
  }

  /** The slice as it would be; null when the command has fields that an order in the book, or not of slices, has not. */
  private readDisplay(command: AmendOrder, market: Market, order: number): number | null {
    const { stopPrice = 0, deltaBips = 0, activationPrice = 0, displayQuantity = 0 } = command;
    if (stopPrice !== 0 || deltaBips !== 0 || activationPrice !== 0 || !isCount(displayQuantity)) return null;
    const displayLots = this.displayOf(order);
    if (displayQuantity === 0) return displayLots;
    return displayLots === 0 ? null : displayQuantity / market.stepSize;
  }

  private readIntent(order: number, ticks: number, totalLots: number): void {
    const flags = this.orders.int[order * INT_STRIDE + FLAGS];
    this.intent.side = sideOf(flags);
    this.intent.type = typeOf(flags);
    this.intent.timeInForce = timeInForceOf(flags);
    this.intent.stpMode = stpModeOf(flags);
    this.intent.ticks = ticks;
    this.intent.lots = totalLots;
  }

  /** The new total is filled already: the rest is cancelled (trading A6). */
  private cutAway(market: Market, order: number, timeMs: number): number {
    this.orders.int[order * INT_STRIDE + AMENDS] += 1;
    this.canceller.end(market, order, AMENDED_AWAY, timeMs);
    return order;
  }

  /** Fewer lots at the same price: id and place stay. What is left must still be an order one may place. */
  private lower(
    market: Market,
    order: number,
    totalLots: number,
    restLots: number,
    timeMs: number,
  ): number | RejectCode {
    const refusal = checkQuantity(market, totalLots) ?? checkAmount(market, this.intent);
    if (refusal !== null) return refusal;
    const { int, num } = this.orders;
    const numAt = order * NUM_STRIDE;
    const reservedBefore = reserveOf(this.orders, market, order);
    this.cutTo(market, order, restLots);
    num[numAt + TOTAL_LOTS] = totalLots;
    num[numAt + UPDATED] = timeMs;
    int[order * INT_STRIDE + AMENDS] += 1;
    this.closing.release(order, reservedBefore - reserveOf(this.orders, market, order));
    this.reporter.orderChanged(order, 'AMENDED');
    return order;
  }

  /** What an iceberg hides is cut first. */
  private cutTo(market: Market, order: number, restLots: number): void {
    const { int, num } = this.orders;
    const visible = Math.min(num[order * NUM_STRIDE + LOTS], restLots);
    if (hasTerms(int[order * INT_STRIDE + FLAGS])) this.orders.terms(order).hiddenLots = restLots - visible;
    if (visible === num[order * NUM_STRIDE + LOTS]) return;
    market.book.reduce(order, num[order * NUM_STRIDE + LOTS] - visible);
    market.touchLevel(int[order * INT_STRIDE + KEY]);
  }

  /** Checked in full before anything changes, so that a refused amend leaves the order untouched. */
  private enterAnew(market: Market, order: number, restLots: number, timeMs: number): number | RejectCode {
    const { intent, orders } = this;
    const refusal = checkFilters(market, intent);
    if (refusal !== null) return refusal;
    const mayNotTrade = intent.timeInForce === GTX || market.status !== 'TRADING';
    if (mayNotTrade && crosses(market, orders, intent.side, intent.ticks)) return 'POST_ONLY';
    const { int, num } = orders;
    const at = order * INT_STRIDE;
    const reserve = this.reserveOfAmended(market, order, restLots);
    if (reserve > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    const extra = reserve - reserveOf(orders, market, order);
    const row = int[at + (intent.side === BUY ? QUOTE_ROW : BASE_ROW)];
    if (extra > 0 && !this.ledger.covers(row, AVAILABLE, extra)) return 'INSUFFICIENT_BALANCE';

    market.book.remove(order);
    market.touchLevel(int[at + KEY]);
    if (extra > 0) this.closing.reserve(order, extra);
    else this.closing.release(order, -extra);
    int[at + KEY] = intent.side === BUY ? -intent.ticks : intent.ticks;
    int[at + AMENDS] += 1;
    const numAt = order * NUM_STRIDE;
    if (hasTerms(int[at + FLAGS]))
      Object.assign(orders.terms(order), { displayLots: intent.displayLots, hiddenLots: 0 });
    num[numAt + LOTS] = restLots;
    num[numAt + TOTAL_LOTS] = intent.lots;
    num[numAt + UPDATED] = timeMs;
    this.reporter.orderChanged(order, 'AMENDED');
    this.incoming.enter(market, order, timeMs);
    return order;
  }

  /** What the order will lock with its new price and rest; above 2^53 - 1 when its fills could pass that. */
  private reserveOfAmended(market: Market, order: number, restLots: number): number {
    const { intent, orders } = this;
    const { ticks, side } = intent;
    if (intent.lots > market.maxLots || intent.displayLots > market.maxLots) return Infinity;
    const isSameLevel = ticks === Math.abs(orders.int[order * INT_STRIDE + KEY]);
    const levelLots = market.book.levelLots(side, ticks) - (isSameLevel ? orders.num[order * NUM_STRIDE + LOTS] : 0);
    if (levelLots + restLots > market.maxLots) return Infinity;
    const best = market.book.first(1 - side);
    const bestTicks = best === 0 ? 0 : Math.abs(orders.int[best * INT_STRIDE + KEY]);
    const mostPerLot = side === BUY ? ticks : Math.max(ticks, bestTicks);
    const filledAmount = orders.num[order * NUM_STRIDE + FILLED_AMOUNT];
    if (mostPerLot * restLots * market.unit > MAX_UNITS - filledAmount) return Infinity;
    if (side !== BUY) return restLots * market.stepSize;
    return buyReserve(market, ticks * restLots * market.unit, orders.int[order * INT_STRIDE + FEE_REST]);
  }
}
