/** How long keys live, by what they move (reliability 1.4). */
import { expect, test } from 'vitest';
import { restoreCore } from '../trading-core.ts';
import { MONEY_KEYS_PER_USER } from './idempotency.ts';
import { TestExchange } from '../testing/exchange.ts';

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

const there = (amount: number, key: string | null): unknown => ({
  kind: 'Transfer',
  uid: 1,
  asset: 'BTC',
  from: 'SPOT',
  to: 'FUTURES',
  amount,
  idempotency: key === null ? null : { key, fingerprint: '' },
});

test('reliability 1.4 a transfer without a key adds no record to the state', () => {
  const x = new TestExchange();
  x.fund(1);
  x.run(there(1, null) as never);
  const before = x.core.snapshot().length;
  for (let i = 0; i < 200; i += 1) expect(x.run(there(1, null) as never)).toMatchObject({ ok: true, repeated: false });
  expect(x.core.snapshot().length - before).toBeLessThan(64);
});

test('reliability 1.4 a user whose keys are full gets no new one: the command is refused, no key is forgotten, 30 days later there is room', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  const had = x.core.balances(1).find(({ asset }) => asset === 'BTC')!.available;
  // The two deposits of the test's funds had keys as well.
  const own = MONEY_KEYS_PER_USER - 2;
  const core = x.core;
  for (let i = 0; i < own; i += 1) expect(x.run(there(1, `k${i}`) as never).ok).toBe(true);
  expect(x.run(there(1, 'one more') as never)).toMatchObject({ ok: false, code: 'IDEMPOTENCY_FULL' });
  expect(core.balances(1).find(({ asset }) => asset === 'BTC')!.available).toBe(had - BigInt(own));
  // The first one still has its answer, here and after a restart.
  expect(x.run(there(1, 'k0') as never)).toMatchObject({ ok: true, repeated: true });
  const again = restoreCore(core.snapshot());
  const next = { seq: again.lastSeq + 1, timeMs: x.timeMs };
  expect(again.apply({ ...(there(1, 'one more') as object), ...next } as never, () => {})).toMatchObject({
    code: 'IDEMPOTENCY_FULL',
  });
  // Without a key it goes on, and so do others, and what the exchange itself does for this user.
  expect(x.run(there(1, null) as never).ok).toBe(true);
  expect(x.run({ ...(there(1, 'k') as object), uid: 2 } as never).ok).toBe(true);
  const deposit = { kind: 'Deposit', uid: 1, asset: 'BTC', amount: 5, idempotency: { key: 'in', fingerprint: '' } };
  expect(x.run(deposit as never).ok).toBe(true);
  x.timeMs += 30 * DAY;
  x.run({ kind: 'Clock' });
  expect(x.run(there(1, 'one more') as never).ok).toBe(true);
});
