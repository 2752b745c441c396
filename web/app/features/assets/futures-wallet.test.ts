import type { Capital } from '@agio/contracts/http/futures-shapes';
import { expect, test } from 'vitest';
import { futuresWalletOf, hasPositions } from './futures-wallet.ts';

const capital: Capital = {
  asset: 'USDT',
  balance: '900',
  available: '700',
  transferable: '650',
  crossUnPNLSum: '-25.5',
  isolatedUnPNLSum: '10.25',
  crossMarginSum: '120',
  isolatedMarginSum: '100',
  maintenanceMarginSum: '4',
  frozen: '5',
  expMoney: '0',
  bonuses: [],
  positionMode: 'ONE_WAY',
  closeOnly: false,
};

test('E7 balance, PnL and equity all speak of cross and isolated positions; equity is PnL and balance', () => {
  expect(futuresWalletOf(capital)).toEqual({
    balance: '1000',
    unrealised: '-15.25',
    equity: '984.75',
    margin: '225',
  });
  expect(hasPositions(capital)).toBe(true);
});

test('E7 a wallet without positions is worth its balance', () => {
  const none = { crossUnPNLSum: '0', isolatedUnPNLSum: '0', crossMarginSum: '0', isolatedMarginSum: '0', frozen: '0' };
  expect(futuresWalletOf({ ...capital, ...none })).toEqual({
    balance: '900',
    unrealised: '0',
    equity: '900',
    margin: '0',
  });
  expect(hasPositions({ ...capital, ...none })).toBe(false);
});
