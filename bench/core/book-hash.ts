/** What rests in every book of the machine, as one number. */
import { ID, INT_STRIDE, KEY, LOTS, NUM_STRIDE } from '../../core/book/order-pool.ts';
import type { StateMachine } from '../../core/state-machine/state-machine.ts';
import { hashOrder } from './records.ts';

/** Each market's asks best first, then its bids; spot markets first. Where the ids are the machine's own they do not count. */
export function bookHash({ orders, markets, perps }: StateMachine, isIdFree: boolean): number {
  let sum = 0;
  const books = [
    ...markets.map(({ book }) => ({ book, orders })),
    ...perps.contracts.map(({ book }) => ({ book, orders: perps.orders })),
  ];
  for (const { book, orders: pool } of books) {
    let hash = 0;
    for (const side of [1, 0]) {
      for (let order = book.first(side); order !== 0; order = book.next(order)) {
        const ticks = Math.abs(pool.int[order * INT_STRIDE + KEY]!);
        const id = isIdFree ? 0 : pool.num[order * NUM_STRIDE + ID]!;
        hash = hashOrder(hash, id, ticks, pool.num[order * NUM_STRIDE + LOTS]!);
      }
    }
    sum = (sum + hash) | 0;
  }
  return sum;
}
