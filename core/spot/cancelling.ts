/** Cancels (trading A7): valid in every status but MAINTENANCE; several run in order of creation. */
import type { IdTable } from '../book/id-table.ts';
import {
  BY_SYSTEM,
  BY_USER,
  CANCELED,
  INT_STRIDE,
  KEY,
  MARKET,
  type OrderPool,
  USER_NEXT,
} from '../book/order-pool.ts';
import type { CancelOrder } from '../commands.ts';
import type { RejectCode } from '../rejects.ts';
import type { Reporter } from '../reporter.ts';
import type { Closing } from './closing.ts';
import { findLiveOrder } from './finding.ts';
import type { Market } from './market.ts';
import type { User, Users } from './users.ts';

export class Cancelling {
  private readonly orders: OrderPool;
  private readonly ids: IdTable;
  private readonly users: Users;
  private readonly closing: Closing;
  private readonly reporter: Reporter;

  constructor(parts: { orders: OrderPool; ids: IdTable; users: Users }, closing: Closing, reporter: Reporter) {
    this.orders = parts.orders;
    this.ids = parts.ids;
    this.users = parts.users;
    this.closing = closing;
    this.reporter = reporter;
  }

  cancel(command: CancelOrder, market: Market, timeMs: number): number | RejectCode {
    if (market.status === 'MAINTENANCE') return 'MARKET_STATUS';
    const order = findLiveOrder(this.orders, this.ids, this.users, command.uid, market, command);
    if (typeof order === 'number') this.end(market, order, BY_USER, timeMs);
    return order;
  }

  /** Takes a resting order out of its book and ends it. */
  end(market: Market, order: number, reason: number, timeMs: number): void {
    const at = order * INT_STRIDE;
    const { int } = this.orders;
    market.book.remove(order);
    market.touchLevel(int[at + KEY]);
    this.closing.finish(market, order, CANCELED, reason, timeMs);
    this.reporter.orderChanged(order, 'ENDED');
  }

  /** The same for an order of several markets; answers its market. */
  endOne(markets: readonly Market[], order: number, timeMs: number): Market {
    const market = markets[this.orders.int[order * INT_STRIDE + MARKET]];
    this.end(market, order, BY_USER, timeMs);
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

  /** A delisted market keeps no orders (trading A8). Best price first on each side, bids before asks. */
  endAll(market: Market, timeMs: number, told: () => void): void {
    for (const side of [0, 1]) {
      for (let order = market.book.first(side); order !== 0; order = market.book.first(side)) {
        this.end(market, order, BY_SYSTEM, timeMs);
        told();
      }
    }
  }
}
