/** Commands as bytes that the kernel carries out one behind the other, beside the core alone, which takes them one by one: the same state. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCore, restoreCore } from '../index.ts';
import { Reached } from '../model/reached.ts';
import type { CommandBody } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import type { Outcome } from '../protocol/events.ts';
import { checkInvariants } from '../state-machine/invariants.ts';
import { body, machineOf, units } from '../testing/exchange.ts';
import { Alone, crowded, turn } from '../testing/runs.ts';
import { BEGINNING, commandOf, ORDER, OWN_TERMS, step, type Step, WIDE } from '../testing/random-orders.ts';
import {
  COMMANDS_ROOM,
  MOST_FILLS,
  RUN_ENTERS,
  RUN_OVER,
  RUN_FULL,
  RUN_LEFT,
  RUN_PAUSES,
  RUN_TEXTS,
  GROUP_COMMANDS,
} from './layout.ts';

const RUNS = 60;
const SEED = 20_261_128;
const NAMES = {
  [RUN_OVER]: 'over',
  [RUN_ENTERS]: 'enters',
  [RUN_PAUSES]: 'pauses',
  [RUN_TEXTS]: 'texts',
  [RUN_FULL]: 'full',
  [RUN_LEFT]: 'left',
} as Record<number, string>;
/** More orders of a user end than are remembered. */
const ORDERS_THAT_END = 1_400;
/** More users than the tables begin with room for. */
const MANY = 1_500;
const ORDERS_MET = 3 * MOST_FILLS + 5;

/** What is no plain order, between those that are. */
const OTHERS: readonly CommandBody[] = [
  body({ kind: 'Clock' }),
  body({ kind: 'SetMarketStatus', symbol: 'WIDE', status: 'HALTED' }),
  body({ kind: 'SetMarketStatus', symbol: 'WIDE', status: 'TRADING' }),
  body({ kind: 'ChangeMarket', symbol: 'WIDE', version: 2, parameters: { ...WIDE, maxSellPriceOffset: 9e15 } }),
  body({ kind: 'ChangeMarket', symbol: 'WIDE', version: 3, parameters: { ...WIDE, makerFeeRate: -1_000 } }),
  body({ kind: 'ChangeMarket', symbol: 'WIDE', version: 4, parameters: WIDE }),
  body({ kind: 'CancelAllOrders', uid: 2, symbol: '' }),
];
const others = fc.record({
  isOther: fc.integer({ min: 0, max: 50 }),
  which: fc.nat(OTHERS.length - 1),
  isStop: fc.integer({ min: 0, max: 120 }),
  isNamed: fc.integer({ min: 0, max: 20 }),
  isUnknown: fc.integer({ min: 0, max: 30 }),
  gap: fc.constantFrom(0, 1, 1, 90_000),
});
type Others = typeof others extends fc.Arbitrary<infer T> ? T : never;

/** Orders that wait for a price near the one of a plain order. */
const CONDITIONAL: readonly ((price: number) => object)[] = [
  (price) => ({ type: 'STOP_LIMIT', stopPrice: price }),
  (price) => ({ type: 'TAKE_PROFIT_LIMIT', stopPrice: price }),
  () => ({ type: 'TRAILING_STOP_LIMIT', deltaBips: 50 }),
  (price) => ({ type: 'TRAILING_STOP_LIMIT', deltaBips: 200, activationPrice: price }),
];

function bodyOf(one: Step, { isOther, which, isStop, isNamed, isUnknown }: Others, core: Core): CommandBody {
  if (isOther === 0) return OTHERS[which]!;
  const plain = commandOf(one, core);
  if (plain.kind !== 'PlaceOrder') return plain;
  if (isStop < CONDITIONAL.length)
    return { ...plain, timeInForce: 'GTC', ...CONDITIONAL[isStop]!(plain.price) } as CommandBody;
  if (isUnknown === 0) return { ...plain, uid: 2 ** 40 + 7, symbol: 'NARROW' };
  return isNamed === 0 ? { ...plain, clientOrderId: `name ${one.back}` } : plain;
}

/** A core that replays; counts what its runs answer, and how many commands the core itself takes. */
function replaying(reached: Reached): Core {
  const core = crowded(createCore());
  const { kernel } = machineOf(core);
  const { run } = kernel;
  kernel.run = (...all) => {
    const before = machineOf(core).ledger.shared.ran.seq;
    const stopped = run.apply(kernel, all);
    reached.count(`run: ${NAMES[stopped]}`);
    if (machineOf(core).ledger.shared.ran.seq - before > GROUP_COMMANDS) reached.count('run: several groups');
    return stopped;
  };
  return core;
}

