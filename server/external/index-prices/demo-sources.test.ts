import { expect, test } from 'vitest';
import { createDemoPrices } from './demo-sources.ts';
import { joinSources } from './index-prices.ts';

test('B8 the demo has three sources near one path, and no price for an unknown contract', () => {
  const prices = createDemoPrices(() => 1_700_000_000_000);
  const joined = joinSources(prices.sources);
  const [a, b, c] = joined.of('BTCUSDT');
  const middle = prices.price('BTCUSDT', 1_700_000_000_000)! * 1e8;
  for (const source of [a, b, c]) {
    expect(Math.abs(source!.price - middle) / middle).toBeLessThan(0.0003);
    expect(source!.timeMs).toBe(1_700_000_000_000);
  }
  expect([a, b, c].map((source) => source!.weight)).toEqual([2, 1, 1]);
  expect(joined.of('NOUSDT')).toEqual([]);
});

test('a shock comes on a ramp, stays and goes', () => {
  let now = 1_700_000_000_000;
  const prices = createDemoPrices(() => now);
  const calm = createDemoPrices(() => now);
  prices.shock('BTCUSDT', { share: -0.2, forMs: 30_000 });
  const shareAt = (afterMs: number): number => {
    const timeMs = now + afterMs;
    return prices.price('BTCUSDT', timeMs)! / calm.price('BTCUSDT', timeMs)! - 1;
  };
  expect(shareAt(0)).toBeCloseTo(0);
  expect(shareAt(7_000)).toBeCloseTo(-0.106, 2);
  expect(shareAt(14_000)).toBeCloseTo(-0.2);
  expect(shareAt(43_000)).toBeCloseTo(-0.2);
  expect(shareAt(50_000)).toBeCloseTo(-0.106, 2);
  expect(shareAt(60_000)).toBeCloseTo(0);
  now += 60_000;
});

test('however large it is, no second moves the price by more than 2 %', () => {
  for (const share of [-0.9, -0.6, 0.5, 3]) {
    const start = 1_700_000_000_000;
    const [prices, calm] = [createDemoPrices(() => start), createDemoPrices(() => start)];
    prices.shock('BTCUSDT', { share, forMs: 1_000 });
    const factorAt = (second: number): number => {
      const timeMs = start + second * 1_000;
      return prices.price('BTCUSDT', timeMs)! / calm.price('BTCUSDT', timeMs)!;
    };
    const moves = Array.from({ length: 400 }, (_, second) => Math.abs(factorAt(second + 1) / factorAt(second) - 1));
    expect(Math.max(...moves)).toBeLessThan(0.02);
  }
});
