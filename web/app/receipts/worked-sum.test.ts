import { expect, test } from 'vitest';
import type { Receipt } from '../api/calls/receipts.ts';
import { checkReceipt } from './check-receipt.ts';
import { inputLines } from './receipt-inputs.ts';
import { EXAMPLE } from './example.ts';
import { workedSum } from './worked-sum.ts';

const PERP = {
  ...EXAMPLE,
  kind: 'PERP_FILL',
  settle: 'USDT',
  price: '97242.8',
  quantity: '0.1',
  amount: '9724.28',
  fee: '5.834568',
  feeRate: '0.0006',
  feeRest: 0,
  feeLimit: null,
  realised: '0',
  before: null,
};

function worked(receipt: object, name: string): string | null {
  const whole = receipt as Receipt;
  return workedSum(
    whole,
    checkReceipt(whole).checks.find((check) => check.name === name)!,
  );
}

test('R24 a fee is amount times price times rate, with units and grouped digits; one that is taken from the coin without the price', () => {
  expect(worked(PERP, 'fee')).toBe('0.1 BTC × 97,242.8 USDT × 0.06% = 5.834568 USDT');
  expect(worked(PERP, 'value')).toBe('0.1 BTC × 97,242.8 USDT = 9,724.28 USDT');
  expect(worked(EXAMPLE, 'fee')).toBe('0.042 BTC × 0.1% = 0.000042 BTC');
});

test('R24 a sum whose last digit was rounded says so, and a fee that was limited shows no sum', () => {
  const odd = { ...PERP, quantity: '0.001', price: '97242.81', amount: '97.24281', fee: '0.05834569' };
  expect(worked(odd, 'fee')).toBe('0.001 BTC × 97,242.81 USDT × 0.06% ≈ 0.05834569 USDT');
  expect(worked({ ...PERP, feeLimit: '2', fee: '2' }, 'fee')).toBeNull();
  expect(worked(PERP, 'realised')).toBeNull();
});

test('R24 a rebate has no sign, and funding that was paid has one', () => {
  expect(worked({ ...PERP, feeRate: '-0.0001', fee: '-0.972428' }, 'fee')).toBe(
    '0.1 BTC × 97,242.8 USDT × 0.01% = 0.972428 USDT',
  );
  const paid = {
    ...PERP,
    kind: 'FUNDING',
    direction: 'LONG',
    markPrice: '97000',
    rate: '0.0001',
    due: '-0.97',
    amount: '-0.97',
  };
  expect(worked(paid, 'due')).toBe('0.1 BTC × 97,000 USDT × 0.01% = −0.97 USDT');
});

test('trading B13 the fee of a liquidation that took all that was left is what it traded for less the value at the bankruptcy price', () => {
  const step = {
    ...EXAMPLE,
    kind: 'LIQUIDATION',
    symbol: 'BTCUSDT',
    settle: 'USDT',
    positionSide: 'BOTH',
    marginMode: 'ISOLATED',
    step: 'CLOSED',
    scopeBalance: '60',
    scope: [
      {
        symbol: 'BTCUSDT',
        positionSide: 'BOTH',
        direction: 'LONG',
        quantity: '0.1',
        cost: '9700',
        markPrice: '96800',
        tierRate: '0.004',
        tierDeduction: '0',
      },
    ],
    equity: '40',
    maintenanceMargin: '38.72',
    quantity: '0.1',
    bankruptcyValue: '9640',
    tradedValue: '9670',
    fee: '30',
    feeRate: '0.005',
    feeLimit: '30',
    fundBefore: '1000',
    fundAfter: '1030',
  };
  expect(worked(step, 'fee')).toBe('9,670 USDT − 9,640 USDT = 30 USDT');
  expect(worked(step, 'bankruptcy_value')).toBe('0.1 BTC × 96,800 USDT − 40 USDT = 9,640 USDT');
  expect(inputLines(step as never)).toEqual(
    expect.arrayContaining([
      { name: 'fee_rate', value: '0.5', unit: '%' },
      { name: 'fee_limit', value: '30', unit: 'USDT' },
    ]),
  );
  // A fee by its rate leaves something. Where neither is the whole of it, the fund says what it got.
  const byRate = { ...step, fee: '19.34', feeRate: '0.002', fundAfter: '1019.34' };
  expect(worked(byRate, 'fee')).toBe('9,670 USDT × 0.2% = 19.34 USDT');
  expect(worked({ ...step, fee: '20', fundAfter: '1020' }, 'fee')).toBe('1,020 USDT − 1,000 USDT = 20 USDT');
});
