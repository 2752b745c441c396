import { expect, test } from 'vitest';
import { fieldPrice } from './field-price.ts';

test('a price that is taken over stands in its field with all decimals of the market', () => {
  expect(fieldPrice('97000', 2)).toBe('97000.00');
  expect(fieldPrice('97000.5', 2)).toBe('97000.50');
  expect(fieldPrice('97000', 0)).toBe('97000');
  // A price between two ticks loses nothing, and no price stays none.
  expect(fieldPrice('0.12345', 2)).toBe('0.12345');
  expect(fieldPrice('', 2)).toBe('');
});
