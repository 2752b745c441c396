/** The fast book: a price ladder for each side. */
import type { Book } from './book.ts';
import { BUY, FLAGS, INT_STRIDE, type OrderPool, sideOf } from './order-pool.ts';
import { PriceLadder } from './price-ladder.ts';

export class LadderBook implements Book {
  private readonly orders: OrderPool;
  readonly bids: PriceLadder;
  readonly asks: PriceLadder;

  constructor(orders: OrderPool) {
    this.orders = orders;
    this.bids = new PriceLadder(orders);
    this.asks = new PriceLadder(orders);
  }

  add(order: number): void {
    this.ladderOf(order).add(order);
  }

  remove(order: number): void {
    this.ladderOf(order).remove(order);
  }

  reduce(order: number, lots: number): void {
    this.ladderOf(order).reduce(order, lots);
  }

  first(side: number): number {
    return (side === BUY ? this.bids : this.asks).first();
  }

  next(order: number): number {
    return this.ladderOf(order).next(order);
  }

  levelLots(side: number, ticks: number): number {
    return side === BUY ? this.bids.levelLots(-ticks) : this.asks.levelLots(ticks);
  }

  forEachLevel(side: number, limit: number, visit: (ticks: number, lots: number) => void): void {
    if (side === BUY) this.bids.forEachLevel(limit, (key, lots) => visit(-key, lots));
    else this.asks.forEachLevel(limit, visit);
  }

  private ladderOf(order: number): PriceLadder {
    return sideOf(this.orders.int[order * INT_STRIDE + FLAGS]) === BUY ? this.bids : this.asks;
  }
}
