import { expect, test } from 'vitest';
import { KLINE_INTERVALS } from '@agio/contracts/http/markets';
import {
  barClose,
  barOfPrint,
  barOpen,
  fillGaps,
  flatBar,
  mergeBars,
  mergeTo,
  type Print,
  shiftBar,
} from './candles.ts';
import { averagePrice, changePercentHundredths, rollingDay } from './ticker.ts';

const print = (
  tradeId: number,
  timeMs: number,
  price: number,
  quantity = 1,
  takerSide: 'BUY' | 'SELL' = 'BUY',
): Print => ({
  tradeId,
  timeMs,
  price,
  quantity,
  amount: price * quantity,
  takerSide,
});

test('trading X-A11 a moment falls into the bars of the worked example', () => {
  const at = 1_700_000_000_000;
  expect(barOpen('1m', at)).toBe(1_699_999_980_000);
  expect(barOpen('1h', at)).toBe(1_699_999_200_000);
  expect(barOpen('4h', at)).toBe(1_699_992_000_000);
  expect(barOpen('1d', at)).toBe(1_699_920_000_000);
  expect(barOpen('1w', at)).toBe(1_699_833_600_000);
});

test('trading A9 months have their own lengths, three-day bars count from the epoch', () => {
  expect(barOpen('1M', Date.UTC(2024, 1, 29, 12))).toBe(Date.UTC(2024, 1, 1));
  expect(shiftBar('1M', Date.UTC(2024, 1, 1), 1)).toBe(Date.UTC(2024, 2, 1));
  expect(shiftBar('1M', Date.UTC(2024, 0, 1), -1)).toBe(Date.UTC(2023, 11, 1));
  expect(barClose('1M', Date.UTC(2024, 1, 1))).toBe(Date.UTC(2024, 2, 1) - 1);
  expect(barOpen('3d', 4 * 86_400_000)).toBe(3 * 86_400_000);
});

test.each(KLINE_INTERVALS)('trading A9 every %s bar begins where the one before it ends', (interval) => {
  const openTime = barOpen(interval, 1_700_000_000_000);
  expect(barOpen(interval, openTime)).toBe(openTime);
  expect(barOpen(interval, openTime - 1)).toBe(shiftBar(interval, openTime, -1));
  expect(barOpen(interval, barClose(interval, openTime))).toBe(openTime);
  expect(barOpen(interval, barClose(interval, openTime) + 1)).toBe(shiftBar(interval, openTime, 1));
});

test('trading A9 longer bars merged from minutes equal direct construction', () => {
  const prints = Array.from({ length: 400 }, (_, i) =>
    print(i + 1, i * 37_000, 100 + ((i * 7919) % 41), 1 + (i % 5), i % 3 ? 'BUY' : 'SELL'),
  );
  const minutes = mergeTo(
    '1m',
    prints.map((each) => barOfPrint('1m', each)),
  );
  for (const interval of KLINE_INTERVALS) {
    const direct = mergeTo(
      interval,
      prints.map((each) => ({ ...barOfPrint('1m', each), openTime: each.timeMs })),
    );
    expect(mergeTo(interval, minutes)).toEqual(direct);
  }
});

test('trading A9 open is the first trade, close the last, the boundary belongs to the next bar', () => {
  const [first, second] = mergeTo(
    '1m',
    [print(1, 0, 5), print(2, 30_000, 9), print(3, 59_999, 7), print(4, 60_000, 8)].map((each) =>
      barOfPrint('1m', each),
    ),
  );
  expect(first).toMatchObject({
    open: 5,
    high: 9,
    low: 5,
    close: 7,
    count: 3,
    firstId: 1,
    lastId: 3,
    volume: 3n,
    quoteVolume: 21n,
  });
  expect(second).toMatchObject({ openTime: 60_000, open: 8, close: 8 });
});

test('trading A9 a gap is flat at the previous close and nothing stands before the first bar', () => {
  const bar = barOfPrint('1m', print(1, 120_000, 5));
  const filled = fillGaps('1m', [bar], 0, 240_000, null);
  expect(filled.map((each) => [each.openTime, each.close, each.volume])).toEqual([
    [120_000, 5, 1n],
    [180_000, 5, 0n],
    [240_000, 5, 0n],
  ]);
  expect(fillGaps('1m', [], 0, 60_000, flatBar(-60_000, 3, 9))).toMatchObject([
    { openTime: 0, open: 3, close: 3 },
    { openTime: 60_000 },
  ]);
});

test('trading A10 the window is the 1440 newest minutes and counts the running one', () => {
  const now = 1_700_000_000_000;
  const start = 1_699_999_980_000 - 86_340_000;
  const bars = [start - 60_000, start, 1_699_999_980_000].map((openTime, i) => ({
    ...barOfPrint('1m', print(i + 1, 0, 10 + i)),
    openTime,
  }));
  expect(rollingDay(bars, now, 12, 3)).toMatchObject({ openTime: start, open: 11, last: 12, count: 2, firstId: 2 });
  expect(rollingDay([], now, 7, 3)).toMatchObject({ open: 7, high: 7, low: 7, last: 7, volume: 0n });
});

test('trading X-A14 2.00 to 2.09 is 4.50 percent, and halves round away from zero', () => {
  expect(changePercentHundredths(200_000_000, 209_000_000)).toBe(450n);
  expect(changePercentHundredths(200_000_000, 191_000_000)).toBe(-450n);
  expect(changePercentHundredths(20_000, 20_001)).toBe(1n);
  expect(changePercentHundredths(20_000, 19_999)).toBe(-1n);
});

test('the average price is quote volume by volume, whatever the scales', () => {
  expect(averagePrice(15_000_000_000n, 300_000_000n, 8, 8)).toBe(5_000_000_000n);
  expect(averagePrice(150n, 300n, 2, 0)).toBe(5_000_000_000n);
  expect(averagePrice(0n, 0n, 8, 8)).toBe(0n);
});

test('merging keeps the earlier open and the later close', () => {
  expect(mergeBars(barOfPrint('1m', print(1, 0, 3)), barOfPrint('1m', print(2, 1, 4)))).toMatchObject({
    open: 3,
    close: 4,
    count: 2,
  });
});
