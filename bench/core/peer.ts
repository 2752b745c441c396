/**
 * nodejs-order-book 10.1.1 on the same records: a book without users, balances, fees or journal. Its ids are strings,
 * made before the clock starts. A reduction gives the size that rests, or cancels; the package puts such an order last in
 * its queue, so its trades drift from ours: reported, not required.
 */
import { OrderBook } from 'nodejs-order-book';
import { BESIDE, CANCEL, FOK, MOVE, RECORD } from './records.ts';

/** The package's enums, by their values. */
type Limit = Parameters<OrderBook['limit']>[0];
const SIDES = ['buy', 'sell'] as unknown as readonly Limit['side'][];
const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as unknown as readonly NonNullable<Limit['timeInForce']>[];

export class Peer {
  trades = 0;
  private readonly book = new OrderBook();
  private readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    this.ids = ids;
  }

  run(records: Int32Array, beside: Int32Array, from: number, to: number): void {
    for (let i = from; i < to; i += 1) this.apply(records, beside, i);
  }

  private apply(records: Int32Array, beside: Int32Array, i: number): void {
    const at = i * RECORD;
    const type = records[at]! & 255;
    const id = this.ids[records[at + 2]!]!;
    if (type <= FOK) {
      const side = SIDES[records[at]! >> 8]!;
      const timeInForce = TIMES_IN_FORCE[type]!;
      this.count(this.book.limit({ id, side, size: records[at + 5]!, price: records[at + 3]!, timeInForce }));
    } else if (type === MOVE) {
      this.count(this.book.modify(id, { price: records[at + 3]! }));
    } else if (type === CANCEL || beside[i * BESIDE + 1] === 0) {
      this.book.cancel(id);
    } else {
      this.count(this.book.modify(id, { size: beside[i * BESIDE + 1]! }));
    }
  }

  private count(answer: { done: readonly unknown[]; partial: unknown }): void {
    this.trades += answer.done.length;
  }
}

/** "1", "2", … up to the largest id of the records. */
export function stringIds(records: Int32Array): string[] {
  let largest = 0;
  for (let at = 2; at < records.length; at += RECORD) largest = Math.max(largest, records[at]!);
  return Array.from({ length: largest + 1 }, (_, id) => String(id));
}
