import { baseIntervalOf, klineOpenTime, shiftKlineOpenTime } from '@agio/core';
import { KLINE_INTERVALS } from '@agio/core/words';
import { expect, test } from 'vitest';
import { mergedBars } from './candle-weight.ts';

test.each(KLINE_INTERVALS)('FLT-16 a %s candle weighs the stored bars that it is merged from', (interval) => {
  const base = baseIntervalOf(interval);
  const startMs = klineOpenTime(interval, Date.UTC(2026, 0, 20));
  const bars = (shiftKlineOpenTime(interval, startMs, 1) - startMs) / shiftKlineOpenTime(base, 0, 1);
  expect(mergedBars(interval)).toBe(interval === base ? 0 : bars);
});
