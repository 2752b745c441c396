import { expect, test } from 'vitest';
import { rateText } from './rate-text.ts';

test.each([
  ['0.001', '0.1%'],
  ['0.0005', '0.05%'],
  ['0.00012345', '0.012345%'],
  ['0', '0%'],
  ['1', '100%'],
  ['-0.0001', '−0.01%'],
])('R25 the rate %s is written %s', (rate, text) => {
  expect(rateText(rate)).toBe(text);
});
