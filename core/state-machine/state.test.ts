/** Keys, snapshots, the command format and the stop on a defect. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  COMMAND_FORMAT_VERSION,
  createCore,
  decodeCommand,
  encodeCommand,
  FIRST_RULES_VERSION,
  FormatError,
  restoreCore,
  RULES_VERSION,
  SNAPSHOT_VERSION,
  SnapshotError,
  snapshotRules,
} from '../index.ts';
import type { Command } from '../protocol/commands.ts';
import { StateMachine } from './state-machine.ts';
import { EventReporter } from './event-reporter.ts';
import { AVAILABLE } from '../ledger/ledger.ts';
import { checkInvariants } from './invariants.ts';
import { codeOf, orderOf, parameters, TestExchange } from '../testing/exchange.ts';

/** The journal folder that a server of the first rules left behind. */
const GOLDEN = '../../server/engine/golden-journals/rules-1/clean-stop';
const DAY = 24 * 3_600_000;

test('reliability 1.4 the same key and body answers the first answer again, without events', () => {
  const x = new TestExchange();
  x.fund(1);
  const request = { price: 90, quantity: 1, key: 'k', fingerprint: 'f' };
  const first = x.tryPlace(1, 'BUY', request);
  x.tryCancel(1, orderOf(first).orderId);
  const events = x.events.length;
  expect(x.tryPlace(1, 'BUY', request)).toEqual({ ...first, repeated: true });
  expect(x.events.length).toBe(events);
  expect(codeOf(x.tryPlace(1, 'BUY', { ...request, fingerprint: 'g' }))).toBe('IDEMPOTENCY_MISMATCH');
  expect(x.tryPlace(2, 'BUY', request)).toMatchObject({ repeated: false, code: 'INSUFFICIENT_BALANCE' });
  expect(x.tryPlace(2, 'BUY', request)).toMatchObject({ repeated: true, code: 'INSUFFICIENT_BALANCE' });
});

test.each([
  ['an order key lives 24 hours', 'order', DAY],
  ['a money key lives 30 days', 'money', 30 * DAY],
] as const)('reliability 1.4 %s', (_, kind, lifeMs) => {
  const x = new TestExchange();
  x.fund(1);
  const act = (): boolean =>
    kind === 'order'
      ? x.tryPlace(1, 'BUY', { price: 90, quantity: 1, key: 'k' }).repeated
      : x.run({ kind: 'Deposit', uid: 1, asset: 'BTC', amount: 1, idempotency: { key: 'k', fingerprint: '' } })
          .repeated;
  expect(act()).toBe(false);
  x.timeMs += lifeMs - 1;
  x.run({ kind: 'Clock' });
  expect(act()).toBe(true);
  x.timeMs += 1;
  expect(act()).toBe(false);
  x.run({ kind: 'Clock' });
  expect(act()).toBe(true);
});

test('reliability 1.4 of one user the last 1,000 order keys are kept', () => {
  const x = new TestExchange();
  for (let i = 0; i <= 1_000; i += 1) x.tryPlace(1, 'BUY', { price: 90, quantity: 1, key: `k${i}` });
  expect(x.tryPlace(1, 'BUY', { price: 90, quantity: 1, key: 'k1' }).repeated).toBe(true);
  expect(x.tryPlace(1, 'BUY', { price: 90, quantity: 1, key: 'k0' }).repeated).toBe(false);
});

function busy(): TestExchange {
  const x = new TestExchange({ feeMode: 'QUOTE', makerFeeRate: -3, takerFeeRate: 77_777 });
  x.fund(1, 2);
  for (let i = 1; i <= 20; i += 1)
    x.sell(1, { price: 100 + (i % 5), quantity: `0.00${i % 9 || 1}`, clientId: `ü${i}`, key: `k${i}` });
  x.buy(2, { price: 103, quantity: '0.02', key: 'b' });
  x.tryAmend(1, 9, { price: 120, key: 'a' });
  x.run({
    kind: 'Transfer',
    uid: 1,
    asset: 'BTC',
    from: 'SPOT',
    to: 'FUTURES',
    amount: 5,
    idempotency: { key: 't', fingerprint: '' },
  });
  x.setStatus('HALTED');
  return x;
}

