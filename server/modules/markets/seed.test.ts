import { expect, test } from 'vitest';
import { ASSETS, MARKETS, parametersOf } from './seed.ts';

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;

test.each(MARKETS)(
  'trading 0.2 $base$quote: tick and step together have at most the decimals of the quote',
  (market) => {
    expect(decimals(market.tick) + decimals(market.step)).toBeLessThanOrEqual(8);
    const known = ASSETS.map(({ asset }) => asset);
    expect(known).toContain(market.base);
    expect(known).toContain(market.quote);
  },
);

test.each(MARKETS)('$base$quote: every limit fits the core, and the least order is within reach', (market) => {
  const parameters = parametersOf(market);
  for (const value of Object.values(parameters))
    if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true);
  expect(parameters.openPrice % parameters.tickSize).toBe(0);
  expect(parameters.minVolume % parameters.stepSize).toBe(0);
  expect(parameters.maxSlippage).toBeLessThanOrEqual(parameters.premiumFactor);
});
