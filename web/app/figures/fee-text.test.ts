import { expect, test } from 'vitest';
import { feeText } from './fee-text.ts';

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
])('a fee of %s %s reads %s wherever it stands', (fee, asset, shown) => {
  expect(feeText(t, fee, asset)).toBe(shown);
});
