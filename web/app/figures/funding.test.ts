import { expect, test } from 'vitest';
import { fundingPercent, timeLeft } from './funding.ts';

test.each([
  ['0.0001', '+0.0100%'],
  ['-0.000375', '−0.0375%'],
  ['0', '0.0000%'],
  ['0.0000000001', '0.0000%'],
  ['0.03', '+3.0000%'],
])('a funding rate of %s is shown as %s', (rate, shown) => {
  expect(fundingPercent(rate)).toBe(shown);
});

test('what is left until the funding counts down to nothing and not further', () => {
  expect(timeLeft(8 * 3_600_000, 0)).toBe('08:00:00');
  expect(timeLeft(61_001, 0)).toBe('00:01:02');
  expect(timeLeft(1_000, 1_000)).toBe('00:00:00');
  expect(timeLeft(1_000, 5_000)).toBe('00:00:00');
  expect(timeLeft(100 * 3_600_000, 0)).toBe('100:00:00');
});
