import { expect, test } from 'vitest';
import { ratePercent, rateRange } from './rate-percent.ts';

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

test.each([
  [['0.001', '0.001'], '0.1%'],
  [['0.002', '0.001', '0.0015'], '0.1%–0.2%'],
  [['0.001', '0.00100'], '0.1%'],
  [['0', '-0.00005', '0.001'], '-0.005%–0.1%'],
])('the rates %j of several markets are %s', (rates, range) => {
  expect(rateRange(rates)).toBe(range);
});
