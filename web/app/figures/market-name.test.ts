import { expect, test } from 'vitest';
import { marketName, pairName } from './market-name.ts';

const SOL = { symbol: 'SOLUSDT', base: 'SOL', quote: 'USDT' };

test('a spot market is called by its two coins, a perpetual by its symbol', () => {
  expect(marketName({ ...SOL, kind: 'spot' })).toBe('SOL/USDT');
  expect(marketName({ ...SOL, kind: 'futures' })).toBe('SOLUSDT');
  expect(pairName(SOL)).toBe('SOL/USDT');
});
