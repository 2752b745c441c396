import { expect, test } from 'vitest';
import { feePartText, feeText } from './fee-text.ts';

test.each([
  ['0.096', 'USDT', '0.096 USDT'],
  ['0.0960000', 'USDT', '0.096 USDT'],
  ['0.00000042', 'BTC', '0.00000042 BTC'],
  ['1234.5', 'USDT', '1,234.5 USDT'],
  ['-0.2', 'USDT', '−0.2 USDT'],
  ['0', 'USDT', '0 USDT'],
  ['0.5', '', '0.5'],
])('a fee of %s %s reads %s wherever it stands', (fee, asset, shown) => {
  expect(feeText(fee, asset)).toBe(shown);
});

test.each([
  ['0.096', 'USDT', '−0.096 USDT'],
  ['-0.12', 'USDT', '+0.12 USDT'],
  ['1234.50', 'USDT', '−1,234.5 USDT'],
  ['-0.00000042', 'BTC', '+0.00000042 BTC'],
  ['0', 'USDT', '0 USDT'],
  ['0.00000000', 'USDT', '0 USDT'],
])('as a part of a sum a fee of %s %s reads %s', (fee, asset, shown) => {
  expect(feePartText(fee, asset)).toBe(shown);
});
