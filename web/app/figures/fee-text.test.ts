import { expect, test } from 'vitest';
import { exactFeeText, feeText } from './fee-text.ts';

const t = ((key: string, { amount }: { amount: string }) => `${key} ${amount}`) as never;

test.each([
  ['0.096', 'USDT', '0.096 USDT'],
  ['0.0960000', 'USDT', '0.096 USDT'],
  ['0.00000042', 'BTC', '0.00000042 BTC'],
  ['1234.5', 'USDT', '1,234.5 USDT'],
  ['-0.2', 'USDT', 'common.rebate 0.2 USDT'],
  ['-1234.50', 'USDT', 'common.rebate 1,234.5 USDT'],
  ['0', 'USDT', '0 USDT'],
  ['-0.00', 'USDT', '0 USDT'],
  ['0.5', '', '0.5'],
  ['5.83456800', 'USDT', '5.8345 USDT'],
  ['0.00009999', 'USDT', '<0.0001 USDT'],
  ['-0.00000001', 'USDC', 'common.rebate <0.0001 USDC'],
  ['0.12345678', 'ETH', '0.12345678 ETH'],
])('a fee of %s %s reads %s wherever it stands', (fee, asset, shown) => {
  expect(feeText(t, fee, asset)).toBe(shown);
});

test('the exact fee is told where the shown one has lost a digit, and only there', () => {
  expect(exactFeeText(t, '5.83456800', 'USDT')).toBe('5.834568 USDT');
  expect(exactFeeText(t, '0.00000001', 'USDT')).toBe('0.00000001 USDT');
  expect(exactFeeText(t, '0.0960', 'USDT')).toBeUndefined();
  expect(exactFeeText(t, '0.00000042', 'BTC')).toBeUndefined();
});
