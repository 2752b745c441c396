/** New orders that enter at once: checks in the order of trading A4, then reservation, then entry. */
import {
  BUY,
  EXPIRED,
  INT_STRIDE,
  KEY,
  LOTS,
  MARKET_TYPE,
  NO_LIQUIDITY,
  NUM_STRIDE,
  type OrderPool,
  TIME_IN_FORCE,
} from '../book/order-pool.ts';
import { OrderTerms } from '../book/order-terms.ts';
import type { PlaceOrder } from '../protocol/commands.ts';
import { MAX_UNITS } from '../fixed.ts';
import { AVAILABLE, type Ledger } from '../ledger/ledger.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { SpotSink } from './sink.ts';
import type { OrderAcceptor } from './accept-order.ts';
import {
  checkFilters,
  checkStatus,
  isFillOrKill,
  isPostOnly,
  mayRest,
  newIntent,
  readIntent,
  readDisplay,
} from './checks.ts';
import { canFillAll, crosses } from '../book/reach.ts';
import type { OrderCloser } from './close-order.ts';
import { capTicks, reserveOfIntent } from './entry.ts';
import type { IncomingMatcher } from './match-incoming.ts';
import type { Market } from './market.ts';
import type { User } from '../users/user.ts';
import type { Users } from '../users/users.ts';

export class OrderPlacer {
  private readonly orders: OrderPool;
  private readonly users: Users;
  private readonly ledger: Ledger;
  private readonly acceptor: OrderAcceptor;
  private readonly incoming: IncomingMatcher;
  private readonly closing: OrderCloser;
  private readonly reporter: SpotSink;
  private readonly intent = newIntent();

  constructor(
    parts: { orders: OrderPool; users: Users; ledger: Ledger; reporter: SpotSink },
    acceptor: OrderAcceptor,
    incoming: IncomingMatcher,
    closing: OrderCloser,
  ) {
    this.orders = parts.orders;
    this.users = parts.users;
    this.ledger = parts.ledger;
    this.reporter = parts.reporter;
    this.acceptor = acceptor;
    this.incoming = incoming;
    this.closing = closing;
  }

  /** The new order's slot, or why it is refused. */
  place(command: PlaceOrder, market: Market, timeMs: number): number | RejectCode {
    const { intent } = this;
    const user = this.users.find(command.uid);
    const unreadable = this.read(command, user, market, timeMs);
    if (unreadable !== null) return unreadable;
    const refusal = this.checkIntent(user, market);
    if (refusal !== null) return refusal;

    const best = market.book.first(1 - intent.side);
    if (intent.type === MARKET_TYPE) {
      if (best === 0) return this.acceptInVain(command, user, market, NO_LIQUIDITY, timeMs);
      intent.ticks = capTicks(market, intent, Math.abs(this.orders.int[best * INT_STRIDE + KEY]));
    } else if (isPostOnly(intent.timeInForce)) {
      if (crosses(market, this.orders, intent.side, intent.ticks)) return 'POST_ONLY';
    } else if (isFillOrKill(intent) && !canFillAll(market, this.orders, intent, this.users, user?.index ?? 0)) {
      return this.acceptInVain(command, user, market, TIME_IN_FORCE, timeMs);
    }
    return this.acceptReserved(command, user, market, best, timeMs);
  }

  /**
   * The reason to refuse the order, without looking at book and balance (trading A4.1 to A4.8); null if there is none. Leaves the order
   * as read in the intent, and changes nothing else.
   */
  check(command: PlaceOrder, user: User | undefined, market: Market, timeMs: number): RejectCode | null {
    return this.read(command, user, market, timeMs) ?? this.checkIntent(user, market);
  }

  private read(command: PlaceOrder, user: User | undefined, market: Market, timeMs: number): RejectCode | null {
    const { intent } = this;
    return (
      checkStatus(market, command.type, command.timeInForce, timeMs) ??
      readIntent(command, market, intent) ??
      readDisplay(command, market, intent) ??
      this.acceptor.checkClientId(user, market, command.clientOrderId)
    );
  }

  private checkIntent(user: User | undefined, market: Market): RejectCode | null {
    return checkFilters(market, this.intent) ?? this.checkCount(user, market);
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
    const row = this.ledger.walletRow(user?.index ?? 0, asset);
    if (!this.ledger.covers(row, AVAILABLE, reserve)) return 'INSUFFICIENT_BALANCE';
    if (!this.acceptor.hasRoom(user)) return 'LIMIT_REACHED';
    const order = this.acceptor.accept(
      command,
      user,
      intent,
      market,
      timeMs,
      intent.displayLots === 0 ? null : this.terms(),
    );
    this.closing.reserve(order, reserve);
    this.incoming.enter(market, order, timeMs);
    return order;
  }

  /** Accepts an order that cannot trade and ends it at once, without reserving anything (trading A2, A4.9). */
  private acceptInVain(
    command: PlaceOrder,
    user: User | undefined,
    market: Market,
    reason: number,
    timeMs: number,
  ): number | RejectCode {
    if (!this.acceptor.hasRoom(user)) return 'LIMIT_REACHED';
    if (this.intent.lots > market.maxLots || this.intent.quoteAmount > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    if (this.intent.type === MARKET_TYPE) this.intent.ticks = 0;
    const order = this.acceptor.accept(command, user, this.intent, market, timeMs, null);
    this.closing.close(order, EXPIRED, reason);
    this.orders.num[order * NUM_STRIDE + LOTS] = 0;
    this.reporter.orderChanged(order, 'ENDED');
    return order;
  }

  private terms(): OrderTerms {
    return Object.assign(new OrderTerms(), { displayLots: this.intent.displayLots });
  }

  /** How many open orders a user may have (trading A4.8). An order that cannot rest is never one of them. */
  private checkCount(user: User | undefined, market: Market): RejectCode | null {
    const { maxOpenOrders } = market.parameters;
    const { displayLots } = this.intent;
    if ((maxOpenOrders === 0 && displayLots === 0) || !mayRest(this.intent)) return null;
    return this.acceptor.checkCounts(user, market, { open: 1, dormant: 0, icebergs: displayLots === 0 ? 0 : 1 });
  }
}