test('a restored core has the same hash, answers and reads, and does the same next', () => {
  const x = busy();
  const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
  expect(restored.stateHash()).toBe(x.core.stateHash());
  expect(restored.markets()).toEqual(x.core.markets());
  for (const uid of [1, 2]) {
    expect(restored.balances(uid)).toEqual(x.core.balances(uid));
    expect(restored.openOrders(uid, '')).toEqual(x.core.openOrders(uid, ''));
  }
  expect(restored.orderByClientId(1, 'BTCUSDT', 'ü1')).toEqual(x.core.orderByClientId(1, 'BTCUSDT', 'ü1'));
  const repeat = { kind: 'CancelAllOrders', uid: 1, symbol: '', seq: x.core.lastSeq + 1, timeMs: x.timeMs } as const;
  expect(restored.apply(repeat, () => {})).toEqual(x.core.apply(repeat, () => {}));
  expect(restored.stateHash()).toBe(x.core.stateHash());
});

test('every flipped bit and every cut of a snapshot is refused by name', () => {
  const bytes = busy().core.snapshot();
  for (let at = 0; at < bytes.length; at += 7) {
    const damaged = bytes.slice();
    damaged[at]! ^= 1 << (at % 8);
    expect(() => restoreCore(damaged)).toThrow(SnapshotError);
  }
  for (const length of [0, 3, 51, bytes.length - 1])
    expect(() => restoreCore(bytes.subarray(0, length))).toThrow(SnapshotError);
  expect(() => restoreCore(bytes)).not.toThrow();
});

test('a snapshot names the rules of the program that wrote it; one from before rules had a version is of the first', () => {
  const bytes = busy().core.snapshot();
  expect(snapshotRules(bytes)).toBe(RULES_VERSION);
  for (const at of [52, 55]) {
    const damaged = bytes.slice();
    damaged[at]! ^= 1;
    expect(() => restoreCore(damaged)).toThrow(SnapshotError);
  }
  const older = readFileSync(new URL(`${GOLDEN}/snapshot-000000000000069.bin`, import.meta.url));
  expect(snapshotRules(older)).toBe(FIRST_RULES_VERSION);
  expect(restoreCore(older, { checkInvariants: true }).lastSeq).toBe(69);
});

test('a snapshot of a newer format is refused', () => {
  const bytes = createCore().snapshot();
  new DataView(bytes.buffer).setUint32(4, SNAPSHOT_VERSION + 1, true);
  expect(() => restoreCore(bytes)).toThrow(`format ${SNAPSHOT_VERSION + 1}`);
});

const header = { seq: 9_007_199_254_740_991, timeMs: 1_700_000_000_000 };
const idempotency = { key: 'ключ', fingerprint: '\ud800' };
const commands = [
  { ...header, kind: 'CreateAsset', asset: 'BTC', scale: -1 },
  {
    ...header,
    kind: 'CreateMarket',
    symbol: 'S',
    base: 'B',
    quote: 'Q',
    parameters: parameters({ minBuyPriceOffset: -5, feeMode: 'QUOTE' }),
  },
  { ...header, kind: 'SetMarketStatus', symbol: 'S', status: 'POST_ONLY' },
  { ...header, kind: 'Clock' },
  { ...header, kind: 'Deposit', uid: 7, asset: 'BTC', amount: 2 ** 60, idempotency },
  { ...header, kind: 'Transfer', uid: 7, asset: 'BTC', from: 'SPOT', to: 'MOON', amount: -0, idempotency },
  {
    ...header,
    kind: 'PlaceOrder',
    uid: NaN,
    symbol: 'S',
    side: 'HOLD',
    type: 'LIMIT',
    timeInForce: 'GTX',
    price: 1.5,
    quantity: Infinity,
    quoteAmount: 0,
    maxSlippage: 3,
    stpMode: '',
    clientOrderId: '',
    idempotency: null,
  },
  {
    ...header,
    kind: 'AmendOrder',
    uid: 7,
    symbol: 'S',
    orderId: 5,
    clientOrderId: 'c',
    price: 0,
    quantity: 6,
    idempotency,
  },
  { ...header, kind: 'CancelOrder', uid: 7, symbol: 'S', orderId: 0, clientOrderId: 'c' },
  { ...header, kind: 'CancelAllOrders', uid: 7, symbol: '' },
  {
    ...header,
    kind: 'CreateMarket',
    symbol: 'S',
    base: 'B',
    quote: 'Q',
    parameters: parameters({ maxConditional: 0, maxIceberg: 7, hasFeeException: true }),
  },
  {
    ...header,
    kind: 'PlaceOrder',
    uid: 7,
    symbol: 'S',
    side: 'BUY',
    type: 'TRAILING_STOP_MARKET',
    timeInForce: 'IOC',
    price: 0,
    quantity: 5,
    quoteAmount: 0,
    maxSlippage: 0,
    stpMode: 'DECREMENT',
    clientOrderId: 'c',
    idempotency,
    deltaBips: 0.5,
    displayQuantity: 0,
  },
  {
    ...header,
    kind: 'AmendOrder',
    uid: 7,
    symbol: 'S',
    orderId: 5,
    clientOrderId: '',
    price: 0,
    quantity: 0,
    idempotency: null,
    stopPrice: 7,
    activationPrice: -7,
  },
  {
    ...header,
    kind: 'PlaceOco',
    uid: 7,
    symbol: 'S',
    side: 'SELL',
    quantity: 1,
    price: 2,
    takeProfitPrice: NaN,
    stopPrice: 4,
    stopLimitPrice: 0,
    stpMode: '',
    clientOrderId: 'a',
    stopClientOrderId: 'b',
    idempotency,
  },
  {
    ...header,
    kind: 'SetFeeTier',
    uid: 7,
    own: { spotMaker: -1, spotTaker: 2, futuresMaker: 3, futuresTaker: 4 },
    trial: null,
    trialEndMs: 0,
  },
  { ...header, kind: 'SetFeeTier', uid: 7, version: 8, own: null, trial: null, trialEndMs: 0 },
] as unknown as Command[];

