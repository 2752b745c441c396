/** Positions that vouchers open (trading E6). */
import { expect, test } from 'vitest';
import type { Outcome } from '../../protocol/events.ts';
import { codeOf, units } from '../../testing/exchange.ts';
import { TestPerps, text } from '../../testing/perps.ts';

/** A pool of 1000, and user 2 who makes the market. */
function exchange(fee = 0, changes: object = {}): TestPerps {
  const x = new TestPerps({ takerFeeRate: fee, priceProtectScope: 90_000_000, ...changes }, 60_000);
  for (const kind of ['ContributeCapital', 'FundPool']) {
    const idempotency = { key: `${kind}`, fingerprint: '' };
    x.must(x.run({ kind, pool: 'BONUS_POOL', asset: 'USDT', amount: units(1_000), idempotency } as never));
  }
  x.fund(2, 1_000_000);
  return x;
}

function open(x: TestPerps, face: number | string, request: object = {}): Outcome {
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
  return x.run({ kind: 'OpenVoucherPosition', ...voucher, ...request } as never);
}

const wallet = 'VOUCHER:5';
const close = (x: TestPerps): Outcome => x.tryPlace(1, 'SELL', { close: true, side: 'LONG', wallet });
const positions = (x: TestPerps): unknown[] => x.core.positions({ uid: 1, wallet, symbol: '' });

test('growth E20 X-E6 what a position wins is its user’s, after fees; the face goes back', () => {
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

test('X-E6 the platform bears its loss: the user never owes', () => {
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

test('trading E6 its user can only close it, and only as a whole', () => {
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

test('trading E6 a voucher opens one position, only while the pool can pay, and only if the book can fill it', () => {
  const x = exchange();
  expect(codeOf(open(x, 1_001))).toBe('POOL_SHORT');
  expect(codeOf(open(x, 5))).toBe('QUANTITY_RANGE');
  expect(codeOf(open(x, 30, { leverage: 126 }))).toBe('LEVERAGE_RANGE');
  expect(codeOf(open(x, 30, { symbol: 'NOUSDT' }))).toBe('UNKNOWN_MARKET');
  // The book is empty: the order ends at once, and the face goes back to the pool.
  expect(codeOf(open(x, 30))).toBe('OK');
  expect(x.told('PerpOrderChanged').at(-1)).toMatchObject({ status: 'EXPIRED', reason: 'NO_LIQUIDITY' });
  expect(x.house('BONUS_POOL')).toBe('1000');
  // No position was opened, so the same voucher may try again; after it has opened one it may not.
  x.sell(2, { price: 60_000, quantity: 1 });
  expect(codeOf(open(x, 30))).toBe('OK');
  expect(codeOf(open(x, 30))).toBe('ALREADY_EXISTS');
  expect(codeOf(open(x, 30, { voucherId: 6, uid: 0 }))).toBe('BAD_FIELDS');
  expect(codeOf(x.tryPlace(1, 'SELL', { close: true, side: 'LONG', wallet: 'VOUCHER:77' }))).toBe('UNKNOWN_POSITION');
});

test('trading E6 C2 a settled contract closes it at the mark: the gain is its user’s, the face is back', () => {
  const x = exchange();
  x.sell(2, { price: 60_000, quantity: 1 });
  open(x, 30);
  x.moveMark(62_000);
  x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'SETTLED' }));
  expect([x.wallet(1), x.house('BONUS_POOL'), positions(x)]).toEqual(['10', '1000', []]);
});

test('trading E6 B18 filled in part: the unfilled share of the face is the pool’s at once', () => {
  const x = exchange();
  // 30 at 10x are 0.005; 0.002 are there.
  x.sell(2, { price: 60_000, quantity: '0.002' });
  expect(codeOf(open(x, 30))).toBe('OK');
  expect([x.house('BONUS_POOL'), text(x.core.capital(1, wallet)!.balance)]).toEqual(['988', '12']);
  x.buy(2, { price: 61_000, quantity: 1 });
  expect(codeOf(close(x))).toBe('OK');
  expect([x.wallet(1), x.house('BONUS_POOL')]).toEqual(['2', '1000']);
});

test.each([
  ['smallest notional', { minNotional: units('300.01') }, 'MIN_AMOUNT'],
  ['open-interest cap', { openInterestCap: units(60_299) }, 'OPEN_INTEREST_CAP'],
  ['position limit', { tiers: [{ cap: units(299), maxLeverage: 125, rate: 400_000 }] }, 'POSITION_LIMIT'],
  ['nothing in its way', {}, 'OK'],
])('trading E6 B18 it opens like any other order: %s', (_, changes, code) => {
  const x = exchange(0, changes);
  x.fund(3, 100_000);
  if (code === 'POSITION_LIMIT') {
    x.sell(2, { price: 60_000, quantity: '0.004' });
  } else {
    // 60 000 are open; what 3 sells takes its own position back.
    x.trade(3, 2, 60_000, 1);
    x.sell(3, { price: 60_000, quantity: '0.01' });
  }
  expect(codeOf(open(x, 30))).toBe(code);
  expect(x.house('BONUS_POOL')).toBe(code === 'OK' ? '970' : '1000');
  expect(codeOf(open(x, 30))).toBe(code === 'OK' ? 'ALREADY_EXISTS' : code);
});

test('trading E6 B10 its funding is paid out of its own margin only: its wallet never owes', () => {
  const x = exchange(0, { interestRate: 4_000_000, fundingCap: 4_000_000, priceProtectScope: 90_000_000 });
  x.sell(2, { price: 60_000, quantity: 1 });
  open(x, 30, { leverage: 100 });
  x.moveMark(66_000);
  // 0.05 at 66 000 and 0.05 % owe 1.65 each time: the margin of 30 pays it eighteen times, and then what is left.
  for (let i = 0; i < 20; i += 1) {
    x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
    x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
    expect(x.core.capital(1, wallet)!.balance >= 0n).toBe(true);
    x.moveMark(66_000);
  }
  expect(x.told('FundingPaid').filter(({ uid }) => uid === 1).length).toBeGreaterThan(18);
  expect(text(x.core.capital(1, wallet)!.balance)).toBe('0');
});

test('trading E6 A1.6 where only its own user would sell, self-trade prevention ends it', () => {
  const x = exchange();
  x.fund(1, 100_000);
  x.sell(1, { price: 60_000, quantity: 1 });
  expect(codeOf(open(x, 30))).toBe('OK');
  expect(x.told('PerpOrderChanged').at(-1)).toMatchObject({ status: 'EXPIRED_IN_MATCH', reason: 'SELF_TRADE' });
  expect(x.house('BONUS_POOL')).toBe('1000');
});
