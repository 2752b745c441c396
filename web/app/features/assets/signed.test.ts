import { expect, test } from 'vitest';
import { directionOf, signed, signedShort } from './signed.ts';

test.each([
  ['0', '0.00', '0.00'],
  ['0.004', '0.00', '0.00'],
  ['-0.004', '0.00', '0.00'],
  ['43.789', '+43.78', '+43.7'],
  ['9.999', '+9.99', '+9.99'],
  ['-123.456', '−123.45', '−123'],
  ['1234.5', '+1,234.50', '+1.2K'],
  ['-999999', '−999,999.00', '−999K'],
  ['4567890', '+4,567,890.00', '+4.5M'],
  ['12345678901', '+12,345,678,901.00', '+12B'],
])('%s is %s, in narrow places %s', (amount, long, short) => {
  expect(signed(amount, 2)).toBe(long);
  expect(signedShort(amount)).toBe(short);
});

test('what shows as zero has no direction', () => {
  expect([directionOf('0.009', 2), directionOf('-0.01', 2), directionOf('0.01', 2)]).toEqual([0, -1, 1]);
});
