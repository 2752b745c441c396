/** Amends of orders that wait (trading A6): fewer lots keep the place among equal triggers, anything else begins anew. */
import {
  AMENDS,
  BASE_ROW,
  BUY,
  FLAGS,
  INT_STRIDE,
  KEY,
  LIMIT_TYPE,
  LOTS,
  NUM_STRIDE,
  type OrderPool,
  QUOTE_ROW,
  sideOf,
  timeInForceOf,
  TOTAL_LOTS,
  TRAILING_TRIGGER,
  triggerOf,
  typeOf,
  UPDATED,
} from '../book/order-pool.ts';
import { OrderTerms } from '../book/order-terms.ts';
import type { AmendOrder } from '../protocol/commands.ts';
import { MAX_UNITS, mulDivCeil } from '../fixed.ts';
import { AVAILABLE, type Ledger } from '../ledger/ledger.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { SpotSink } from './sink.ts';
import { checkQuantity, type Intent, newIntent } from './checks.ts';
import { isCount } from '../protocol/field-checks.ts';
import type { OrderCloser } from './close-order.ts';
import type { Conditional } from './conditional-orders.ts';
import type { Market } from './market.ts';
import { reserveOf } from './reservation.ts';
import { checkDormant, checkDormantAmount, isBips, reserveOfDormant, wouldTriggerNow } from './trigger-checks.ts';

export class DormantOrderAmender {
  private readonly orders: OrderPool;
  private readonly ledger: Ledger;
  private readonly reporter: SpotSink;
  private readonly closing: OrderCloser;
  private readonly conditional: Conditional;
  private readonly intent: Intent = newIntent();

  constructor(
    parts: { orders: OrderPool; ledger: Ledger; reporter: SpotSink },
    closing: OrderCloser,
    conditional: Conditional,
  ) {
    this.orders = parts.orders;
    this.ledger = parts.ledger;
    this.reporter = parts.reporter;
    this.closing = closing;
    this.conditional = conditional;
  }

  amend(command: AmendOrder, market: Market, order: number, timeMs: number): number | RejectCode {
    const wanted = this.readWanted(command, market, order);
    if (wanted === null) return 'BAD_FIELDS';
    const { intent } = this;
    const terms = this.orders.terms(order);
    const total = this.orders.num[order * NUM_STRIDE + TOTAL_LOTS];
    const isSame =
      intent.ticks === Math.abs(this.orders.int[order * INT_STRIDE + KEY]) &&
      wanted.stopTicks === terms.stopTicks &&
      wanted.deltaBips === terms.deltaBips &&
      wanted.activationTicks === terms.activationTicks;
    if (isSame && intent.lots === total) return 'NOTHING_TO_AMEND';
    if (!isSame || intent.lots > total) return this.beginAnew(market, order, wanted, timeMs);

    const refusal = checkQuantity(market, intent.lots) ?? checkDormantAmount(market, intent, terms);
    if (refusal !== null) return refusal;
    const reserved = reserveOf(this.orders, market, order);
    if (terms.setAside !== 0) terms.setAside = mulDivCeil(terms.setAside, intent.lots, total);
    this.write(order, timeMs);
    this.closing.release(order, reserved - reserveOf(this.orders, market, order));
    this.reporter.orderChanged(order, 'AMENDED');
    return order;
  }

  /** The order as it would be: its terms, and the rest in the intent. Null when the fields do not fit its type. */
  private readWanted(command: AmendOrder, market: Market, order: number): OrderTerms | null {
    const { stopPrice = 0, deltaBips = 0, activationPrice = 0, displayQuantity = 0 } = command;
    const { intent, orders } = this;
    const flags = orders.int[order * INT_STRIDE + FLAGS];
    const isTrailing = triggerOf(flags) === TRAILING_TRIGGER;
    if (!isCount(stopPrice) || !isCount(activationPrice) || displayQuantity !== 0) return null;
    if (isTrailing ? stopPrice !== 0 : deltaBips !== 0 || activationPrice !== 0) return null;
    if ((deltaBips !== 0 && !isBips(deltaBips)) || (command.price !== 0 && typeOf(flags) !== LIMIT_TYPE)) return null;
    const wanted = Object.assign(new OrderTerms(), orders.terms(order));
    if (stopPrice !== 0) wanted.stopTicks = stopPrice / market.tickSize;
    if (deltaBips !== 0) wanted.deltaBips = deltaBips;
    if (activationPrice !== 0) wanted.activationTicks = activationPrice / market.tickSize;
    intent.side = sideOf(flags);
    intent.type = typeOf(flags);
    intent.timeInForce = timeInForceOf(flags);
    intent.trigger = triggerOf(flags);
    const total = orders.num[order * NUM_STRIDE + TOTAL_LOTS];
    intent.ticks =
      command.price === 0 ? Math.abs(orders.int[order * INT_STRIDE + KEY]) : command.price / market.tickSize;
    intent.lots = command.quantity === 0 ? total : command.quantity / market.stepSize;
    return wanted;
  }

  /** As if it were new, under the same id. Checked in full before anything changes. */
  private beginAnew(market: Market, order: number, wanted: OrderTerms, timeMs: number): number | RejectCode {
    const { intent, orders } = this;
    const refusal = checkDormant(market, intent, wanted);
    if (refusal !== null) return refusal;
    if (wouldTriggerNow(market, intent, wanted)) return 'WOULD_TRIGGER_NOW';
    const reserve = reserveOfDormant(market, intent, wanted);
    if (reserve > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    const extra = reserve - reserveOf(orders, market, order);
    const at = order * INT_STRIDE;
    const row = orders.int[at + (intent.side === BUY ? QUOTE_ROW : BASE_ROW)];
    if (extra > 0 && !this.ledger.covers(row, AVAILABLE, extra)) return 'INSUFFICIENT_BALANCE';
    market.triggers.remove(order);
    if (extra > 0) this.closing.reserve(order, extra);
    else this.closing.release(order, -extra);
    orders.int[at + KEY] = intent.side === BUY ? -intent.ticks : intent.ticks;
    Object.assign(orders.terms(order), wanted);
    this.write(order, timeMs);
    this.conditional.wait(market, order);
    this.reporter.orderChanged(order, 'AMENDED');
    return order;
  }

  private write(order: number, timeMs: number): void {
    const { int, num } = this.orders;
    num[order * NUM_STRIDE + LOTS] = this.intent.lots;
    num[order * NUM_STRIDE + TOTAL_LOTS] = this.intent.lots;
    num[order * NUM_STRIDE + UPDATED] = timeMs;
    int[order * INT_STRIDE + AMENDS] += 1;
  }
}
