import { expect, test } from 'vitest';
import { type Kline, mergeKlines } from '@agio/core';
import { demoBars } from './demo-history.ts';

const NOW = Date.UTC(2026, 10, 21, 16, 20, 30);

test('trading A9 the demo’s past: hours and days are exactly the merge of the bars below them', () => {
  const source = {
    symbol: 'ETHUSDT',
    reference: (timeMs: number) => 3_400 + Math.sin(timeMs / 1e7) * 90 + Math.sin(timeMs / 3e5) * 4,
    printValue: 1_500,
    unit: (_name: string, index: number) => ((index * 7919) % 997) / 997,
  };
  const bars = demoBars(source, { tickSize: 1_000_000, stepSize: 10_000, baseScale: 8 }, NOW);
  const of = (base: string): Kline[] =>
    bars.filter((bar) => bar.base === base).map(({ symbol: _s, base: _b, ...bar }) => bar);
  const minutes = of('1m');
  const hours = of('1h');
  const from = minutes[0]!.openTimeMs;
  expect(mergeKlines('1h', minutes)).toEqual(hours.filter((bar) => bar.openTimeMs >= from));
  expect(mergeKlines('1d', hours)).toEqual(of('1d'));
  expect(minutes.length).toBeGreaterThan(4 * 1440);
  expect(minutes.every((bar) => bar.high >= bar.open && bar.low <= bar.close && bar.baseVolume > 0n)).toBe(true);
});
