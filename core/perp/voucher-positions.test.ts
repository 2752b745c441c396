/** Positions that vouchers open (trading E6). */
import { expect, test } from 'vitest';
import type { Outcome } from '../events.ts';
import { codeOf, units } from '../testing.ts';
import { TestPerps, text } from './testing.ts';

/** A pool of 1000, and user 2 who makes the market. */
function exchange(fee = 0): TestPerps {
  const x = new TestPerps({ takerFeeRate: fee, priceProtectScope: 90_000_000 }, 60_000);
  for (const kind of ['ContributeCapital', 'FundPool']) {
    const idempotency = { key: `${kind}`, fingerprint: '' };
    x.must(x.run({ kind, pool: 'BONUS_POOL', asset: 'USDT', amount: units(1_000), idempotency } as never));
  }
  x.fund(2, 1_000_000);
  return x;
}

function open(x: TestPerps, face: number | string, wish: object = {}): Outcome {
  const idempotency = { key: `v${x.core.lastSeq}`, fingerprint: '' };
  const voucher = {
    voucherId: 5,
    uid: 1,
    symbol: 'BTCUSDT',
    side: 'BUY',
    leverage: 10,
    amount: units(face),
    idempotency,
  };
  return x.run({ kind: 'OpenVoucherPosition', ...voucher, ...wish } as never);
}

const wallet = 'VOUCHER:5';
const close = (x: TestPerps): Outcome => x.tryPlace(1, 'SELL', { close: true, side: 'LONG', wallet });
const positions = (x: TestPerps): unknown[] => x.core.positions({ uid: 1, wallet, symbol: '' });

test('E20 X-E6 what a position wins is its user’s, after fees; the face goes back', () => {
  const x = exchange(60_000);
  // Step 0.001 of 60 000: a face of 30 at 10x is 0.005.
  x.sell(2, { price: 60_000, quantity: 1 });
  expect(codeOf(open(x, 30))).toBe('OK');
  expect(x.house('BONUS_POOL')).toBe('970');
  x.run({ kind: 'CancelAllPerpOrders', ...x.owner(2) });
  x.moveMark(62_000);
  x.buy(2, { price: 64_800, quantity: 1 });
  expect(codeOf(close(x))).toBe('OK');
  // 0.005 * 4800 = 24, less 0.06 % of 300 and of 324.
  expect([x.wallet(1), x.house('BONUS_POOL')]).toEqual([text(units('23.6256')), '1000']);
  expect(positions(x)).toEqual([]);
});

test('X-E6 what it loses is the platform’s: the user never owes', () => {
  const x = exchange();
  x.sell(2, { price: 60_000, quantity: 1 });
  open(x, 30);
  x.moveMark(50_000);
  expect(positions(x)).toEqual([]);
  expect([x.wallet(1), x.house('BONUS_POOL')]).toEqual(['0', '970']);
});

test('trading E6 a loss below the face gives the rest back to the pool', () => {
  const x = exchange();
  x.sell(2, { price: 60_000, quantity: 1 });
  open(x, 30);
  x.run({ kind: 'CancelAllPerpOrders', ...x.owner(2) });
  x.buy(2, { price: 58_000, quantity: 1 });
  expect(codeOf(close(x))).toBe('OK');
  expect([x.wallet(1), x.house('BONUS_POOL')]).toEqual(['0', '990']);
});

test('trading E6 its user closes it as a whole, and nothing else', () => {
  const x = exchange();
  x.sell(2, { price: 60_000, quantity: 1 });
  open(x, 30);
  const owner = { uid: 1, wallet, symbol: 'BTCUSDT' };
  expect(codeOf(x.tryPlace(1, 'BUY', { quantity: '0.001', side: 'LONG', wallet }))).toBe('ACCOUNT_STATE');
  expect(codeOf(x.tryPlace(1, 'SELL', { quantity: '0.001', side: 'LONG', wallet }))).toBe('ACCOUNT_STATE');
  expect(codeOf(x.run({ kind: 'SetLeverage', ...owner, positionSide: 'BOTH', leverage: 3 }))).toBe('ACCOUNT_STATE');
  const exits = { positionSide: 'LONG', takeProfit: null, idempotency: null } as const;
  const stopLoss = { triggerPrice: units(59_000), source: 'MARK', price: 0 } as const;
  const set = (quantity: number): string =>
    codeOf(x.run({ kind: 'SetPositionExits', ...owner, ...exits, quantity, stopLoss }));
  expect(set(units('0.001'))).toBe('ACCOUNT_STATE');
  expect(set(0)).toBe('OK');
  x.run({ kind: 'CancelAllPerpOrders', ...x.owner(2) });
  x.buy(2, { price: 58_900, quantity: 1 });
  x.moveMark(58_950);
  expect(positions(x)).toEqual([]);
});

test('trading E6 a voucher opens one position, only while the pool can pay, and only where there is somebody to trade with', () => {
  const x = exchange();
  expect(codeOf(open(x, 1_001))).toBe('POOL_SHORT');
  expect(codeOf(open(x, 5))).toBe('QUANTITY_RANGE');
  expect(codeOf(open(x, 30, { leverage: 126 }))).toBe('LEVERAGE_RANGE');
  expect(codeOf(open(x, 30, { symbol: 'NOUSDT' }))).toBe('UNKNOWN_MARKET');
  // Nobody sells: it ends at once, and the face is back.
  expect(codeOf(open(x, 30))).toBe('OK');
  expect(x.told('PerpOrderChanged').at(-1)).toMatchObject({ status: 'EXPIRED', reason: 'NO_LIQUIDITY' });
  expect(x.house('BONUS_POOL')).toBe('1000');
  expect(codeOf(open(x, 30))).toBe('ALREADY_EXISTS');
  expect(codeOf(open(x, 30, { voucherId: 6, uid: 0 }))).toBe('BAD_FIELDS');
  expect(codeOf(x.tryPlace(1, 'SELL', { close: true, side: 'LONG', wallet: 'VOUCHER:77' }))).toBe('UNKNOWN_POSITION');
});
