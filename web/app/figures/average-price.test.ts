import { expect, test } from 'vitest';
import { formatAverage } from './average-price.ts';

test.each([
  ['2.15839', 4, '2.15839'],
  ['196.0495', 2, '196.0495'],
  ['207.27999999', 2, '207.279999'],
  ['207.28', 2, '207.28'],
  ['207.2', 2, '207.20'],
  ['97142.60000000', 1, '97,142.6'],
  ['97142.66666666', 1, '97,142.66666'],
  ['97142', 0, '97,142'],
  ['97142.50009', 0, '97,142.5'],
  ['0.000012345678', 8, '0.000012345678'],
  ['0', 2, '0.00'],
])('V1 an average of %s where prices have %i decimals is told as %s', (text, decimals, told) => {
  expect(formatAverage(text, decimals)).toBe(told);
});
