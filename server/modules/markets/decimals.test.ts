import { expect, test } from 'vitest';
import { readUnits } from './decimals.ts';

test.each([
  ['1', 8, 100_000_000],
  ['0.00000001', 8, 1],
  ['1.50', 1, 15],
  ['0.000000001', 8, 'TOO_FINE'],
  ['1.5', 0, 'TOO_FINE'],
  ['90071992.54740991', 8, Number.MAX_SAFE_INTEGER],
  ['90071992.54740992', 8, 'TOO_LARGE'],
  ['9'.repeat(30), 8, 'TOO_LARGE'],
])('%s at scale %i is %s', (text, scale, expected) => {
  expect(readUnits(text, scale)).toBe(expected);
});
