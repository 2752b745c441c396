import { expect, test } from 'vitest';
import type { Contract } from '../../../api/calls/futures.ts';
import { calculatorProblems, type Inputs, returnedOf } from './calculator-problems.ts';

const contract = {
  symbol: 'BTCUSDT',
  takerFeeRate: '0.0006',
  tiers: [
    { cap: '50000', maxLeverage: 125, maintenanceMarginRate: '0.004', deduction: '0' },
    { cap: '1000000', maxLeverage: 50, maintenanceMarginRate: '0.01', deduction: '300' },
  ],
} as Partial<Contract> as Contract;
const inputs: Inputs = {
  side: 'BUY',
  leverage: 10,
  marginMode: 'CROSS',
  entry: '50000',
  exit: '',
  quantity: '1',
  returned: '',
  balance: '5030',
};
const problems = (sheet: Parameters<typeof calculatorProblems>[0], part: Partial<Inputs>) =>
  calculatorProblems(sheet, { ...inputs, ...part }, contract);

test('R24 V1 a text that is no number is told at its field, and a share may be a loss', () => {
  expect(problems('pnl', { exit: '51000,5' })).toEqual({ exit: { reason: 'comma' } });
  expect(problems('target', { returned: '-50' })).toEqual({});
  expect(problems('target', { returned: '5-0' })).toEqual({ returned: { reason: 'characters' } });
  expect([returnedOf('-50'), returnedOf('12.5'), returnedOf('')]).toEqual([-50_000_000n, 12_500_000n, 0n]);
});

test('R24 B2 B5 a position that could not be opened has no liquidation price: its size or the balance is told instead', () => {
  // A margin of 5,000 and 30 of fee.
  expect(problems('liquidation', {})).toEqual({});
  expect(problems('liquidation', { balance: '5029.99' })).toEqual({
    quantity: { reason: 'balance', available: '5029.99' },
  });
  expect(problems('liquidation', { balance: '10', marginMode: 'ISOLATED' })).toEqual({});
  expect(problems('pnl', { leverage: 100, quantity: '2' })).toEqual({ quantity: { reason: 'ceiling', leverage: 50 } });
});
