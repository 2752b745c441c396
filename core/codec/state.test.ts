/** A start restores from a snapshot every field of the state (trading C4.16, reliability 1). */
import { expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { codeOf, parameters, TestExchange, units } from '../testing/exchange.ts';

/** Goes on with what a snapshot of the exchange gives; its state is the same to the last field. */
function restarted(x: TestExchange): TestExchange {
  const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
  expect(restored.stateHash()).toBe(x.core.stateHash());
  return Object.assign(Object.create(TestExchange.prototype) as TestExchange, {
    core: restored,
    events: [],
    timeMs: x.timeMs,
  });
}

test('trading A8 statuses go on: the protected start, the post-only minute, and where maintenance leads back to', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  const market = parameters({ openTimeMs: x.timeMs + 10, openProtectMs: 300_000 });
  x.run({ kind: 'CreateMarket', symbol: 'NEW', base: 'BTC', quote: 'USDT', parameters: market });
  x.timeMs += 10;
  x.run({ kind: 'Clock' });
  const protectedStart = restarted(x);
  protectedStart.sell(1, { price: 100, quantity: 1, symbol: 'NEW' });
  expect(codeOf(protectedStart.tryPlace(2, 'BUY', { quantity: 1, symbol: 'NEW' }))).toBe('MARKET_STATUS');
  x.setStatus('HALTED');
  x.setStatus('POST_ONLY');
  const postOnly = restarted(x);
  postOnly.timeMs += 59_999;
  postOnly.run({ kind: 'Clock' });
  expect(postOnly.core.market('BTCUSDT')!.status).toBe('POST_ONLY');
  postOnly.timeMs += 1;
  postOnly.run({ kind: 'Clock' });
  expect(postOnly.core.market('BTCUSDT')!.status).toBe('TRADING');
  x.setStatus('TRADING');
  x.setStatus('HALTED');
  x.setStatus('MAINTENANCE');
  const maintained = restarted(x);
  expect([codeOf(maintained.setStatus('TRADING')), codeOf(maintained.setStatus('HALTED'))]).toEqual([
    'MARKET_STATUS',
    'OK',
  ]);
});

test('users go on: trade group, version of the tier, number of the next event, keys of money', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  for (const uid of [1, 2]) x.run({ kind: 'SetTradeGroup', uid, tradeGroupId: 9 });
  const rates = { spotMaker: 1, spotTaker: 2, futuresMaker: 0, futuresTaker: 0 } as never;
  const tier = { kind: 'SetFeeTier', uid: 1, own: rates, trial: null, trialEndMs: 0 } as const;
  x.run({ ...tier, version: 5 });
  const idempotency = { key: 'once', fingerprint: '' };
  const deposit = { kind: 'Deposit', uid: 1, asset: 'BTC', amount: 7, idempotency } as const;
  x.run(deposit);
  const y = restarted(x);
  y.sell(1, { price: 100, quantity: 1 });
  expect(y.buy(2, { price: 100, quantity: 1 })).toMatchObject({ status: 'EXPIRED_IN_MATCH' });
  y.run({ ...tier, version: 4, own: null });
  expect(y.events.filter(({ kind }) => kind === 'FeeTierChanged')).toEqual([]);
  expect(y.run(deposit)).toMatchObject({ repeated: true });
  const numbers = [...x.events, ...y.events].flatMap((e) => ('userSeq' in e && e.uid === 1 ? [e.userSeq] : []));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
});

test('orders go on: age, amends, and what a cumulative fee has charged', () => {
  const x = new TestExchange({ feeMode: 'QUOTE', makerFeeRate: 50_000, takerFeeRate: 50_000, maxAmends: 1 });
  x.fund(1, 2);
  const ids = [120, 105, 110].map((price) => x.sell(1, { price, quantity: 1 }).orderId);
  x.tryAmend(1, ids[0]!, { price: 121 });
  // A fee that does not come out even: the next fill of the order counts on.
  const bid = x.buy(2, { price: '0.01', quantity: '0.009' }).orderId;
  x.sell(1, { price: '0.01', quantity: '0.003' });
  const y = restarted(x);
  expect(codeOf(y.tryAmend(1, ids[0]!, { price: 122 }))).toBe('TOO_MANY_AMENDS');
  y.sell(1, { price: '0.01', quantity: '0.003' });
  const fees = [...x.trades(), ...y.trades()].filter(({ makerOrderId }) => makerOrderId === bid);
  expect(fees.map(({ makerFee }) => makerFee)).toEqual([2, 1]);
  y.run({ kind: 'CancelAllOrders', uid: 1, symbol: '' });
  const ended = y.events.flatMap((e) => (e.kind === 'OrderChanged' && e.reason === 'USER' ? [e.orderId] : []));
  expect(ended).toEqual(ids);
  expect(y.locked(2, 'USDT')).toBe(BigInt(units('0.00003') + 2));
});
