import { expect, test } from 'vitest';
import { withTrail } from './trail.ts';

type Trailed = Parameters<typeof withTrail>[0];

test('trading A1.3 what a trailing stop has followed stays known while the order is the same, and is asked anew when it changed', () => {
  const known: Trailed = { updatedAt: 5, extremePrice: '98000', firesAtPrice: '96481' };
  expect(withTrail({ updatedAt: 5 }, known)).toEqual(known);
  expect(withTrail({ updatedAt: 6 }, known)).toEqual({ updatedAt: 6 });
  const moved: Trailed = { updatedAt: 5, extremePrice: '99000', firesAtPrice: '97465.5' };
  expect(withTrail(moved, known)).toBe(moved);
  const plain: Trailed = { updatedAt: 5 };
  expect(withTrail(plain, undefined)).toBe(plain);
  expect(withTrail(plain, { updatedAt: 5 })).toBe(plain);
});
