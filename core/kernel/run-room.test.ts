/** What a core does between the commands of a replay it does too where its kernel carries out one behind the other: make room, count rows anew. */
import { expect, test } from 'vitest';
import { CommandBatch, createCore, restoreCore } from '../index.ts';
import type { Command, CommandBody } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import { body, machineOf, units } from '../testing/exchange.ts';
import { TestPerps } from '../testing/perps.ts';
import { BEGINNING, commandOf, ORDER, type Step } from '../testing/random-orders.ts';
import { ORDERS } from './limits.ts';
import { INT_STRIDE } from './order-record.ts';

const WIDE_ORDER = { ...ORDER, isWide: true, lots: 2 } as Step;
/** Half of the records that there are when those of the beginning are used up. */
const HALF_OF_NEXT = (ORDERS.first * ORDERS.factor) / 2;
/** Orders that end. */
const ENDED = 400;
/** More touch two rows each than the list of touched rows has room for. */
const PEOPLE = 2_100;

/** Two cores of one state: the one that replays, and the one without its kernel that takes one command after the other. */
class Pair {
  readonly alone: Core;
  readonly core: Core;
  private readonly batch = new CommandBatch();

  constructor(snapshot = createCore().snapshot()) {
    this.alone = restoreCore(snapshot, { hasKernel: false });
    this.core = restoreCore(snapshot);
  }

  take(fields: CommandBody): void {
    const { alone } = this;
    const command = { ...fields, seq: alone.lastSeq + 1, timeMs: alone.lastTimeMs + 1 } as Command;
    alone.applyUnheard(command);
    this.batch.add(command);
  }

  replay(toSeq = Infinity): void {
    this.core.replay(this.batch.take(), 0, toSeq);
  }
}

test('FLT-16 a replay of plain orders forgets ended conditional orders of perpetuals as well, but not before the command that does', () => {
  const x = new TestPerps();
  for (let n = 0; n < 6; n += 1) {
    const stop = x.stop(1, 'SELL', { type: 'STOP', trigger: 40_000, quantity: 1 });
    x.run({ kind: 'CancelStopOrder', ...x.owner(1), orderId: stop.stopOrderId, clientOrderId: '' } as never);
  }
  for (const begin of BEGINNING) x.run(begin as never);
  x.run(commandOf(WIDE_ORDER, x.core) as never);
  const pair = new Pair(x.core.snapshot());
  for (const one of [pair.alone, pair.core]) machineOf(one).perps.stops.mostEnded = 4;
  const before = pair.core.stateHash();
  pair.take(commandOf(WIDE_ORDER, pair.alone));
  const { lastSeq } = pair.core;
  const batch = new CommandBatch();
  batch.add({ ...commandOf(WIDE_ORDER, x.core), seq: lastSeq + 1, timeMs: pair.alone.lastTimeMs } as Command);
  const bytes = batch.take();
  expect(pair.core.replay(bytes, 0, lastSeq)).toBe(0);
  expect(pair.core.stateHash()).toBe(before);
  pair.replay();
  expect(machineOf(pair.alone).perps.stops.endedCount).toBe(0);
  expect(pair.core.stateHash()).toBe(pair.alone.stateHash());
});

test('trading B20 after an order that traded with thousands of people the next one in a replay counts events of its own users only', () => {
  const pair = new Pair();
  for (const begin of BEGINNING) pair.take(begin);
  for (let uid = 10; uid < 10 + PEOPLE; uid += 1) {
    for (const [asset, amount] of [['COIN', 1_000] as const, ['FIAT', units(1)] as const]) {
      const reference = `${uid}${asset}`;
      const idempotency = { key: reference, fingerprint: '' };
      pair.take(body({ kind: 'Deposit', uid, asset, amount, reference, idempotency } as never));
    }
    pair.take(commandOf({ ...WIDE_ORDER, uid } as Step, pair.alone));
  }
  // With an order that waits for a print, the kernel leaves to the core what trades.
  const waiting = { type: 'STOP_LIMIT', stopPrice: units(900) };
  pair.take({ ...commandOf({ ...WIDE_ORDER, uid: 3 } as Step, pair.alone), ...waiting } as CommandBody);
  const sell = { ...WIDE_ORDER, uid: 2, side: 'SELL' } as Step;
  pair.take(commandOf({ ...sell, price: 2 * sell.price } as Step, pair.alone));
  pair.take(commandOf({ ...sell, lots: 2 * PEOPLE } as Step, pair.alone));
  pair.take(commandOf({ ...WIDE_ORDER, uid: 10 } as Step, pair.alone));
  pair.take(commandOf(sell, pair.alone));
  pair.replay();
  expect(pair.core.stateHash()).toBe(pair.alone.stateHash());
});

