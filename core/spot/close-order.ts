/** Ends orders and releases their reservations (trading A5.5). */
import {
  BASE_ROW,
  BUY,
  FLAGS,
  hasTerms,
  INT_STRIDE,
  isLive,
  LOTS,
  NUM_STRIDE,
  type OrderPool,
  QUOTE_ROW,
  sideOf,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import { AVAILABLE, type Ledger, LOCKED } from '../ledger/ledger.ts';
import { assert } from '../protocol/invariant.ts';
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
    assert(isLive(this.orders.int[order * INT_STRIDE + FLAGS]), 'an order that ends is open');
    this.orders.setStatus(order, status, reason);
    this.users.close(this.users.at(this.orders.int[order * INT_STRIDE + USER]), order);
  }

  /** Gives units back that the order had locked. */
  release(order: number, amount: number): void {
    if (amount === 0) return;
    const row = this.lockedRow(order);
    assert(
      amount > 0 && this.ledger.covers(row, LOCKED, amount),
      'an order gives back no more than its user has locked',
    );
    this.ledger.shift(row, LOCKED, AVAILABLE, amount);
  }

  reserve(order: number, amount: number): void {
    const row = this.lockedRow(order);
    assert(amount >= 0 && this.ledger.covers(row, AVAILABLE, amount), 'an order locks no more than its user has free');
    this.ledger.shift(row, AVAILABLE, LOCKED, amount);
  }

  /** A buy locks quote, a sell base. */
  private lockedRow(order: number): number {
    const at = order * INT_STRIDE;
    const { int } = this.orders;
    return sideOf(int[at + FLAGS]) === BUY ? int[at + QUOTE_ROW] : int[at + BASE_ROW];
  }
}
