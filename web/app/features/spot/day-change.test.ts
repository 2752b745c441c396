import { expect, test } from 'vitest';
import { dayChangeText } from './day-change.ts';

test.each([
  ['-132.5', '-0.13', 2, '−132.50 · −0.13%'],
  ['12', '1.8', 2, '+12.00 · +1.80%'],
  ['0.0001', '0', 5, '+0.00010 · 0.00%'],
])('the change of a day %s (%s percent) with %i decimals is shown as %s', (change, changePercent, decimals, shown) => {
  expect(dayChangeText({ change, changePercent }, decimals)).toBe(shown);
});

test('before the first prices came it is shown as none', () => {
  expect(dayChangeText(undefined, 1)).toBe('0.0 · 0.00%');
});
