/**
 * nodejs-order-book 10.1.1 on the same records: a book without users, balances, fees or journal. Its ids are strings,
 * made before the clock starts. A reduction gives the size that rests, or cancels; the package puts such an order last in
 * its queue, so its trades drift from ours: reported, not required.
 */
import { OrderBook } from 'nodejs-order-book';
import { BESIDE, CANCEL, FOK, MARK, MARKET_AT, MOVE, RECORD, REPLACE } from './records.ts';

/** The package's enums, by their values. */
type Limit = Parameters<OrderBook['limit']>[0];
const SIDES = ['buy', 'sell'] as unknown as readonly Limit['side'][];
const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as unknown as readonly NonNullable<Limit['timeInForce']>[];

export class Peer {
  trades = 0;
  private readonly books: readonly OrderBook[];
  private readonly ids: readonly string[];

  constructor(ids: readonly string[], markets: number) {
    this.ids = ids;
    this.books = Array.from({ length: markets }, () => new OrderBook());
  }

  run(records: Int32Array, beside: Int32Array, from: number, to: number): void {
    for (let i = from; i < to; i += 1) this.apply(records, beside, i);
  }

  private apply(records: Int32Array, beside: Int32Array, i: number): void {
    const at = i * RECORD;
    const type = records[at]! & 255;
    const book = this.books[records[at + MARKET_AT]!]!;
    if (type >= MARK) return;
    const id = this.ids[records[at + 2]!]!;
    if (type <= FOK) {
      const side = SIDES[records[at]! >> 8]!;
      const timeInForce = TIMES_IN_FORCE[type]!;
      this.count(book.limit({ id, side, size: records[at + 5]!, price: records[at + 3]!, timeInForce }));
    } else if (type === MOVE) {
      this.count(book.modify(id, { price: records[at + 3]! }));
    } else if (type === REPLACE) {
      const side = SIDES[records[at]! >> 8]!;
      if (book.cancel(id) !== undefined)
        this.count(
          book.limit({ id, side, size: records[at + 5]!, price: records[at + 3]!, timeInForce: TIMES_IN_FORCE[0]! }),
        );
    } else if (type === CANCEL || beside[i * BESIDE + 1] === 0) {
      book.cancel(id);
    } else {
      this.count(book.modify(id, { size: beside[i * BESIDE + 1]! }));
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
