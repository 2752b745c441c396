/** New orders: checks in the order of trading A4, then reservation, then entry. */
import {
  AMENDS,
  BASE_ROW,
  BUY,
  CREATED,
  EXPIRED,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  ID,
  INT_STRIDE,
  isLive,
  KEY,
  LIMIT_TYPE,
  LOTS,
  MARKET,
  MARKET_TYPE,
  NEXT,
  NO_LIQUIDITY,
  NUM_STRIDE,
  type OrderPool,
  packFlags,
  PREVENTED_AMOUNT,
  PREVENTED_LOTS,
  PREVIOUS,
  QUOTE_AMOUNT,
  QUOTE_ROW,
  SELL,
  TIME_IN_FORCE,
  TOTAL_LOTS,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import type { IdTable } from '../book/id-table.ts';
import type { PlaceOrder } from '../commands.ts';
import { MAX_UNITS } from '../fixed.ts';
import { marketBuyCap, marketSellCap } from '../formulas/price-bounds.ts';
import { AVAILABLE, type Ledger } from '../ledger/ledger.ts';
import type { RejectCode } from '../rejects.ts';
import type { Reporter } from '../reporter.ts';
import {
  canFillAll,
  checkFilters,
  checkStatus,
  crosses,
  type Intent,
  isFillOrKill,
  isPostOnly,
  mayRest,
  readIntent,
} from './checks.ts';
import type { Closing } from './closing.ts';
import type { Incoming } from './incoming.ts';
import { MAX_TICKS, type Market } from './market.ts';
import { buyReserve } from './reservation.ts';
import { clientKey, type User, type Users } from './users.ts';

export class Placing {
  lastOrderId = 0;
  private readonly orders: OrderPool;
  private readonly ids: IdTable;
  private readonly users: Users;
  private readonly ledger: Ledger;
  private readonly incoming: Incoming;
  private readonly closing: Closing;
  private readonly reporter: Reporter;
  private readonly intent: Intent = {
    side: 0,
    type: 0,
    timeInForce: 0,
    stpMode: 0,
    ticks: 0,
    lots: 0,
    quoteAmount: 0,
    maxSlippage: 0,
  };

  constructor(
    parts: { orders: OrderPool; ids: IdTable; users: Users; ledger: Ledger },
    incoming: Incoming,
    closing: Closing,
    reporter: Reporter,
  ) {
    this.orders = parts.orders;
    this.ids = parts.ids;
    this.users = parts.users;
    this.ledger = parts.ledger;
    this.incoming = incoming;
    this.closing = closing;
    this.reporter = reporter;
  }

  /** The new order's slot, or why it is refused. */
  place(command: PlaceOrder, market: Market, timeMs: number): number | RejectCode {
    const { intent } = this;
    const user = this.users.find(command.uid);
    const refusal =
      checkStatus(market, command.type, command.timeInForce, timeMs) ??
      readIntent(command, market, intent) ??
      this.checkClientId(user, market, command.clientOrderId) ??
      checkFilters(market, intent) ??
      this.checkCount(user, market);
    if (refusal !== null) return refusal;

    const best = market.book.first(1 - intent.side);
    if (intent.type === MARKET_TYPE) {
      if (best === 0) return this.acceptInVain(command, market, NO_LIQUIDITY, timeMs);
      intent.ticks = capTicks(market, intent, Math.abs(this.orders.int[best * INT_STRIDE + KEY]));
    } else if (isPostOnly(intent.timeInForce)) {
      if (crosses(market, this.orders, intent.side, intent.ticks)) return 'POST_ONLY';
    } else if (isFillOrKill(intent) && !canFillAll(market, this.orders, intent, user?.index ?? 0)) {
      return this.acceptInVain(command, market, TIME_IN_FORCE, timeMs);
    }
    return this.acceptReserved(command, user, market, best, timeMs);
  }

  private acceptReserved(
    command: PlaceOrder,
    user: User | undefined,
    market: Market,
    best: number,
    timeMs: number,
  ): number | RejectCode {
    const { intent, orders } = this;
    const bestTicks = best === 0 ? 0 : Math.abs(orders.int[best * INT_STRIDE + KEY]);
    const reserve = reserveOfIntent(market, intent, bestTicks);
    if (reserve > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    const asset = intent.side === BUY ? market.quote.index : market.base.index;
    const row = user?.rows[asset] ?? 0;
    if (!this.ledger.covers(row, AVAILABLE, reserve)) return 'INSUFFICIENT_BALANCE';
    if (orders.isFull || (user === undefined && this.users.isFull)) return 'LIMIT_REACHED';
    const order = this.accept(command, market, timeMs);
    this.closing.reserve(order, reserve);
    this.incoming.enter(market, order, timeMs);
    return order;
  }

  /** An order that can do nothing: accepted and ended at once, nothing reserved (trading A2, A4.9). */
  private acceptInVain(command: PlaceOrder, market: Market, reason: number, timeMs: number): number | RejectCode {
    if (this.orders.isFull || (this.users.isFull && !this.users.find(command.uid))) return 'LIMIT_REACHED';
    if (this.intent.lots > market.maxLots || this.intent.quoteAmount > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    if (this.intent.type === MARKET_TYPE) this.intent.ticks = 0;
    const order = this.accept(command, market, timeMs);
    this.closing.close(order, EXPIRED, reason);
    this.orders.num[order * NUM_STRIDE + LOTS] = 0;
    this.reporter.orderChanged(order, 'ENDED');
    return order;
  }

  private accept(command: PlaceOrder, market: Market, timeMs: number): number {
    const { intent, orders } = this;
    const user = this.users.ensure(command.uid);
    const baseRow = this.users.row(user, market.base.index);
    const quoteRow = this.users.row(user, market.quote.index);
    const order = orders.allocate();
    const { int, num } = orders;
    const at = order * INT_STRIDE;
    int[at + NEXT] = 0;
    int[at + PREVIOUS] = 0;
    int[at + KEY] = intent.side === BUY ? -intent.ticks : intent.ticks;
    int[at + USER] = user.index;
    int[at + FLAGS] = packFlags(intent.side, intent.type, intent.timeInForce, intent.stpMode);
    int[at + MARKET] = market.index;
    int[at + BASE_ROW] = baseRow;
    int[at + QUOTE_ROW] = quoteRow;
    int[at + FEE_REST] = 0;
    int[at + AMENDS] = 0;
    const numAt = order * NUM_STRIDE;
    num[numAt + LOTS] = intent.lots;
    num[numAt + FILLED_LOTS] = 0;
    num[numAt + FILLED_AMOUNT] = 0;
    num[numAt + ID] = this.lastOrderId += 1;
    num[numAt + TOTAL_LOTS] = intent.quoteAmount === 0 ? intent.lots : 0;
    num[numAt + PREVENTED_LOTS] = 0;
    num[numAt + QUOTE_AMOUNT] = intent.quoteAmount;
    num[numAt + CREATED] = timeMs;
    num[numAt + UPDATED] = timeMs;
    num[numAt + PREVENTED_AMOUNT] = 0;
    orders.setClientId(order, command.clientOrderId);
    this.ids.set(this.lastOrderId, order);
    this.users.open(user, order);
    this.reporter.orderChanged(order, 'ACCEPTED');
    return order;
  }

  /** Unique among the user's live orders of the market, free again afterwards (trading A4). */
  private checkClientId(user: User | undefined, market: Market, clientOrderId: string): RejectCode | null {
    if (clientOrderId === '' || user === undefined) return null;
    const order = user.clientIds.get(clientKey(market.index, clientOrderId));
    if (order === undefined) return null;
    return isLive(this.orders.int[order * INT_STRIDE + FLAGS]) ? 'DUPLICATE_CLIENT_ORDER_ID' : null;
  }

  /** Trading A4.8 counts orders that stay; what cannot rest is never one of them. */
  private checkCount(user: User | undefined, market: Market): RejectCode | null {
    const { maxOpenOrders } = market.parameters;
    if (maxOpenOrders === 0 || user === undefined || !mayRest(this.intent)) return null;
    return (user.openOrders[market.index] ?? 0) >= maxOpenOrders ? 'TOO_MANY_ORDERS' : null;
  }
}

/** The market order's cap in ticks (trading A4.9). */
function capTicks(market: Market, intent: Intent, bestTicks: number): number {
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
function reserveOfIntent(market: Market, intent: Intent, bestTicks: number): number {
  const { side, ticks, lots, quoteAmount } = intent;
  if (quoteAmount !== 0) {
    // The most lots: a buy's at the best price, a sell's at the cap.
    const mostLots =
      side === BUY ? quoteAmount / (bestTicks * market.unit) : Math.ceil(quoteAmount / (ticks * market.unit));
    if (quoteAmount > MAX_UNITS || mostLots > market.maxLots) return Infinity;
    if (side === BUY) return buyReserve(market, quoteAmount, 0);
    intent.lots = mostLots;
    return mostLots * market.stepSize;
  }
  if (lots > market.maxLots || !fitsLevel(market, intent)) return Infinity;
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
