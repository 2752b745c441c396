import { expect, test } from 'vitest';
import { axisRange, firstIndex } from './price-axis.ts';

test('a wanted price is in sight beside the candles, and one that is among them changes nothing', () => {
  const found = { from: 95_000, to: 97_000 };
  expect(axisRange(found, { wanted: 93_870.7, base: null })).toMatchObject({ from: 93_870.7, to: 97_000 });
  expect(axisRange(found, { wanted: 99_000, base: null })).toMatchObject({ from: 95_000, to: 99_000, range: 4_000 });
  expect(axisRange(found, { wanted: 96_000, base: null })).toMatchObject(found);
  expect(axisRange(found, { wanted: null, base: null })).toMatchObject({ realFrom: 95_000, realTo: 97_000 });
});

test('an axis of percents counts them from its base, and goes on to know the prices', () => {
  expect(axisRange({ from: 90, to: 120 }, { wanted: 80, base: 100 })).toMatchObject({
    from: 80,
    to: 120,
    realFrom: -20,
    realTo: 20,
    displayRange: 40,
  });
});

test('the first candle in sight is the first one whose middle stands in the picture, with room right of the newest one too', () => {
  /** 100 candles, 10 px each; the library counts from the picture's width, and the newest ones end 240 px before its edge. */
  const chart = (left: number) => ({
    getVisibleRange: () => ({ from: 39, to: 100, realFrom: 63, realTo: 124 }),
    convertToPixel: (point: { dataIndex?: number }) => ({ x: (point.dataIndex! - 64) * 10 + left }),
  });
  expect(firstIndex(chart(2) as never)).toBe(64);
  expect(firstIndex(chart(-3) as never)).toBe(65);
  expect(firstIndex(chart(10) as never)).toBe(63);
});
