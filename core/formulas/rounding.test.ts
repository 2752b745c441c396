/** Which way the perpetuals' formulas round where a figure does not come out even (trading 0.3, B2, B9). */
import { expect, test } from 'vitest';
import { markPrice } from './perp/prices.ts';
import { buildTiers, maintenanceMargin } from './perp/tiers.ts';

test('B2 maintenance margin is rounded up', () => {
  const tiers = buildTiers([{ cap: 1_000_000n, maxLeverage: 10, rate: 400_000n }]);
  expect([0n, 1n, 250n, 251n].map((notional) => maintenanceMargin(tiers, notional))).toEqual([0n, 1n, 1n, 2n]);
});

test('B9 the mark is rounded to the tick, half away from zero', () => {
  const mark = (last: bigint): bigint =>
    markPrice({
      index: last,
      lastFundingRate: 0n,
      timeToFundingMs: 0n,
      fundingIntervalMs: 1n,
      doubledBasisSamples: [],
      last,
      tick: 100n,
    });
  expect([10_049n, 10_050n, 10_051n, 10_150n].map(mark)).toEqual([10_000n, 10_100n, 10_100n, 10_200n]);
});
