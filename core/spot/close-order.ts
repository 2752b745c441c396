/** The end of orders, and what they give back (trading A5.5). */
import {
  BASE_ROW,
  BUY,
  FLAGS,
  hasTerms,
  INT_STRIDE,
  LOTS,
  NUM_STRIDE,
  type OrderPool,
  QUOTE_ROW,
  sideOf,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import { AVAILABLE, type Ledger, LOCKED } from '../ledger/ledger.ts';
import type { Market } from './market.ts';
import { reserveOf } from './reservation.ts';
import type { Users } from '../users/users.ts';

export class OrderCloser {
  private readonly orders: OrderPool;
  private readonly ledger: Ledger;
  private readonly users: Users;

  constructor(orders: OrderPool, ledger: Ledger, users: Users) {
    this.orders = orders;
    this.ledger = ledger;
    this.users = users;
  }

  /** Ends an order that is in no book: all it still locks is released. */
  finish(market: Market, order: number, status: number, reason: number, timeMs: number): void {
    const { num } = this.orders;
    this.release(order, reserveOf(this.orders, market, order));
    num[order * NUM_STRIDE + LOTS] = 0;
    if (hasTerms(this.orders.int[order * INT_STRIDE + FLAGS])) this.orders.terms(order).hiddenLots = 0;
    num[order * NUM_STRIDE + UPDATED] = timeMs;
    this.close(order, status, reason);
  }

  /** Moves an order that locks nothing any more from the live to the remembered ones. */
  close(order: number, status: number, reason: number): void {
    this.orders.setStatus(order, status, reason);
    this.users.close(this.users.at(this.orders.int[order * INT_STRIDE + USER]), order);
  }

  /** Gives units back that the order had locked. */
  release(order: number, amount: number): void {
    if (amount === 0) return;
    this.ledger.shift(this.lockedRow(order), LOCKED, AVAILABLE, amount);
  }

  reserve(order: number, amount: number): void {
    this.ledger.shift(this.lockedRow(order), AVAILABLE, LOCKED, amount);
  }

  /** A buy locks quote, a sell base. */
  private lockedRow(order: number): number {
    const at = order * INT_STRIDE;
    const { int } = this.orders;
    return sideOf(int[at + FLAGS]) === BUY ? int[at + QUOTE_ROW] : int[at + BASE_ROW];
  }
}
