/**
 * A simple order book that shows how the real one has to behave: for each side a sorted array of price levels, each with an array of
 * orders.
 */
import type { Book } from '../../book/book.ts';
import { FLAGS, INT_STRIDE, KEY, LOTS, NUM_STRIDE, type OrderPool, sideOf } from '../../book/order-pool.ts';

interface Level {
  readonly key: number;
  readonly queue: number[];
}

export class NaiveBook implements Book {
  private readonly sides: readonly [Level[], Level[]] = [[], []];
  private readonly orders: OrderPool;

  constructor(orders: OrderPool) {
    this.orders = orders;
  }

  add(order: number): void {
    const levels = this.levelsOf(order);
    const key = this.keyOf(order);
    const level = levels.find((candidate) => candidate.key === key);
    if (level) {
      level.queue.push(order);
      return;
    }
    levels.push({ key, queue: [order] });
    levels.sort((a, b) => a.key - b.key);
  }

  remove(order: number): void {
    const levels = this.levelsOf(order);
    const at = levels.findIndex((candidate) => candidate.key === this.keyOf(order));
    const queue = levels[at].queue;
    queue.splice(queue.indexOf(order), 1);
    if (queue.length === 0) levels.splice(at, 1);
  }

  reduce(order: number, lots: number): void {
    this.orders.num[order * NUM_STRIDE + LOTS] -= lots;
  }

  first(side: number): number {
    return this.sides[side][0]?.queue[0] ?? 0;
  }

  next(order: number): number {
    const inOrder = this.levelsOf(order).flatMap((level) => level.queue);
    return inOrder[inOrder.indexOf(order) + 1] ?? 0;
  }

  levelLots(side: number, ticks: number): number {
    const key = side === 0 ? -ticks : ticks;
    const level = this.sides[side].find((candidate) => candidate.key === key);
    return level ? this.sum(level) : 0;
  }

  forEachLevel(side: number, limit: number, visit: (ticks: number, lots: number) => void): void {
    for (const level of this.sides[side].slice(0, limit)) visit(Math.abs(level.key), this.sum(level));
  }

  private sum(level: Level): number {
    return level.queue.reduce((total, order) => total + this.orders.num[order * NUM_STRIDE + LOTS], 0);
  }

  private keyOf(order: number): number {
    return this.orders.int[order * INT_STRIDE + KEY];
  }

  private levelsOf(order: number): Level[] {
    return this.sides[sideOf(this.orders.int[order * INT_STRIDE + FLAGS])];
  }
}
