import { expect, test } from 'vitest';
import type { ChartMark } from '../chart-face.ts';
import { placedMarks } from './marks.ts';

const mark = (id: string, time: number, side: 'BUY' | 'SELL', forced?: 'LIQUIDATION' | 'ADL'): ChartMark => ({
  id,
  time,
  price: 1,
  side,
  ...(forced && { forced }),
});

test('trades of one candle and side are one mark, and a liquidation there is another one beyond it', () => {
  const klines = [{ timestamp: 60 }, { timestamp: 120 }];
  const marks = [
    mark('liquidated', 130, 'SELL', 'LIQUIDATION'),
    mark('sold', 125, 'SELL'),
    mark('sold more', 128, 'SELL'),
    mark('bought', 121, 'BUY'),
    mark('deleveraged', 70, 'SELL', 'ADL'),
    mark('before the picture', 10, 'BUY'),
  ];
  const shown = placedMarks(klines, marks).map(({ time, side, forced, row }) => [time, side, forced ?? 'trade', row]);
  expect(shown).toEqual([
    [120, 'SELL', 'trade', 0],
    [120, 'SELL', 'LIQUIDATION', 1],
    [120, 'BUY', 'trade', 0],
    [60, 'SELL', 'ADL', 0],
  ]);
});
