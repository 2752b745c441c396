import { expect, test } from 'vitest';
import { dayChangeText } from './day-change.ts';

test.each([
  ['-132.5', 2, '−132.50'],
  ['12', 2, '+12.00'],
  ['0.0001', 5, '+0.00010'],
  [undefined, 2, '0.00'],
])('the change of a day %j with %i decimals is shown as %j', (change, decimals, shown) => {
  expect(dayChangeText(change, decimals)).toBe(shown);
});
