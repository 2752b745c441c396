import { expect, test } from 'vitest';
import { quantityInPlace } from './quantity-in-place.ts';

test('V7 a quantity of the book and of the trades has a place of 14 characters, longer it is cut there and ends in +', () => {
  expect(quantityInPlace('123456789.1', 1)).toBe('123,456,789.1');
  expect(quantityInPlace('123456789.12', 2)).toBe('123,456,789.12');
  expect(quantityInPlace('123456789.123', 3)).toBe('123,456,789.12+');
  expect(quantityInPlace('0.12345678', 8)).toBe('0.12345');
});
