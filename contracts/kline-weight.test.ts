import { baseIntervalOf, klineOpenTime, shiftKlineOpenTime } from '@agio/core';
import { KLINE_INTERVALS } from '@agio/core/words';
import { expect, test } from 'vitest';
import { mergedKlines } from './kline-weight.ts';

test.each(KLINE_INTERVALS)('FLT-16 a %s candle weighs the stored klines that it is merged from', (interval) => {
  const base = baseIntervalOf(interval);
  const startMs = klineOpenTime(interval, Date.UTC(2026, 0, 20));
  const klines = (shiftKlineOpenTime(interval, startMs, 1) - startMs) / shiftKlineOpenTime(base, 0, 1);
  expect(mergedKlines(interval)).toBe(interval === base ? 0 : klines);
});
