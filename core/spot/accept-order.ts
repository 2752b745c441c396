/** Makes orders: an id, a record, a place among the user's live orders. */
import type { IdTable } from '../book/id-table.ts';
import {
  AMENDS,
  BASE_ROW,
  BUY,
  CREATED,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  ID,
  INT_STRIDE,
  isDormant,
  isLive,
  KEY,
  LOTS,
  MARKET,
  NEXT,
  NUM_STRIDE,
  type OrderPool,
  packFlags,
  PREVENTED_AMOUNT,
  PREVENTED_LOTS,
  PREVIOUS,
  QUOTE_AMOUNT,
  QUOTE_ROW,
  TOTAL_LOTS,
  UPDATED,
  USER,
  USER_NEXT,
} from '../book/order-pool.ts';
import type { OrderTerms } from '../book/order-terms.ts';
import { assert } from '../protocol/invariant.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { SharedState } from '../kernel/shared-state.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SpotSink } from './sink.ts';
import type { Intent } from './checks.ts';
import type { Market } from './market.ts';
import type { User } from '../users/user.ts';
import type { Users } from '../users/users.ts';

/** Whose order it is and what they call it. */
interface Owner {
  readonly uid: number;
  readonly clientOrderId: string;
}

export class OrderAcceptor {
  private readonly orders: OrderPool;
  private readonly ids: IdTable;
  private readonly users: Users;
  private readonly shared: SharedState;
  private readonly reporter: SpotSink;

  constructor(parts: { orders: OrderPool; ids: IdTable; users: Users; ledger: Ledger }, reporter: SpotSink) {
    this.orders = parts.orders;
    this.ids = parts.ids;
    this.users = parts.users;
    this.shared = parts.ledger.shared;
    this.reporter = reporter;
  }

  get lastOrderId(): number {
    return this.shared.lastOrderId;
  }
  set lastOrderId(id: number) {
    this.shared.lastOrderId = id;
  }

  /** Is there room for one more order of this user? */
  hasRoom(user: User | undefined): boolean {
    return !this.orders.isFull && (user !== undefined || !this.users.isFull);
  }

  /** Unique among the user's live orders of the market, free again afterwards (trading A4). */
  checkClientId(user: User | undefined, market: Market, clientOrderId: string): RejectCode | null {
    if (clientOrderId === '' || user === undefined) return null;
    const order = this.ids.get(this.users.orderNames.newest(user, market.index, clientOrderId));
    if (order <= 0) return null;
    return isLive(this.orders.int[order * INT_STRIDE + FLAGS]) ? 'DUPLICATE_CLIENT_ORDER_ID' : null;
  }

  /** The order is live from here on; its reservation and its entry are the caller's. `known`: its user, if there is one. */
  accept(
    owner: Owner,
    known: User | undefined,
    intent: Intent,
    market: Market,
    timeMs: number,
    terms: OrderTerms | null,
  ): number {
    const { orders } = this;
    const isOnGrid = Number.isInteger(intent.ticks) && Number.isInteger(intent.lots);
    assert(
      isOnGrid && intent.ticks >= 0 && intent.lots >= 0,
      'an order that is accepted lies on the grid of its market',
    );
    const user = known ?? this.users.ensure(owner.uid);
    const baseRow = this.users.row(user, market.base.index);
    const quoteRow = this.users.row(user, market.quote.index);
    const order = orders.allocate();
    const { int, num } = orders;
    const at = order * INT_STRIDE;
    int[at + NEXT] = 0;
    int[at + PREVIOUS] = 0;
    int[at + KEY] = intent.side === BUY ? -intent.ticks : intent.ticks;
    int[at + USER] = user.index;
    int[at + FLAGS] = packFlags(intent.side, intent.type, intent.timeInForce, intent.stpMode, intent.trigger);
    int[at + MARKET] = market.index;
    int[at + BASE_ROW] = baseRow;
    int[at + QUOTE_ROW] = quoteRow;
    int[at + FEE_REST] = 0;
    int[at + AMENDS] = 0;
    const numAt = order * NUM_STRIDE;
    num[numAt + LOTS] = intent.lots;
    num[numAt + FILLED_LOTS] = 0;
    num[numAt + FILLED_AMOUNT] = 0;
    num[numAt + ID] = this.nextOrderId;
    num[numAt + TOTAL_LOTS] = intent.quoteAmount === 0 ? intent.lots : 0;
    num[numAt + PREVENTED_LOTS] = 0;
    num[numAt + QUOTE_AMOUNT] = intent.quoteAmount;
    num[numAt + CREATED] = timeMs;
    num[numAt + UPDATED] = timeMs;
    num[numAt + PREVENTED_AMOUNT] = 0;
    if (terms !== null) orders.setTerms(order, terms);
    this.register(order, user, owner.clientOrderId);
    return order;
  }

  /** The id of the next order that is registered. */
  get nextOrderId(): number {
    return this.lastOrderId + 1;
  }

  /** An order whose record is written, with `nextOrderId`, is live from here on. */
  private register(order: number, user: User, clientOrderId: string): void {
    this.lastOrderId += 1;
    this.ids.set(this.lastOrderId, order);
    this.users.open(user.index, order);
    this.users.name(user, order, clientOrderId);
    this.reporter.orderChanged(order, 'ACCEPTED');
  }

  /** Names an order that the kernel registered; an empty text is no name. */
  name(order: number, user: User, clientOrderId: string): void {
    this.users.name(user, order, clientOrderId);
  }

  /**
   * Null if the user may have as many more open orders as `added` says (trading A4.8), else why not. Dormant orders and icebergs have
   * limits of their own besides. A dormant order counts as open already, so that it adds nothing when it fires.
   */
  checkCounts(
    user: User | undefined,
    market: Market,
    added: { open: number; dormant: number; icebergs: number },
  ): RejectCode | null {
    const { maxOpenOrders } = market.parameters;
    const open = user === undefined ? 0 : this.users.seats.openOrders(user.index, market.index);
    if (maxOpenOrders !== 0 && open + added.open > maxOpenOrders) return 'TOO_MANY_ORDERS';
    const isOver = (limit: number, more: number, counts: (order: number) => boolean): boolean =>
      limit !== 0 && more !== 0 && (user === undefined ? 0 : this.countOf(user, market, counts)) + more > limit;
    const { int } = this.orders;
    const waits = (order: number): boolean => isDormant(int[order * INT_STRIDE + FLAGS]);
    if (isOver(market.maxConditional, added.dormant, waits)) return 'TOO_MANY_ORDERS';
    if (isOver(market.maxIceberg, added.icebergs, (order) => this.orders.isIceberg(order))) return 'TOO_MANY_ORDERS';
    return null;
  }

  private countOf(user: User, market: Market, counts: (order: number) => boolean): number {
    let count = 0;
    const { int } = this.orders;
    for (let order = user.firstOrder; order !== 0; order = int[order * INT_STRIDE + USER_NEXT]) {
      if (int[order * INT_STRIDE + MARKET] === market.index && counts(order)) count += 1;
    }
    return count;
  }
}