function compare(steps: readonly (readonly [Step, Others])[], every: number, reached: Reached): void {
  const alone = new Alone();
  const [core, heard] = [replaying(reached), replaying(reached)];
  const replay = (): void => {
    const bytes = alone.batch.take();
    const { outcomes, events } = turn(heard, bytes);
    expect(outcomes).toEqual(alone.outcomes.splice(0));
    expect(events).toEqual(alone.events.splice(0));
    expect(heard.stateHash()).toBe(alone.core.stateHash());
    expect(core.replay(bytes, 0, Infinity)).toBe(bytes.length);
    expect(core.lastSeq).toBe(alone.core.lastSeq);
    expect(core.stateHash()).toBe(alone.core.stateHash());
    checkInvariants(machineOf(core));
  };
  for (const begin of [...BEGINNING, ...OWN_TERMS]) alone.take(begin);
  for (const [one, other] of steps) {
    alone.take(bodyOf(one, other, alone.core), other.gap);
    if (alone.batch.count >= every) replay();
  }
  replay();
  expect(restoreCore(core.snapshot()).stateHash()).toBe(core.stateHash());
}

/** Mostly plain orders near one price of a market that refuses little: many of them follow each other. */
const plain = step.map((s): Step => {
  const near = { isWide: true, factor: 1, price: 19_800 + (s.price % 400), lots: 2 + (s.lots % 40) };
  return { ...s, ...near, isOdd: 9, isHuge: 9, isIceberg: 9, back: s.back % 6 } as Step;
});
const one = fc.oneof({ arbitrary: plain, weight: 4 }, { arbitrary: step, weight: 1 });
const WALK = fc.tuple(fc.array(fc.tuple(one, others), { minLength: 60, maxLength: 240 }), fc.constantFrom(7, 40, 500));

test('FLT-13 commands that the kernel takes as bytes, heard and unheard, leave, answer and tell what the core alone does, taking one after the other', () => {
  fc.assert(
    fc.property(WALK, ([steps, every]) => compare(steps, every, new Reached())),
    { numRuns: RUNS, endOnFailure: true },
  );
});

const limit = (uid: number, side: string, price: string, more: object = {}): CommandBody =>
  body({
    ...commandOf({ ...ORDER, isWide: true, lots: 2, uid } as Step, createCore()),
    side,
    price: units(price),
    ...more,
  } as never);

test.each([
  ['STOP_LIMIT buy', { side: 'BUY', type: 'STOP_LIMIT', stopPrice: units(101) }, ['100.99', '101'], [true, false]],
  ['TAKE_PROFIT_LIMIT buy', { side: 'BUY', type: 'TAKE_PROFIT_LIMIT', stopPrice: units(99) }, ['99.01', '99'], [true, false]],
  ['trailing sell', { side: 'SELL', type: 'TRAILING_STOP_LIMIT', deltaBips: 100 }, ['100', '100', '100.5', '99.5', '99.49'], [true, true, false, true, false]],
] as const)('trading A1 beside a waiting %s the kernel makes the fills that neither wake nor move it', (_, fields, prices, expected) => {
  const alone = new Alone();
  const [core, heard] = [replaying(new Reached()), replaying(new Reached())];
  const entered: number[][] = [[], []];
  for (const [at, one] of [core, heard].entries()) {
    const { path } = machineOf(one);
    const { endRun } = path;
    path.endRun = (stopped, timeMs) => {
      if (stopped === RUN_ENTERS) entered[at]!.push(1);
      endRun.call(path, stopped, timeMs);
    };
  }
  for (const begin of BEGINNING) alone.take(begin);
  for (const uid of [1, 2]) for (const side of ['BUY', 'SELL']) alone.take(limit(uid, side, '100'));
  alone.take(limit(3, 'BUY', '100', { ...fields, price: units(100) }));
  expect(alone.outcomes.at(-1)).toMatchObject({ ok: true });
  const hand = (): void => {
    const bytes = alone.batch.take();
    expect(turn(heard, bytes).outcomes).toEqual(alone.outcomes.splice(0));
    core.replay(bytes, 0, Infinity);
    for (const one of [core, heard]) expect(one.stateHash()).toBe(alone.core.stateHash());
  };
  hand();
  const kernels = prices.map((price) => {
    const before = entered.map((all) => all.length);
    alone.take(limit(1, 'SELL', price));
    alone.take(limit(2, 'BUY', price, { timeInForce: 'IOC' }));
    hand();
    const more = entered.map((all, at) => all.length - before[at]!);
    expect(more[0]).toBe(more[1]);
    return more[0] === 0;
  });
  expect(kernels).toEqual(expected);
}); // prettier-ignore

