import { expect, test } from 'vitest';
import { signedShort } from './signed-short.ts';

test.each([
  ['0', '0.00'],
  ['0.004', '0.00'],
  ['-0.004', '0.00'],
  ['43.789', '+43.7'],
  ['9.999', '+9.99'],
  ['-123.456', '−123'],
  ['1234.5', '+1.2K'],
  ['-999999', '−999K'],
  ['4567890', '+4.5M'],
  ['12345678901', '+12B'],
])('%s is in narrow places %s', (amount, short) => {
  expect(signedShort(amount)).toBe(short);
});
