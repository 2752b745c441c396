import { expect, test } from 'vitest';
import { emptyBook, setLevel } from './order-book.ts';

test('bids stand highest first, asks lowest first, and 0 removes a level', () => {
  const book = emptyBook();
  for (const price of [3, 1, 2]) setLevel(book, 'BUY', price, price * 10);
  for (const price of [6, 4, 5]) setLevel(book, 'SELL', price, price * 10);
  expect(book.bids).toEqual([
    [3, 30],
    [2, 20],
    [1, 10],
  ]);
  expect(book.asks).toEqual([
    [4, 40],
    [5, 50],
    [6, 60],
  ]);
  setLevel(book, 'BUY', 2, 7);
  setLevel(book, 'BUY', 3, 0);
  setLevel(book, 'SELL', 99, 0);
  expect(book.bids).toEqual([
    [2, 7],
    [1, 10],
  ]);
  expect(book.asks).toHaveLength(3);
});
