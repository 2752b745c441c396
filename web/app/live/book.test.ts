import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { decimal, formatUnits } from '../../ui/decimal.ts';
import { createBookMerger, type Book } from './book.ts';
import { AVERAGE_DECIMALS, bidShare, sweep, viewOf } from './book-view.ts';

const SCALES = { price: 2, quantity: 3 };

function depth(part: Partial<Parameters<ReturnType<typeof createBookMerger>['apply']>[0]>) {
  return { snapshot: false, symbol: 'BTCUSDT', U: 0, u: 0, pu: 0, bids: [], asks: [], time: 0, ...part };
}

function bookOf(bids: [string, string][], asks: [string, string][]): Book {
  const merger = createBookMerger(SCALES);
  merger.apply(depth({ snapshot: true, u: 1, bids, asks }));
  return merger.book();
}

const shown = (book: Book) => ({
  bids: book.bids.map((level) => `${formatUnits(level.price, 2)}:${formatUnits(level.quantity, 3)}`),
  asks: book.asks.map((level) => `${formatUnits(level.price, 2)}:${formatUnits(level.quantity, 3)}`),
});

describe('merging', () => {
  test('changes are absolute, zero removes, order stays best first', () => {
    const merger = createBookMerger(SCALES);
    merger.apply(
      depth({
        snapshot: true,
        u: 5,
        bids: [
          ['100.00', '1'],
          ['99.00', '2'],
        ],
        asks: [['101.00', '3']],
      }),
    );
    expect(
      merger.apply(
        depth({
          U: 6,
          u: 7,
          pu: 5,
          bids: [
            ['99.50', '4'],
            ['99.00', '0'],
          ],
          asks: [['101.00', '1.5']],
        }),
      ),
    ).toBe('applied');
    expect(shown(merger.book())).toEqual({ bids: ['100:1', '99.5:4'], asks: ['101:1.5'] });
  });

  test('a change that does not continue the former one is a gap, and only a snapshot heals it', () => {
    const merger = createBookMerger(SCALES);
    merger.apply(depth({ snapshot: true, u: 5, bids: [['100.00', '1']] }));
    expect(merger.apply(depth({ u: 9, pu: 8, bids: [['98.00', '1']] }))).toBe('gap');
    expect(merger.apply(depth({ u: 10, pu: 9, bids: [['97.00', '1']] }))).toBe('stale');
    expect(shown(merger.book()).bids).toEqual(['100:1']);
    expect(merger.apply(depth({ snapshot: true, u: 12, bids: [['95.00', '1']] }))).toBe('applied');
    expect(merger.apply(depth({ u: 13, pu: 12, bids: [['96.00', '1']] }))).toBe('applied');
    expect(shown(merger.book()).bids).toEqual(['96:1', '95:1']);
  });

  test('a change before the snapshot or already in it is left out', () => {
    const merger = createBookMerger(SCALES);
    expect(merger.apply(depth({ u: 2, pu: 1 }))).toBe('stale');
    merger.apply(depth({ snapshot: true, u: 5, bids: [['100.00', '1']] }));
    expect(merger.apply(depth({ u: 4, pu: 3, bids: [['100.00', '9']] }))).toBe('stale');
  });

  test('any sequence of changes equals a map of prices', () => {
    const change = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
        const merger = createBookMerger({ price: 0, quantity: 0 });
        merger.apply(depth({ snapshot: true, u: 0 }));
        const naive = new Map<number, number>();
        changes.forEach(([price, quantity], index) => {
          merger.apply(depth({ u: index + 1, pu: index, asks: [[String(price), String(quantity)]] }));
          if (quantity === 0) naive.delete(price);
          else naive.set(price, quantity);
        });
        const expected = [...naive]
          .sort(([a], [b]) => a - b)
          .map(([price, quantity]) => [BigInt(price), BigInt(quantity)]);
        expect(merger.book().asks.map((level) => [level.price, level.quantity])).toEqual(expected);
      }),
    );
  });
});

describe('the view', () => {
  const book = bookOf(
    [
      ['100.07', '1'],
      ['100.04', '2'],
      ['99.98', '3'],
    ],
    [
      ['100.11', '1'],
      ['100.19', '2'],
      ['100.21', '4'],
    ],
  );

  test('trading X-A9 step 0.1 gathers bids downwards and asks upwards', () => {
    const view = viewOf(book, decimal('0.1', 2), 20);
    const text = (rows: typeof view.bids) =>
      rows.map((row) => `${formatUnits(row.price, 2, 1)}:${formatUnits(row.quantity, 3)}`);
    expect(text(view.bids)).toEqual(['100.0:3', '99.9:3']);
    expect(text(view.asks)).toEqual(['100.2:3', '100.3:4']);
  });

  test('sums grow outwards and both sides share one scale', () => {
    const view = viewOf(book, 1n, 20);
    expect(view.asks.map((row) => row.share)).toEqual([14.2, 42.8, 100]);
    expect(view.bids.map((row) => row.share)).toEqual([14.2, 42.8, 85.7]);
    expect(bidShare(view)).toBe(46.1);
  });

  test('a row tells what taking everything up to it moves', () => {
    const view = viewOf(book, 1n, 20);
    const summary = sweep(view.asks, 1);
    expect(formatUnits(summary.sumBase, 3)).toBe('3');
    expect(formatUnits(summary.sumQuote, 5)).toBe('300.49');
    expect(formatUnits(summary.averagePrice, 2 + AVERAGE_DECIMALS)).toBe('100.163333');
  });
});

describe('FLT-16 a side that is deeper than a snapshot holds', () => {
  const LEVELS = 1_000;
  const price = (n: number): string => (2_000 - n).toFixed(2);
  const deep = (): ReturnType<typeof createBookMerger> => {
    const merger = createBookMerger(SCALES);
    const bids = Array.from({ length: LEVELS }, (_, n): [string, string] => [price(n), '1']);
    merger.apply(depth({ snapshot: true, u: 1, bids, asks: [['2001.00', '1']] }));
    return merger;
  };

  test('is kept whole as far as it is known: what changes behind the last level is left out', () => {
    const merger = deep();
    merger.apply(
      depth({
        u: 2,
        pu: 1,
        bids: [
          [price(1_500), '7'],
          [price(999), '5'],
        ],
        asks: [['3000.00', '2']],
      }),
    );
    const { bids, asks } = shown(merger.book());
    expect([bids.length, bids.at(-1), asks]).toEqual([LEVELS, '1001:5', ['2001:1', '3000:2']]);
  });

  test('asks for another snapshot when half of what it knew is gone', () => {
    const merger = deep();
    const gone = (from: number, to: number): [string, string][] =>
      Array.from({ length: to - from }, (_, n): [string, string] => [price(from + n), '0']);
    expect(merger.apply(depth({ u: 2, pu: 1, bids: gone(0, 500) }))).toBe('applied');
    expect(merger.apply(depth({ u: 3, pu: 2, bids: gone(500, 501) }))).toBe('gap');
    expect(merger.apply(depth({ u: 4, pu: 3, bids: gone(501, 502) }))).toBe('stale');
    expect(merger.apply(depth({ snapshot: true, u: 4, bids: [['1400.00', '1']] }))).toBe('applied');
    expect(merger.apply(depth({ u: 5, pu: 4, bids: [['900.00', '1']] }))).toBe('applied');
    expect(shown(merger.book()).bids).toEqual(['1400:1', '900:1']);
  });
});
