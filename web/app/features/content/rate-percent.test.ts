import { expect, test } from 'vitest';
import { ratePercent } from './rate-percent.ts';

test.each([
  ['0.001', '0.1%'],
  ['0.00075', '0.075%'],
  ['-0.00005', '-0.005%'],
  ['0', '0%'],
  ['0.0000', '0%'],
  ['0.1', '10%'],
  ['1.5', '150%'],
])('the rate %s is %s', (rate, percent) => {
  expect(ratePercent(rate)).toBe(percent);
});
