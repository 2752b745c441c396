import { expect, test } from 'vitest';
import type { Book } from '../../live/book.ts';
import { bandsOf, depthOf, heightOf, outline, percentFromMid, placeOf, stepAt } from './depth-sums.ts';

const book: Book = {
  bids: [
    { price: 9_990n, quantity: 3n },
    { price: 9_900n, quantity: 4n },
  ],
  asks: [
    { price: 10_010n, quantity: 1n },
    { price: 10_050n, quantity: 1n },
    { price: 10_100n, quantity: 5n },
    { price: 11_000n, quantity: 900n },
  ],
  updateId: 1,
};

test('depth adds up from the best price outwards and reaches as far as the shorter side', () => {
  const depth = depthOf(book)!;
  expect(depth.bids).toEqual([
    { price: 9_990n, sum: 3n },
    { price: 9_900n, sum: 7n },
  ]);
  expect(depth.asks.map(({ sum }) => sum)).toEqual([1n, 2n, 7n]);
  expect(depth.most).toBe(7n);
  expect([placeOf(9_900n, depth), placeOf(10_000n, depth), placeOf(10_100n, depth)]).toEqual([0, 0.5, 1]);
  expect(heightOf(7n, depth)).toBe(1);
});

test('without one of the sides there is no middle, and no depth', () => {
  expect(depthOf({ ...book, asks: [] })).toBeNull();
  expect(depthOf({ ...book, bids: [] })).toBeNull();
});

test('a place of the picture means the step that is reached there, and its distance in percent', () => {
  const depth = depthOf(book)!;
  expect(stepAt(depth, 0)).toEqual({ side: 'bids', index: 1 });
  expect(stepAt(depth, 0.3)).toEqual({ side: 'bids', index: 0 });
  expect(stepAt(depth, 0.499)).toEqual({ side: 'bids', index: 0 });
  expect(stepAt(depth, 0.8)).toEqual({ side: 'asks', index: 1 });
  expect(stepAt(depth, 1)).toEqual({ side: 'asks', index: 2 });
  expect(percentFromMid(9_900n, depth)).toBe('-1.00');
  expect(percentFromMid(10_050n, depth)).toBe('0.50');
});

test('the outline climbs in stairs and ends at the edge', () => {
  const depth = depthOf(book)!;
  expect(outline(depth, 'bids', 100, 70)).toBe('M45.0 70H45.0V40.0H0.0V0.0H0V70Z');
});

test('in words: how much lies within each part of the reach', () => {
  const depth = depthOf(book)!;
  expect(bandsOf(depth, [50n, 100n])).toEqual([
    { percent: '0.50', bids: 3n, asks: 2n },
    { percent: '1.00', bids: 7n, asks: 7n },
  ]);
});
