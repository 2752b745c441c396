import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ceilTo,
  compareDecimals,
  decimal,
  decimalsOf,
  floorTo,
  formatUnits,
  multiplyByPowerOfTen,
  parseDecimal,
} from './decimal.ts';

test('text to units and back keeps every digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }), (units, scale) => {
      expect(parseDecimal(formatUnits(units, scale), scale)).toBe(units);
    }),
  );
});

test('a text that is not a decimal is refused, not read as 0', () => {
  for (const text of ['', '.', '1e5', '1,5', 'abc', '--1', ' 1']) expect(parseDecimal(text, 8)).toBeNull();
});

test('floor and ceil to a step', () => {
  expect(floorTo(decimal('100.07', 2), decimal('0.1', 2))).toBe(decimal('100.0', 2));
  expect(ceilTo(decimal('100.11', 2), decimal('0.1', 2))).toBe(decimal('100.2', 2));
  expect(ceilTo(decimal('100.20', 2), decimal('0.1', 2))).toBe(decimal('100.2', 2));
});

test('steps know their decimals and their multiples', () => {
  expect(decimalsOf('0.010')).toBe(2);
  expect(decimalsOf('10')).toBe(0);
  expect(multiplyByPowerOfTen('0.01', 3)).toBe('10');
  expect(multiplyByPowerOfTen('0.01', 1)).toBe('0.1');
  expect(compareDecimals('0.10', '0.1')).toBe(0);
  expect(compareDecimals('9', '10')).toBe(-1);
});
