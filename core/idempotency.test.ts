/** How long keys live, by what they move (reliability 1.4). */
import { expect, test } from 'vitest';
import { TestExchange } from './testing.ts';

const DAY = 24 * 3_600_000;

test.each([
  ['Transfer', { uid: 1, from: 'SPOT', to: 'FUTURES' }],
  ['Deposit', { uid: 1 }],
  ['ContributeCapital', {}],
  ['RequestWithdrawal', { uid: 1, withdrawalId: 5, fee: 0 }],
])('reliability 1.4 the key of a %s is one of money: it lives 30 days', (kind, fields) => {
  const x = new TestExchange();
  x.fund(1);
  const act = (): boolean =>
    x.run({ kind, asset: 'BTC', amount: 7, ...fields, idempotency: { key: 'k', fingerprint: '' } } as never).repeated;
  expect(act()).toBe(false);
  x.timeMs += 30 * DAY - 1;
  expect(act()).toBe(true);
  x.timeMs += 1;
  expect(act()).toBe(false);
});