test('FLT-13 the replays of one seed stop for each reason that a run has', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(WALK, ([steps, every]) => compare(steps, every, reached)),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  expect(reached.missing(['run: over', 'run: enters', 'run: pauses', 'run: texts'])).toEqual([]);
});

test('FLT-13 a replay of more bytes than the kernel takes at once, in which orders of one user end by the thousand, remembers the same ones', () => {
  const alone = new Alone();
  const reached = new Reached();
  const core = replaying(reached);
  for (const begin of BEGINNING) alone.take(begin);
  const place = { ...ORDER, isWide: true, lots: 2 } as Step;
  for (let i = 1; i <= ORDERS_THAT_END; i += 1) {
    // Every eleventh of the first half has a name, of which the core learns behind the run.
    const clientOrderId = i % 11 === 0 && 2 * i < ORDERS_THAT_END ? `name ${i}` : '';
    alone.take({ ...commandOf(place, alone.core), clientOrderId } as CommandBody);
    alone.take(commandOf({ ...place, kind: 'cancel' }, alone.core));
  }
  const bytes = alone.batch.take();
  expect(bytes.length).toBeGreaterThan(COMMANDS_ROOM);
  const half = alone.core.lastSeq - ORDERS_THAT_END;
  const at = core.replay(bytes, 0, half);
  expect([core.lastSeq, core.replay(bytes, at, Infinity)]).toEqual([half, bytes.length]);
  expect(core.stateHash()).toBe(alone.core.stateHash());
  const heard = replaying(reached);
  expect(turn(heard, bytes)).toEqual({ outcomes: alone.outcomes, events: alone.events });
  expect(heard.stateHash()).toBe(alone.core.stateHash());
  expect(reached.missing(['run: several groups', 'run: pauses', 'run: full'])).toEqual([]);
});

test('FLT-13 bytes that are cut or no commands are not carried out further than they go', () => {
  const alone = new Alone();
  for (const begin of BEGINNING) alone.take(begin);
  for (let i = 0; i < 5; i += 1) alone.take(commandOf(ORDER, alone.core));
  const bytes = alone.batch.take();
  const cut = createCore();
  expect(() => cut.replay(bytes.subarray(0, bytes.length - 3), 0, Infinity)).toThrow(
    'a frame is longer than the bytes',
  );
  expect(cut.lastSeq).toBe(alone.core.lastSeq - 1);
  const twice = createCore();
  twice.replay(bytes, 0, Infinity);
  expect(() => twice.replay(bytes, 0, Infinity)).toThrow('command 1 came after');
});

test('trading C4 a run of the kernel ends where a sum is not zero any more, and trading stops', () => {
  const alone = new Alone();
  for (const begin of BEGINNING) alone.take(begin);
  const core = createCore();
  core.replay(alone.batch.take(), 0, Infinity);
  for (let i = 0; i < 5; i += 1) alone.take(commandOf(ORDER, alone.core));
  machineOf(core).ledger.shared.addToControl(1, units(1));
  core.replay(alone.batch.take(), 0, Infinity);
  expect(core.openOrders(ORDER.uid, '').length).toBe(1);
  expect(machineOf(core).isStopped).toBe(true);
});

test('trading A5.6 in a run an order that meets more orders than the kernel notes at a time trades with all of them', () => {
  const alone = new Alone();
  const reached = new Reached();
  const core = replaying(reached);
  for (const begin of BEGINNING) alone.take(begin);
  const maker = { ...ORDER, isWide: true, lots: 2 } as Step;
  alone.take(commandOf({ ...maker, uid: 2, side: 'SELL', price: 2 * maker.price }, alone.core));
  for (let i = 0; i < ORDERS_MET; i += 1) alone.take(commandOf(maker, alone.core));
  turn(core, alone.batch.take());
  alone.outcomes.length = alone.events.length = 0;
  alone.take(commandOf({ ...maker, uid: 2, side: 'SELL', lots: 2 * ORDERS_MET }, alone.core));
  // As a command leaves it that touched more rows than the list holds.
  machineOf(core).ledger.shared['more'].push(2);
  expect(turn(core, alone.batch.take())).toEqual({ outcomes: alone.outcomes, events: alone.events });
  expect(core.stateHash()).toBe(alone.core.stateHash());
  expect(core.market('WIDE')!.lastTradeId).toBe(ORDERS_MET);
  expect(reached.missing(['run: enters'])).toEqual([]);
});