test('FLT-13 a run keeps what the core keeps: uids above 2^32, modes that no order may have, a time that goes back, crowded orders', () => {
  const pair = new Pair();
  for (const one of [pair.alone, pair.core]) machineOf(one).orders.limits = { most: 200, crowded: 60, spare: 40 };
  const far = 2 ** 40 + 7;
  for (const begin of BEGINNING)
    pair.take('uid' in begin && begin.uid === 1 ? ({ ...begin, uid: far } as never) : begin);
  for (let i = 0; i < ENDED; i += 1) {
    const order = commandOf({ ...(i % 2 === 0 ? WIDE_ORDER : ORDER), uid: far } as Step, pair.alone);
    pair.take(i % 7 === 3 ? ({ ...order, stpMode: 'NONE' } as CommandBody) : order);
    if (i % 3 !== 2) pair.take(commandOf({ ...WIDE_ORDER, kind: 'cancel' } as Step, pair.alone));
  }
  pair.replay();
  expect(pair.core.stateHash()).toBe(pair.alone.stateHash());
  const early = {
    ...commandOf({ ...WIDE_ORDER, uid: far } as Step, pair.alone),
    seq: pair.core.lastSeq + 1,
    timeMs: 1,
  };
  const batch = new CommandBatch();
  batch.add(early as Command);
  expect(() => pair.core.replay(batch.take(), 0, Infinity)).toThrow('is stamped before its predecessor');
});

test('FLT-16 an order has nothing of the one before in its record, also where addresses become negative numbers of 32 bits', () => {
  const pair = new Pair();
  const { orders, ids } = machineOf(pair.core);
  // The array of records that comes next begins half its length below 2^31.
  orders.memory['end'] = 2 ** 31 - HALF_OF_NEXT * INT_STRIDE * 4;
  while (orders.allocate() < HALF_OF_NEXT - 2);
  for (const begin of BEGINNING) pair.take(begin);
  const slots: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    // One that trades and ends leaves its record to the next one, and that stays.
    pair.take(commandOf(WIDE_ORDER, pair.alone));
    pair.take(commandOf({ ...WIDE_ORDER, uid: 2, side: 'SELL', tif: 'IOC', lots: 1 } as Step, pair.alone));
    pair.take(commandOf({ ...WIDE_ORDER, kind: 'cancel', back: 1 } as Step, pair.alone));
    pair.take(commandOf(WIDE_ORDER, pair.alone));
    pair.replay();
    expect(pair.core.stateHash()).toBe(pair.alone.stateHash());
    slots.push(ids.get(ids.lastId));
  }
  expect(slots).toContain(HALF_OF_NEXT - 1);
});

test('FLT-16 reliability 1.4 a repeated command makes no room: turns of their own forget no more ended orders than a replay and the core alone', () => {
  const cores = [createCore({ hasKernel: false }), createCore(), createCore()] as const;
  const [alone, replayed, turns] = cores;
  for (const core of cores) machineOf(core).orders.limits = { most: 1_000, crowded: 8, spare: 100 };
  const ended = (core: Core): number => machineOf(core).users.endedCount(machineOf(core).users.find(1)!.index);
  const order = { ...commandOf(WIDE_ORDER, alone), idempotency: { key: 'x', fingerprint: '' } } as CommandBody;
  const others = ['IOC', 'IOC', 'GTC', 'GTC', 'GTC', 'GTC', 'GTC'].map(
    (timeInForce) => ({ ...order, timeInForce, idempotency: null }) as CommandBody,
  );
  const batch = new CommandBatch();
  for (const fields of [...BEGINNING, order, ...others, order]) {
    const command = { ...fields, seq: alone.lastSeq + 1, timeMs: alone.lastTimeMs + 1 } as Command;
    alone.applyUnheard(command);
    batch.add(command);
    const one = new CommandBatch();
    one.add(command);
    turns.applyTurn(one.take());
    turns.takeTold();
  }
  replayed.replay(batch.take(), 0, Infinity);
  expect(machineOf(alone).orders.isCrowded).toBe(true);
  expect(cores.map(ended)).toEqual([2, 2, 2]);
  for (const core of [replayed, turns]) expect(core.stateHash()).toBe(alone.stateHash());
});
