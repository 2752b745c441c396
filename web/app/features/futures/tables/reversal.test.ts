import { expect, test } from 'vitest';
import { grownBy, reversalOf } from './reversal.ts';

const long = { symbol: 'BTCUSDT', positionSide: 'LONG', quantity: '2' } as const;
const short = { symbol: 'BTCUSDT', positionSide: 'SHORT', quantity: '1' } as const;

test('B17 reversing in hedge mode joins what is open on the other side: a short of 1 becomes 3', () => {
  expect(grownBy(long, [long, short])).toEqual({ before: '1', after: '3' });
  expect(grownBy(long, [long, { ...short, symbol: 'ETHUSDT' }])).toBeNull();
  expect(grownBy({ ...long, positionSide: 'BOTH' }, [{ ...long, positionSide: 'BOTH' }])).toBeNull();
});

test('B17 what opens on the other side is what was closed, and never more than was last shown', () => {
  const { opening } = reversalOf({ ...long, direction: 'LONG' });
  expect(['1.5', '2', '2.1'].map((closed) => opening(closed).quantity)).toEqual(['1.5', '2', '2']);
});
