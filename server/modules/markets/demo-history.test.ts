import { expect, test } from 'vitest';
import { type Kline, mergeKlines } from '@agio/core';
import { demoKlines } from './demo-history.ts';

const NOW = Date.UTC(2026, 10, 21, 16, 20, 30);

test('trading A9 the demo’s past: hours and days are exactly the merge of the klines below them', () => {
  const source = {
    symbol: 'ETHUSDT',
    reference: (timeMs: number) => 3_400 + Math.sin(timeMs / 1e7) * 90 + Math.sin(timeMs / 3e5) * 4,
    printValue: 1_500,
    unit: (_name: string, index: number) => ((index * 7919) % 997) / 997,
  };
  const klines = demoKlines(source, { tickSize: 1_000_000, stepSize: 10_000, baseScale: 8 }, NOW);
  const of = (base: string): Kline[] =>
    klines.filter((kline) => kline.base === base).map(({ symbol: _s, base: _b, ...kline }) => kline);
  const minutes = of('1m');
  const hours = of('1h');
  const from = minutes[0]!.openTimeMs;
  expect(mergeKlines('1h', minutes)).toEqual(hours.filter((kline) => kline.openTimeMs >= from));
  expect(mergeKlines('1d', hours)).toEqual(of('1d'));
  expect(minutes.length).toBeGreaterThan(4 * 1440);
  expect(minutes.every((kline) => kline.high >= kline.open && kline.low <= kline.close && kline.baseVolume > 0n)).toBe(
    true,
  );
});
