import { expect, test } from 'vitest';
import type { FeeTier } from '@agio/core';
import type { Rate } from '@agio/core/fixed';
import { rateInformation, spotRatesOf } from './fee-tiers.ts';

const rates = (maker: number, taker: number): NonNullable<FeeTier['own']> => ({
  spotMaker: maker as Rate,
  spotTaker: taker as Rate,
  futuresMaker: 10_000 as Rate,
  futuresTaker: 40_000 as Rate,
});
const market = { makerFeeRate: 100_000 as Rate, takerFeeRate: 100_000 as Rate };
const END = 1_000;
const tier: FeeTier = { own: rates(80_000, 90_000), trial: rates(50_000, 60_000), trialEndMs: END };

test('A5.7 trial rates count up to their end, own rates from it on', () => {
  expect(spotRatesOf(market, tier, END - 1)).toEqual({ maker: 50_000, taker: 60_000 });
  expect(spotRatesOf(market, tier, END)).toEqual({ maker: 80_000, taker: 90_000 });
  expect(spotRatesOf(market, { ...tier, own: null }, END)).toEqual({ maker: 100_000, taker: 100_000 });
});

test('A5.7 a user’s rate never exceeds the market’s, and a market with an exception charges its own rate', () => {
  const dear: FeeTier = { own: rates(-5_000, 200_000), trial: null, trialEndMs: 0 };
  expect(spotRatesOf(market, dear, 0)).toEqual({ maker: -5_000, taker: 100_000 });
  expect(spotRatesOf({ ...market, hasFeeException: true }, dear, 0)).toEqual({ maker: 100_000, taker: 100_000 });
});

test('trading C4 the user’s rates are shown as fractions, the trial with its end', () => {
  expect(rateInformation(tier, 0)).toMatchObject({
    spotMakerRate: '0.0005',
    spotTakerRate: '0.0006',
    futureMakerRate: '0.0001',
    prizeVipexpireTime: END,
    isExperience: true,
  });
  expect(rateInformation(tier, END)).toMatchObject({
    spotMakerRate: '0.0008',
    prizeVipexpireTime: null,
    isExperience: false,
  });
  expect(rateInformation({ own: null, trial: null, trialEndMs: 0 }, 0)).toMatchObject({
    spotMakerRate: '0.001',
    futureTakerRate: '0.0006',
  });
});
