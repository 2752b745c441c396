/** How long keys live, by what they move (reliability 1.4). */
import { expect, test } from 'vitest';
import { restoreCore } from '../trading-core.ts';
import { IdempotencyKeys, KEYS_OF_ALL, KEYS_OF_ONE_WHEN_CROWDED, MONEY_KEYS_PER_USER } from './idempotency.ts';
import { keysOf, TestExchange } from '../testing/exchange.ts';
import type { CommandBody } from '../protocol/commands.ts';

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

/** `count` keys of one kind, of many users. */
function crowd(keys: IdempotencyKeys, kind: 'addMoney' | 'addOrder', count: number): void {
  const outcome = { ok: false, seq: 1, repeated: false, code: 'INSUFFICIENT_BALANCE' } as const;
  for (let at = 0; at < count; at += 1)
    keys[kind]({
      uid: 1_000 + Math.floor(at / 1_000),
      key: `c${at}`,
      fingerprint: '',
      timeMs: 1_700_000_000_000,
      outcome,
    });
}

test.each([
  ['of moved funds', 'addMoney', (key: string) => there(1, key)],
  [
    'of orders',
    'addOrder',
    (key: string) => ({ kind: 'CancelAllOrders', uid: 1, symbol: '', idempotency: { key, fingerprint: '' } }),
  ],
] as const)(
  'FLT-16 when very many keys %s are remembered, who has many gets no new one; others, known keys and what has none go on',
  (_, kind, body) => {
    const x = new TestExchange();
    x.fund(1);
    const keys = keysOf(x.core);
    const hasRoom = (key: string, more: object = {}): boolean =>
      x.core.hasRoomForKey({ ...(body(key) as object), ...more } as CommandBody, x.timeMs);
    const outcome = { ok: false, seq: 1, repeated: false, code: 'BAD_FIELDS' } as const;
    const add = (uid: number, key: string): void =>
      keys[kind]({ uid, key, fingerprint: '', timeMs: x.timeMs, outcome });
    for (let at = 0; at < KEYS_OF_ONE_WHEN_CROWDED; at += 1) add(1, `k${at}`);
    expect(hasRoom('new')).toBe(true);
    crowd(keys, kind, KEYS_OF_ALL - 100);
    // What a user may be refused for is not there before the last of them.
    const left = KEYS_OF_ALL - keys[kind === 'addMoney' ? 'money' : 'orders'].count;
    expect([left, left + 1].map((count) => x.core.hasRoomForKeys(count))).toEqual([true, false]);
    expect(hasRoom('new')).toBe(true);
    crowd(keys, kind, KEYS_OF_ALL);
    expect(hasRoom('new')).toBe(false);
    expect(x.core.hasRoomForKeys(1)).toBe(false);
    expect(hasRoom('k0')).toBe(true);
    expect(hasRoom('new', { uid: 2 })).toBe(true);
    expect(hasRoom('new', { idempotency: null })).toBe(true);
    for (let at = 1; at < KEYS_OF_ONE_WHEN_CROWDED; at += 1) add(2, `k${at}`);
    expect(hasRoom('new', { uid: 2 })).toBe(true);
    add(2, 'the last');
    expect(hasRoom('new', { uid: 2 })).toBe(false);
  },
);

test('FLT-16 what the exchange itself does for a user is remembered, however many keys there are', () => {
  const x = new TestExchange();
  const keys = keysOf(x.core);
  crowd(keys, 'addMoney', KEYS_OF_ALL + 1_000);
  const deposit = { kind: 'Deposit', uid: 1_000, asset: 'BTC', amount: 5, idempotency: { key: 'in', fingerprint: '' } };
  expect(x.core.hasRoomForKey(deposit as unknown as CommandBody, x.timeMs)).toBe(true);
});

/** Names with a tag, and of the others one of each kind: with a letter from 128 on, in the middle of a pair, and too long for a tag. */
const NAMES = ['k', 'a-usual-key', 'ü', 'key \ud83d', 'n'.repeat(65), 'n'.repeat(200)];

test('reliability 1.4 restored keys of any name repeat their answers, mismatch and age as those that were never gone', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  const order = (key: string, fingerprint: string): object => ({
    kind: 'CancelAllOrders',
    uid: 2,
    symbol: '',
    idempotency: { key, fingerprint },
  });
  const act = (key: string, fingerprint = ''): object[] => [
    { ...(there(1, key) as object), idempotency: { key, fingerprint } },
    order(key, fingerprint),
  ];
  for (const name of NAMES) for (const command of act(name)) expect(x.run(command as never).ok).toBe(true);
  const again = restoreCore(x.core.snapshot());
  expect(again.stateHash()).toBe(x.core.stateHash());
  let seq = again.lastSeq;
  const both = (command: object, timeMs: number): unknown[] => {
    seq += 1;
    return [x.core, again].map((core) => core.apply({ ...command, seq, timeMs } as never, () => {}));
  };
  const outcomes = (timeMs: number, fingerprint = ''): { ok: boolean; repeated: boolean; code?: string }[] =>
    NAMES.flatMap((name) => act(name, fingerprint)).map((command) => {
      const [one, other] = both(command, timeMs);
      expect(other).toEqual(one);
      return one as { ok: boolean; repeated: boolean };
    });
  expect(outcomes(x.timeMs).map(({ repeated }) => repeated)).toEqual(Array.from({ length: 12 }, () => true));
  expect(outcomes(x.timeMs, 'other').map(({ code }) => code)).toEqual(
    Array.from({ length: 12 }, () => 'IDEMPOTENCY_MISMATCH'),
  );
  // Keys of orders are gone after a day, those of money live.
  expect(outcomes(x.timeMs + DAY).map(({ repeated }) => repeated)).toEqual(
    Array.from({ length: 12 }, (_, at) => at % 2 === 0),
  );
  expect(again.stateHash()).toBe(x.core.stateHash());
});