test('FLT-16 where ended orders are scarce of room a run forgets the same ones as the core alone', () => {
  const alone = new Alone();
  const cores = [createCore(), createCore()];
  for (const core of [alone.core, ...cores]) machineOf(core).users['ended'].mostBlocks = (1 << 14) + 30;
  for (const begin of BEGINNING) alone.take(begin);
  const place = { ...ORDER, isWide: true, lots: 2 } as Step;
  for (let i = 0; i < 600; i += 1) {
    const uid = 1 + (Math.floor(i / 2) % 3);
    alone.take(commandOf({ ...place, uid, kind: i % 2 === 0 ? 'place' : 'cancel' }, alone.core));
    const bytes = alone.batch.take();
    cores[0]!.replay(bytes, 0, Infinity);
    cores[1]!.applyTurn(bytes);
    expect(cores.map((core) => core.stateHash())).toEqual([alone.core.stateHash(), alone.core.stateHash()]);
  }
  expect(alone.core.order(1)).toBe(null);
});

test('FLT-13 after a restore the kernel goes on with the orders of all who had some', () => {
  const alone = new Alone(false);
  for (const begin of BEGINNING) alone.take(begin);
  for (let uid = 10; uid < 10 + MANY; uid += 1) {
    for (const asset of ['COIN', 'FIAT'])
      alone.take(
        body({ kind: 'Deposit', uid, asset, amount: 1e12, idempotency: { key: `${uid}${asset}`, fingerprint: '' } }),
      );
    alone.take(commandOf({ ...ORDER, isWide: true, lots: 2, uid } as Step, alone.core));
  }
  alone.batch.take();
  const restored = restoreCore(alone.core.snapshot());
  for (let uid = 10; uid < 10 + MANY; uid += 1) {
    const orderId = alone.core.openOrders(uid, '')[0]!.orderId;
    alone.take(body({ kind: 'CancelOrder', uid, symbol: 'WIDE', orderId, clientOrderId: '' }));
  }
  const { seats } = machineOf(restored).users;
  expect(seats.count).toBe(MANY);
  restored.replay(alone.batch.take(), 0, Infinity);
  expect(restored.stateHash()).toBe(alone.core.stateHash());
});

test('trading A5 a maker for whom there is no seat left is paid and told as the core alone does it', () => {
  const alone = new Alone();
  const core = createCore();
  const { seats } = machineOf(core).users;
  const compareTurn = (): void => {
    const told = turn(core, alone.batch.take());
    expect(told).toEqual({ outcomes: alone.outcomes.splice(0), events: alone.events.splice(0) });
    expect(core.stateHash()).toBe(alone.core.stateHash());
  };
  for (const begin of BEGINNING) alone.take(begin);
  compareTurn();
  const maker = { ...ORDER, isWide: true, lots: 6, side: 'SELL' } as Step;
  const taker = { ...maker, uid: 2, side: 'BUY', lots: 2 } as Step;
  // As if all places were taken.
  seats.mostPlaces = seats.count = 256;
  alone.take(commandOf(maker, alone.core));
  compareTurn();
  seats.count = 0;
  alone.take(commandOf({ ...taker, price: taker.price / 2 }, alone.core));
  alone.take(commandOf({ ...maker, kind: 'amend', back: 1, keeps: 'quantity', price: maker.price - 2 }, alone.core));
  compareTurn();
  for (let i = 0; i < 3; i += 1) alone.take(commandOf(taker, alone.core));
  compareTurn();
  expect([seats.count, seats.openOrders(maker.uid, 1), seats.openOrders(taker.uid, 1)]).toEqual([1, 0, 1]);
});

