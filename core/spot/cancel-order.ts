/** Cancels (trading A7): valid in every status but MAINTENANCE; several run in order of creation. */
import type { IdTable } from '../book/id-table.ts';
import {
  BY_SYSTEM,
  BY_USER,
  CANCELED,
  FLAGS,
  INT_STRIDE,
  isDormant,
  isLinked,
  isLive,
  KEY,
  MARKET,
  type OrderPool,
  USER_NEXT,
} from '../book/order-pool.ts';
import type { CancelOrder } from '../protocol/commands.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { SpotSink } from './sink.ts';
import type { OrderCloser } from './close-order.ts';
import { findLiveOrder } from './finding.ts';
import type { Market } from './market.ts';
import type { Oco } from './oco.ts';
import type { User } from '../users/user.ts';
import type { Users } from '../users/users.ts';

export class OrderCanceller {
  private readonly orders: OrderPool;
  private readonly ids: IdTable;
  private readonly users: Users;
  private readonly closing: OrderCloser;
  private readonly oco: Oco;
  private readonly reporter: SpotSink;

  constructor(
    parts: { orders: OrderPool; ids: IdTable; users: Users },
    closing: OrderCloser,
    oco: Oco,
    reporter: SpotSink,
  ) {
    this.orders = parts.orders;
    this.ids = parts.ids;
    this.users = parts.users;
    this.closing = closing;
    this.oco = oco;
    this.reporter = reporter;
  }

  cancel(command: CancelOrder, market: Market, timeMs: number): number | RejectCode {
    if (market.status === 'MAINTENANCE') return 'MARKET_STATUS';
    const order = findLiveOrder(this.orders, this.ids, this.users, command.uid, market, command);
    if (typeof order === 'number') this.end(market, order, BY_USER, timeMs);
    return order;
  }

  /** Takes an order out of its book, or from those that wait, and ends it; the other leg of an OCO with it. */
  end(market: Market, order: number, reason: number, timeMs: number): void {
    const at = order * INT_STRIDE;
    const { int } = this.orders;
    const partner = isLinked(int[at + FLAGS]) ? this.oco.cancelOtherLeg(market, order, timeMs) : 0;
    if (isDormant(int[at + FLAGS])) {
      market.triggers.remove(order);
      this.closing.finish(market, order, CANCELED, reason, timeMs);
    } else {
      market.touchLevel(int[at + KEY]);
      market.book.remove(order);
      this.closing.finish(market, order, CANCELED, reason, timeMs);
    }
    this.reporter.orderChanged(order, 'ENDED');
    if (partner !== 0) this.reporter.orderChanged(partner, 'ENDED');
  }

  /** The same for an order of several markets; answers its market. */
  endOne(markets: readonly Market[], order: number, timeMs: number): Market {
    const { int } = this.orders;
    const market = markets[int[order * INT_STRIDE + MARKET]];
    // The other leg of its pair may have taken it along.
    if (isLive(int[order * INT_STRIDE + FLAGS])) this.end(market, order, BY_USER, timeMs);
    return market;
  }

  /** The user's live orders that `isMeant` names, in order of creation. */
  ordersOf(user: User, isMeant: (market: number) => boolean): number[] {
    const found: number[] = [];
    const { int } = this.orders;
    for (let order = user.firstOrder; order !== 0; order = int[order * INT_STRIDE + USER_NEXT]) {
      if (isMeant(int[order * INT_STRIDE + MARKET])) found.push(order);
    }
    return found;
  }

  /** A delisted market keeps no orders (trading A8): bids, asks, each best price first, then those that wait. */
  endAll(market: Market, timeMs: number, told: () => void): void {
    for (const side of [0, 1]) {
      for (let order = market.book.first(side); order !== 0; order = market.book.first(side)) {
        this.end(market, order, BY_SYSTEM, timeMs);
        told();
      }
    }
    for (const order of market.triggers.all()) {
      // The other leg of its pair may wait too, and have taken it along.
      if (isLive(this.orders.int[order * INT_STRIDE + FLAGS])) this.end(market, order, BY_SYSTEM, timeMs);
    }
  }
}
