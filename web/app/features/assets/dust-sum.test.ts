import { expect, test } from 'vitest';
import { dustSum } from './dust-sum.ts';

const coin = (value: string, fee: string, received: string) => ({
  asset: 'BTC',
  amount: '0.00012345',
  price: '30000.12',
  value,
  fee,
  received,
});

test('small balances add up exactly; at least 99 % of it is agreed to, rounded down', () => {
  expect(dustSum([])).toEqual({ value: '0', fee: '0', received: '0', least: '0' });
  const coins = [coin('3.70351481', '0.03703515', '3.66647966'), coin('0.00000003', '0.00000001', '0.00000002')];
  expect(dustSum(coins)).toEqual({
    value: '3.70351484',
    fee: '0.03703516',
    received: '3.66647968',
    least: '3.62981488',
  });
});
