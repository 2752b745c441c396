/** One suite for both books, and random operations that hold them equal. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Book } from './book.ts';
import { LadderBook } from './ladder-book.ts';
import { NaiveBook } from '../model/spot/naive-book.ts';
import { FLAGS, INT_STRIDE, KEY, LOTS, NUM_STRIDE, OrderPool, packFlags } from './order-pool.ts';

const books = [
  ['naive', (orders: OrderPool): Book => new NaiveBook(orders)],
  ['ladder', (orders: OrderPool): Book => new LadderBook(orders)],
] as const;

function newOrder(orders: OrderPool, side: number, ticks: number, lots: number): number {
  const order = orders.allocate();
  orders.int[order * INT_STRIDE + FLAGS] = packFlags(side, 0, 0, 0);
  orders.int[order * INT_STRIDE + KEY] = side === 0 ? -ticks : ticks;
  orders.num[order * NUM_STRIDE + LOTS] = lots;
  return order;
}

/** Everything a side shows: its orders in order, and its levels. */
function shown(book: Book, side: number): unknown {
  const orders: number[] = [];
  for (let order = book.first(side); order !== 0; order = book.next(order)) orders.push(order);
  const levels: number[][] = [];
  book.forEachLevel(side, 1_000, (ticks, lots) => levels.push([ticks, lots]));
  return { orders, levels };
}

test.each(books)('%s book: price first, then time', (_, create) => {
  const orders = new OrderPool();
  const book = create(orders);
  const [a, b, c] = [newOrder(orders, 0, 100, 5), newOrder(orders, 0, 101, 7), newOrder(orders, 0, 100, 9)];
  for (const order of [a, b, c]) book.add(order);
  expect(shown(book, 0)).toEqual({
    orders: [b, a, c],
    levels: [
      [101, 7],
      [100, 14],
    ],
  });
  book.reduce(a, 2);
  book.remove(b);
  expect(shown(book, 0)).toEqual({ orders: [a, c], levels: [[100, 12]] });
  expect([book.levelLots(0, 100), book.levelLots(0, 101), book.levelLots(1, 100), book.first(1)]).toEqual([
    12, 0, 0, 0,
  ]);
});

test.each(books)('%s book: prices as far apart as they can be', (_, create) => {
  const orders = new OrderPool();
  const book = create(orders);
  const prices = [1, 2_147_483_647, 5_000_000, 40_000, 5_000_001, 33_000];
  const made = prices.map((ticks) => newOrder(orders, 1, ticks, ticks));
  for (const order of made) book.add(order);
  const sorted = [...prices].sort((x, y) => x - y);
  expect(shown(book, 1)).toMatchObject({ levels: sorted.map((ticks) => [ticks, ticks]) });
  for (const ticks of sorted) {
    const first = book.first(1);
    expect(orders.int[first * INT_STRIDE + KEY]).toBe(ticks);
    book.remove(first);
  }
  expect(book.first(1)).toBe(0);
});

/** Near prices, far prices, and prices at the edges of the window. */
const ticksArb = fc.oneof(
  fc.integer({ min: 1, max: 50 }),
  fc.integer({ min: 30_000, max: 35_000 }),
  fc.constantFrom(1, 24_576, 24_577, 32_768, 32_769, 65_536, 2_147_483_647),
  fc.integer({ min: 1, max: 2_147_483_647 }),
);
const stepArb = fc.record({
  act: fc.constantFrom('add', 'add', 'add', 'remove', 'reduce', 'take'),
  side: fc.integer({ min: 0, max: 1 }),
  ticks: ticksArb,
  pick: fc.nat(),
});

test('random operations: the ladder book equals the naive book', () => {
  fc.assert(
    fc.property(fc.array(stepArb, { maxLength: 120 }), (steps) => {
      const pools = [new OrderPool(), new OrderPool()] as const;
      const pair = [new NaiveBook(pools[0]), new LadderBook(pools[1])] as const;
      let live: number[] = [];
      for (const { act, side, ticks, pick } of steps) {
        const first = pair[0].first(side);
        const chosen = act === 'take' ? first : (live[pick % Math.max(1, live.length)] ?? 0);
        if (act === 'add') {
          const slots = pools.map((orders) => newOrder(orders, side, ticks, 2 + (pick % 9)));
          pair.forEach((book, i) => book.add(slots[i]!));
          live.push(slots[0]!);
        } else if (chosen !== 0 && act === 'reduce' && pools[0].num[chosen * NUM_STRIDE + LOTS]! > 1) {
          for (const book of pair) book.reduce(chosen, 1);
        } else if (chosen !== 0) {
          for (const book of pair) book.remove(chosen);
          live = live.filter((order) => order !== chosen);
        }
        for (const s of [0, 1]) expect(shown(pair[1], s)).toEqual(shown(pair[0], s));
        expect(pair[1].levelLots(side, ticks)).toBe(pair[0].levelLots(side, ticks));
      }
    }),
  );
});