test('commands come back from bytes as they were, wrong fields included', () => {
  const bytes = commands.map(encodeCommand);
  const all = Uint8Array.from(bytes.flatMap((part) => [...part]));
  let offset = 0;
  for (const command of commands) {
    const decoded = decodeCommand(all, offset);
    expect(decoded.command).toEqual(command);
    offset = decoded.next;
  }
  expect(offset).toBe(all.length);
});

test('cut or newer command bytes are refused by name', () => {
  for (const command of commands) {
    const bytes = encodeCommand(command);
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => decodeCommand(bytes.subarray(0, length), 0)).toThrow(FormatError);
    }
    const newer = bytes.slice();
    newer[bytes.length < 129 ? 1 : 2] = COMMAND_FORMAT_VERSION + 1;
    expect(() => decodeCommand(newer, 0)).toThrow(FormatError);
  }
});

test('trading C4.1 a ledger that does not balance stops everything', () => {
  const reporter = new EventReporter();
  const machine = new StateMachine(reporter);
  reporter.attach(machine);
  let seq = 0;
  const run = (fields: object): unknown => machine.execute({ ...fields, seq: (seq += 1), timeMs: 1 } as Command);
  run({ kind: 'CreateAsset', asset: 'BTC', scale: 8 });
  run({ kind: 'Deposit', uid: 1, asset: 'BTC', amount: 5, idempotency });
  machine.ledger.give(machine.users.row(machine.users.ensure(1), 0), AVAILABLE, 1);
  run({ kind: 'Clock' });
  expect(run({ kind: 'Clock' })).toBe('TRADING_STOPPED');
  expect(() => checkInvariants(machine)).toThrow('does not balance');
});

test.each([
  ['a wrong sum', (machine: StateMachine) => machine.ledger.setBalance(1, AVAILABLE, 3n)],
  ['a negative balance', (machine: StateMachine) => machine.ledger.take(3, AVAILABLE, 2 ** 40)],
])('trading C4 the full check sees %s', (_, damage) => {
  const reporter = new EventReporter();
  const machine = new StateMachine(reporter);
  reporter.attach(machine);
  machine.execute({ kind: 'CreateAsset', asset: 'BTC', scale: 8, seq: 1, timeMs: 1 });
  machine.execute({ kind: 'Deposit', uid: 1, asset: 'BTC', amount: 5 as never, idempotency, seq: 2, timeMs: 1 });
  expect(() => checkInvariants(machine)).not.toThrow();
  damage(machine);
  expect(() => checkInvariants(machine)).toThrow();
});

test('a command out of order or stamped in the past is a defect of the caller', () => {
  const core = createCore();
  core.apply({ kind: 'Clock', seq: 1, timeMs: 5 }, () => {});
  expect(() => core.apply({ kind: 'Clock', seq: 3, timeMs: 6 }, () => {})).toThrow('after');
  expect(() => core.apply({ kind: 'Clock', seq: 2, timeMs: 4 }, () => {})).toThrow('stamped');
});

test('balances beyond 2^53 units stay exact', () => {
  const x = new TestExchange();
  for (let i = 0; i < 5; i += 1) x.deposit(1, 'BTC', '90071992.54740991');
  expect(x.available(1, 'BTC')).toBe(5n * (2n ** 53n - 1n));
  x.sell(1, { price: 1, quantity: '90071992.547' });
  x.sell(1, { price: 2, quantity: '40000000' });
  expect(x.locked(1, 'BTC')).toBe(13_007_199_254_700_000n);
  expect(restoreCore(x.core.snapshot()).balances(1)).toEqual(x.core.balances(1));
});