/** The same commands in one turn and as a replay, behind those that make assets and markets. */
function compareCases(cases: (take: (fields: CommandBody) => void, core: Core) => void): readonly Outcome[] {
  const alone = new Alone();
  const [heard, unheard] = [createCore(), createCore()];
  for (const begin of BEGINNING) alone.take(begin);
  for (const uid of [1, 2])
    for (const isWide of [true, false]) alone.take(commandOf({ ...FAR, uid, isWide }, alone.core));
  const before = alone.batch.take();
  turn(heard, before);
  unheard.replay(before, 0, Infinity);
  alone.outcomes.length = alone.events.length = 0;
  cases((fields) => alone.take(fields), alone.core);
  const bytes = alone.batch.take();
  expect(turn(heard, bytes)).toEqual({ outcomes: alone.outcomes, events: alone.events });
  unheard.replay(bytes, 0, Infinity);
  expect([heard.stateHash(), unheard.stateHash()]).toEqual([alone.core.stateHash(), alone.core.stateHash()]);
  return alone.outcomes;
}
/** Rests below all others, so that its user has a seat. */
const FAR = { ...ORDER, price: 14_200, lots: 200 } as Step;
const codes = (outcomes: readonly Outcome[]): (string | null)[] => outcomes.map((one) => (one.ok ? null : one.code));

test('trading A6 A7 an amendment of an order that ended a moment ago does not change the one that has its place now', () => {
  const wide = { ...ORDER, isWide: true, lots: 4 } as Step;
  const outcomes = compareCases((take, core) => {
    // The kernel keeps ended orders of those who have some.
    take(commandOf(wide, core));
    take(commandOf({ ...wide, kind: 'cancel' }, core));
    // The first of the orders that rest already: the turn is read before it ends.
    const first = { ...wide, back: machineOf(core).acceptor.lastOrderId - 1 } as Step;
    const amended = commandOf({ ...first, kind: 'amend', keeps: 'quantity' } as Step, core);
    take(commandOf({ ...first, kind: 'cancel' }, core));
    take(commandOf({ ...wide, price: wide.price - 2 } as Step, core));
    take(amended);
    take(commandOf({ ...wide, kind: 'amend', keeps: 'quantity', price: wide.price - 4 } as Step, core));
  });
  expect(codes(outcomes)).toEqual([null, null, null, null, 'ORDER_CLOSED', null]);
});

test('trading A4.5 A4.6 the bounds around a new last price are rounded as the core rounds them', () => {
  const narrow = { ...ORDER, lots: 2_000 } as Step;
  const last = 20_074;
  const outcomes = compareCases((take, core) => {
    take(commandOf({ ...narrow, price: last }, core));
    take(commandOf({ ...narrow, price: last, uid: 2, side: 'SELL', tif: 'IOC' }, core));
    for (const [side, price] of BOUNDS)
      take(commandOf({ ...narrow, uid: 3, side, price: 2 * price, tif: 'IOC' } as Step, core));
  });
  // 0.7, 0.8, 1.2 and 1.3 times 10,037 ticks.
  expect(codes(outcomes).slice(2)).toEqual(BOUNDS.map(([, , code]) => code));
});
const BOUNDS = [
  ['BUY', 7_025, 'PRICE_OFFSET'],
  ['BUY', 7_026, null],
  ['BUY', 12_044, null],
  ['BUY', 12_045, 'PRICE_BAND'],
  ['SELL', 8_029, 'PRICE_BAND'],
  ['SELL', 8_030, null],
  ['SELL', 13_048, null],
  ['SELL', 13_049, 'PRICE_OFFSET'],
] as const;

test('trading A4.6 a bound that the kernel cannot count is counted by the core', () => {
  // 16,384 ticks times this and 1 is 2^64 and a little.
  const maxSellPriceOffset = 2 ** 50 + 1 - 1e8;
  const wide = { ...ORDER, isWide: true, lots: 4, price: 2 * 16_384 } as Step;
  const outcomes = compareCases((take, core) => {
    take(body({ kind: 'ChangeMarket', symbol: 'WIDE', version: 2, parameters: { ...WIDE, maxSellPriceOffset } }));
    take(commandOf(wide, core));
    take(commandOf({ ...wide, uid: 2, side: 'SELL' }, core));
    for (let i = 0; i < 3; i += 1) take(commandOf({ ...wide, side: 'SELL', price: wide.price + 2 }, core));
  });
  expect(codes(outcomes)).toEqual([null, null, null, null, null, null]);
});
