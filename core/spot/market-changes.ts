/** A spot market takes other parameters (trading A4, A5.2): open orders keep what they need, and misfits are named. */
import {
  BUY,
  FLAGS,
  hasTerms,
  ID,
  INT_STRIDE,
  isDormant,
  isLinked,
  isLive,
  KEY,
  LIMIT_TYPE,
  NUM_STRIDE,
  type OrderPool,
  QUOTE_ROW,
  SELL,
  sideOf,
  timeInForceOf,
  TOTAL_LOTS,
  triggerOf,
  typeOf,
  USER,
  BY_SYSTEM,
} from '../book/order-pool.ts';
import type { ChangeMarket } from '../protocol/commands.ts';
import { MAX_UNITS } from '../fixed.ts';
import { AVAILABLE, type Ledger } from '../ledger/ledger.ts';
import { checkVersion, type Misfit } from '../protocol/parameter-changes.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { SpotSink } from './sink.ts';
import type { OrderCanceller } from './cancel-order.ts';
import { checkFilters, newIntent } from './checks.ts';
import type { OrderCloser } from './close-order.ts';
import { type Market, validGrid } from './market.ts';
import type { Oco } from './oco.ts';
import { checkDormant } from './trigger-checks.ts';
import type { Users } from '../users/users.ts';

interface Parts {
  readonly orders: OrderPool;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly reporter: SpotSink;
  readonly closing: OrderCloser;
  readonly canceller: OrderCanceller;
  readonly oco: Oco;
}

export class MarketChanges {
  private readonly parts: Parts;
  private readonly intent = newIntent();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** The misfits, or why it is refused; a repeat has none and does nothing. */
  change(
    market: Market,
    { version, parameters }: ChangeMarket,
    timeMs: number,
    depth: () => void,
  ): readonly Misfit[] | RejectCode {
    const refusal = checkVersion(market, { version, parameters });
    if (refusal !== null) return refusal === 'REPEAT' ? [] : refusal;
    if (validGrid(parameters, market.base.scale, market.quote.scale) === null) return 'BAD_CONFIGURATION';
    const before = market.parameters;
    const orders = this.ordersOf(market);
    const needs = new Map(orders.map((order) => [order, this.parts.oco.reserveOf(market, order)]));
    market.change(parameters, version);
    const misfits: Misfit[] = [];
    for (const order of orders) {
      if (!this.isLive(order)) continue;
      const refusal = this.relock(market, order, needs.get(order) ?? 0);
      if (refusal !== null) {
        // The order is cancelled under the old parameters, because what it locked was computed from them.
        market.change(before, version);
        const other = this.parts.oco.partnerIn(order);
        this.parts.canceller.end(market, order, BY_SYSTEM, timeMs);
        depth();
        market.change(parameters, version);
        for (const ended of other === 0 ? [order] : [order, other]) misfits.push(this.misfit(ended, refusal, true));
      }
    }
    for (const order of orders) {
      const code = this.isLive(order) ? this.check(market, order) : null;
      if (code !== null) misfits.push(this.misfit(order, code, false));
    }
    misfits.sort((a, b) => a.orderId - b.orderId);
    this.parts.reporter.marketChanged(market);
    this.parts.reporter.parametersChanged(market, misfits);
    return misfits;
  }

  /** Resting and waiting ones, in order of creation. */
  private ordersOf(market: Market): number[] {
    const found = market.triggers.all();
    for (const side of [BUY, SELL])
      for (let order = market.book.first(side); order !== 0; order = market.book.next(order)) found.push(order);
    return found.sort((a, b) => this.idOf(a) - this.idOf(b));
  }

  /** Fees on top of a buy are reserved at the market's own rates (trading A5.2). Answers why that cannot be. */
  private relock(market: Market, order: number, before: number): RejectCode | null {
    const { orders, ledger, closing, oco } = this.parts;
    const at = order * INT_STRIDE;
    // The reserve of a pair is counted at its first leg.
    if (isLinked(orders.int[at + FLAGS]) && orders.terms(order).ocoId !== this.idOf(order)) return null;
    const needed = oco.reserveOf(market, order);
    const extra = needed - before;
    if (needed > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    if (extra > 0 && !ledger.covers(orders.int[at + QUOTE_ROW], AVAILABLE, extra)) return 'INSUFFICIENT_BALANCE';
    if (extra > 0) closing.reserve(order, extra);
    else closing.release(order, -extra);
    return null;
  }

  /** What the order would be told if it came now: its price, its whole quantity, its distance (trading A4.1 to A4.6). */
  private check(market: Market, order: number): RejectCode | null {
    const { orders } = this.parts;
    const { intent } = this;
    const flags = orders.int[order * INT_STRIDE + FLAGS];
    intent.side = sideOf(flags);
    intent.type = typeOf(flags);
    intent.timeInForce = timeInForceOf(flags);
    intent.trigger = triggerOf(flags);
    intent.ticks = typeOf(flags) === LIMIT_TYPE ? Math.abs(orders.int[order * INT_STRIDE + KEY]) : 0;
    intent.lots = orders.num[order * NUM_STRIDE + TOTAL_LOTS];
    intent.quoteAmount = 0;
    intent.displayLots = hasTerms(flags) ? orders.terms(order).displayLots : 0;
    return isDormant(flags) ? checkDormant(market, intent, orders.terms(order)) : checkFilters(market, intent);
  }

  private misfit(order: number, code: RejectCode, ended: boolean): Misfit {
    const { orders, users } = this.parts;
    const { uid } = users.at(orders.int[order * INT_STRIDE + USER]);
    return { orderId: this.idOf(order), uid, code, ended };
  }

  private isLive(order: number): boolean {
    return isLive(this.parts.orders.int[order * INT_STRIDE + FLAGS]);
  }

  private idOf(order: number): number {
    return this.parts.orders.num[order * NUM_STRIDE + ID];
  }
}
