/** Self-trade prevention between users of one trade group (trading A3). */
import { expect, test } from 'vitest';
import { codeOf, TestExchange } from '../testing/exchange.ts';
import { TestPerps } from '../testing/perps.ts';

test('A3 users of one trade group do not trade with each other, users without a group do', () => {
  const x = new TestExchange();
  x.fund(1, 2, 3);
  for (const uid of [1, 2]) x.run({ kind: 'SetTradeGroup', uid, tradeGroupId: 7 });
  const maker = x.sell(1, { price: 100, quantity: 1 });
  expect(x.buy(2, { price: 100, quantity: 1 })).toMatchObject({ status: 'EXPIRED_IN_MATCH', reason: 'SELF_TRADE' });
  expect(x.status(maker.orderId)).toBe('NEW');
  expect(x.buy(2, { price: 100, quantity: 1, tif: 'FOK' })).toMatchObject({
    status: 'EXPIRED',
    reason: 'TIME_IN_FORCE',
  });
  expect(x.buy(3, { price: 100, quantity: '0.4' }).status).toBe('FILLED');
  x.run({ kind: 'SetTradeGroup', uid: 2, tradeGroupId: 0 });
  expect(x.buy(2, { price: 100, quantity: '0.6' }).status).toBe('FILLED');
});

test('A3 the group counts in perpetuals too, over all wallets', () => {
  const x = new TestPerps();
  for (const uid of [1, 2]) {
    x.fund(uid, 100_000);
    x.run({ kind: 'SetTradeGroup', uid, tradeGroupId: 7 });
  }
  x.sell(1, { price: 50_000, quantity: 1 });
  expect(x.buy(2, { price: 50_000, quantity: 1 })).toMatchObject({ status: 'EXPIRED_IN_MATCH' });
});

test('A3 a group is a whole number from 0', () => {
  const x = new TestExchange();
  expect(codeOf(x.run({ kind: 'SetTradeGroup', uid: 1, tradeGroupId: -1 }))).toBe('BAD_FIELDS');
  expect(codeOf(x.run({ kind: 'SetTradeGroup', uid: 0, tradeGroupId: 1 }))).toBe('BAD_FIELDS');
});
