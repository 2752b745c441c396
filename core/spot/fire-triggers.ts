/**
 * What prints wake (trading A1.2): each order that a print hits enters the market as a command of its own inside the same
 * input, those that its trades wake after all that were woken before, until none is left. Each can fire once, so it ends.
 */
import type { IdTable } from '../book/id-table.ts';
import {
  BUY,
  EXPIRED,
  FLAGS,
  INT_STRIDE,
  isDormant,
  KEY,
  LOTS,
  MARKET_TYPE,
  NEW,
  NO_LIQUIDITY,
  NO_REASON,
  NUM_STRIDE,
  type OrderPool,
  sideOf,
  stpModeOf,
  TIME_IN_FORCE,
  timeInForceOf,
  TOO_LARGE,
  typeOf,
  UPDATED,
  USER,
  WOULD_TAKE,
} from '../book/order-pool.ts';
import { MAX_UNITS } from '../fixed.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SpotSink } from './sink.ts';
import { checkAmount, checkDistance, type Intent, isFillOrKill, isPostOnly, newIntent } from './checks.ts';
import { canFillAll, crosses } from '../book/reach.ts';
import type { OrderCloser } from './close-order.ts';
import { capTicks, reserveOfIntent } from './entry.ts';
import type { IncomingMatcher } from './match-incoming.ts';
import type { Market } from './market.ts';
import type { Oco } from './oco.ts';
import { reserveOf } from './reservation.ts';
import type { Users } from '../users/users.ts';
import { END_REASONS } from '../protocol/words.ts';

export class TriggerFirer {
  private readonly orders: OrderPool;
  private readonly ids: IdTable;
  private readonly ledger: Ledger;
  private readonly users: Users;
  private readonly reporter: SpotSink;
  private readonly incoming: IncomingMatcher;
  private readonly closing: OrderCloser;
  private readonly oco: Oco;
  private readonly intent: Intent = newIntent();

  constructor(
    parts: { orders: OrderPool; ids: IdTable; ledger: Ledger; users: Users; reporter: SpotSink },
    incoming: IncomingMatcher,
    closing: OrderCloser,
    oco: Oco,
  ) {
    this.orders = parts.orders;
    this.ids = parts.ids;
    this.ledger = parts.ledger;
    this.users = parts.users;
    this.reporter = parts.reporter;
    this.incoming = incoming;
    this.closing = closing;
    this.oco = oco;
  }

  /** Runs what these orders set off, to its end. `told` follows each of them, with its balances and depth to tell. */
  run(market: Market, triggered: readonly number[], timeMs: number, told: () => void): void {
    const queue = [...triggered];
    for (let i = 0; i < queue.length; i += 1) {
      const order = this.ids.get(queue[i]);
      // Another one's fill may have ended it meanwhile, as the leg of a pair.
      if (order === 0 || !isDormant(this.orders.int[order * INT_STRIDE + FLAGS])) continue;
      this.ledger.begin();
      this.fire(market, order, timeMs);
      told();
      queue.push(...market.triggers.takeTriggered());
    }
  }

  private fire(market: Market, order: number, timeMs: number): void {
    const { orders, intent } = this;
    const { int, num } = orders;
    const at = order * INT_STRIDE;
    // The other leg of a pair ends before this one enters the book (trading A1.4).
    const partner = this.oco.cancelOtherLeg(market, order, timeMs);
    if (partner !== 0) this.reporter.orderChanged(partner, 'ENDED');
    orders.setStatus(order, NEW, NO_REASON);
    num[order * NUM_STRIDE + UPDATED] = timeMs;
    this.reporter.orderChanged(order, 'TRIGGERED');

    this.readIntent(order);
    const reason = this.checkEntry(market, order);
    if (reason !== NO_REASON) {
      this.closing.finish(market, order, EXPIRED, reason, timeMs);
      this.reporter.orderChanged(order, 'ENDED');
      return;
    }
    if (intent.type === MARKET_TYPE) {
      const reserved = reserveOf(orders, market, order);
      int[at + KEY] = intent.side === BUY ? -intent.ticks : intent.ticks;
      orders.terms(order).setAside = 0;
      this.closing.release(order, reserved - reserveOf(orders, market, order));
    }
    this.incoming.enter(market, order, timeMs);
  }

  private readIntent(order: number): void {
    const { intent, orders } = this;
    const flags = orders.int[order * INT_STRIDE + FLAGS];
    intent.side = sideOf(flags);
    intent.type = typeOf(flags);
    intent.timeInForce = timeInForceOf(flags);
    intent.stpMode = stpModeOf(flags);
    intent.ticks = Math.abs(orders.int[order * INT_STRIDE + KEY]);
    intent.lots = orders.num[order * NUM_STRIDE + LOTS];
    intent.maxSlippage = orders.terms(order).maxSlippage;
  }

  /** Repeats the checks of trading A4 (3 to 6, 8, 9) when it fires; answers the reason to end it, if any. Sets a market order's cap. */
  private checkEntry(market: Market, order: number): number {
    const { intent, orders } = this;
    const { side, ticks } = intent;
    const isMarketOrder = intent.type === MARKET_TYPE;
    // 8 cannot fail: it counts as an open order since it was accepted.
    const refusal = checkAmount(market, intent) ?? (isMarketOrder ? null : checkDistance(market, side, ticks));
    if (refusal !== null) return END_REASONS.findIndex((reason) => reason === refusal);
    const best = market.book.first(1 - side);
    const bestTicks = best === 0 ? 0 : Math.abs(orders.int[best * INT_STRIDE + KEY]);
    const user = orders.int[order * INT_STRIDE + USER];
    if (isMarketOrder) {
      if (best === 0) return NO_LIQUIDITY;
      intent.ticks = this.capOf(market, order, bestTicks);
    } else if (isPostOnly(intent.timeInForce)) {
      if (crosses(market, orders, side, ticks)) return WOULD_TAKE;
    } else if (isFillOrKill(intent) && !canFillAll(market, orders, intent, this.users, user)) {
      return TIME_IN_FORCE;
    }
    return reserveOfIntent(market, intent, bestTicks) > MAX_UNITS ? TOO_LARGE : NO_REASON;
  }

  /** A market order's cap (trading A4.9); a buy's is at most the price that the amount it set aside pays for. */
  private capOf(market: Market, order: number, bestTicks: number): number {
    const cap = capTicks(market, this.intent, bestTicks);
    const { setAside } = this.orders.terms(order);
    return this.intent.side === BUY ? Math.min(cap, Math.floor(setAside / (this.intent.lots * market.unit))) : cap;
  }
}
