/** What the house takes from wallets with orders and positions: never what backs them (trading B6, C2, D5). */
import { expect, test } from 'vitest';
import type { Outcome } from '../protocol/events.ts';
import { TestPerps } from '../testing/perps.ts';
import { units } from '../testing/exchange.ts';

function run(x: TestPerps, fields: object): Outcome {
  return x.run({ ...fields, idempotency: { key: `house ${x.core.lastSeq}`, fingerprint: '' } } as never);
}

function moved(x: TestPerps, fields: object): number | string {
  const outcome = run(x, fields);
  if (!outcome.ok) return outcome.code;
  return outcome.result.kind === 'Moved' ? outcome.result.amount : outcome.result.kind;
}

/** The wallet holds 8, of which an order for 50 at 20x keeps 2.5. */
function withOrder(wallet: string): TestPerps {
  const x = new TestPerps();
  x.fund(1, 8, wallet);
  const side = wallet === 'FUTURES' ? {} : { side: 'LONG' as const };
  x.buy(1, { price: 50_000, quantity: '0.001', wallet, ...side });
  return x;
}

test('trading C2 a prize is taken back from FUTURES only as far as it may leave the wallet', () => {
  const x = withOrder('FUTURES');
  const prize = { prizeId: 1, uid: 1, wallet: 'FUTURES', asset: 'USDT', amount: units(8) };
  expect(moved(x, { kind: 'ClawBackPrize', ...prize })).toBe(units('5.5'));
});

test('trading D5 HOLD is raised only out of what may leave the copy wallet', () => {
  const x = withOrder('COPY:7');
  const accrue = { kind: 'AccrueCopyShare', followId: 7, uid: 1, asset: 'USDT', accrued: units(30) };
  expect(moved(x, { ...accrue, version: 1 })).toBe(units('5.5'));
  run(x, { kind: 'CancelAllPerpOrders', uid: 1, wallet: 'COPY:7', symbol: '' });
  expect(moved(x, { ...accrue, version: 2 })).toBe(units(8));
});

test('trading E1 bonus and prizes of FUTURES are in the asset that futures settle in', () => {
  const x = new TestPerps();
  x.run({ kind: 'CreateAsset', asset: 'BTC', scale: 8 });
  const grant = {
    kind: 'GrantBonus',
    grantId: 1,
    uid: 1,
    asset: 'BTC',
    amount: 5,
    mode: 'BONUS_FIRST',
    ratio: 0,
    expiresAtMs: 2 ** 50,
    minOwnFunds: 0,
    maxLeverage: 0,
    symbols: [],
    source: '',
  };
  expect(moved(x, grant)).toBe('BAD_FIELDS');
  expect(moved(x, { ...grant, asset: 'USDT' })).toBe('POOL_SHORT');
  const prize = { prizeId: 1, uid: 1, wallet: 'FUTURES', asset: 'BTC', amount: 5 };
  expect(moved(x, { kind: 'PayPrize', ...prize })).toBe('BAD_FIELDS');
  expect(moved(x, { kind: 'PayPrize', ...prize, wallet: 'SPOT' })).toBe('POOL_SHORT');
});
