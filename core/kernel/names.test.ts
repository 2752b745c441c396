/** Commands and orders with names, which the kernel carries out where they are certainly new, beside the core alone: the same answers, events and states. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { Reached } from '../model/reached.ts';
import type { CommandBody } from '../protocol/commands.ts';
import { DAY_MS } from '../protocol/durations.ts';
import type { CoreEvent } from '../protocol/events.ts';
import { body, keysOf, machineOf, units } from '../testing/exchange.ts';
import { checkNames, NameGiver } from '../testing/named-commands.ts';
import { BEGINNING, commandOf, ORDER, OWN_TERMS, step, type Step } from '../testing/random-orders.ts';
import { Beside, counting } from '../testing/runs.ts';
import { KnownNames, OF_KEYS } from './known-names.ts';
import { COMMANDS_ROOM } from './layout.ts';
import { SHARED } from './layout.ts';
import { NAME_STRAYS, NAME_TAG_BITS } from './name-layout.ts';
import { Bytes } from './memory.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 40);
const SEED = 20_261_128;
const KEYS_OF_ONE = 1_000;
const [A, B, C] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d];

/** Mostly plain orders near one price. */
const near = step.map((s): Step => {
  const odd = { isOdd: 9, isHuge: 9, isIceberg: 9 };
  return {
    ...s,
    ...odd,
    isWide: true,
    factor: 1,
    price: 19_900 + (s.price % 200),
    lots: 2 + (s.lots % 40),
  } as Step;
});
const one = fc.tuple(
  fc.oneof({ arbitrary: near, weight: 6 }, { arbitrary: step, weight: 1 }),
  fc.constantFrom(0, 1, 1, 1, 1, 40_000),
);
const WALK = fc.tuple(fc.array(one, { minLength: 60, maxLength: 260 }), fc.constantFrom(5, 40, 500));

function compare(steps: readonly (readonly [Step, number])[], every: number, reached: Reached): void {
  const beside = new Beside(reached);
  const { alone } = beside;
  for (const begin of [...BEGINNING, ...OWN_TERMS]) alone.take(begin);
  alone.names = new NameGiver();
  for (const [s, gap] of steps) {
    alone.take(commandOf(s, alone.core), gap);
    const command = alone.commands.at(-1) as { idempotency?: object | null; clientOrderId?: string } & CommandBody;
    const outcome = alone.outcomes.at(-1)!;
    if (outcome.repeated) reached.count('repeated');
    if (!outcome.ok) reached.count(`refused: ${outcome.code}`);
    if (command.idempotency) reached.count(`with a key: ${command.kind}`);
    if (command.clientOrderId) reached.count(`with a name: ${command.kind}`);
    if (alone.batch.count >= every) beside.hand();
  }
  beside.end();
}

test('FLT-13 reliability 1.4 orders with names and keys, new, repeated and odd, leave, answer and tell what the core alone does', () => {
  fc.assert(
    fc.property(WALK, ([steps, every]) => compare(steps, every, new Reached())),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('FLT-13 the walks of one seed reach names and keys of every kind of command, repeats and refusals', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(WALK, ([steps, every]) => compare(steps, every, reached)),
    { numRuns: 20, seed: SEED, endOnFailure: true },
  );
  if (process.env['PRINT'] === '1') process.stdout.write(`${reached.table()}\n`);
  const wanted = ['PlaceOrder', 'AmendOrder'].flatMap((kind) => [`with a key: ${kind}`, `kernel, with a key: ${kind}`]);
  const names = ['PlaceOrder', 'AmendOrder', 'CancelOrder'].map((kind) => `with a name: ${kind}`);
  names.push('kernel, with a name: PlaceOrder');
  const refused = ['DUPLICATE_CLIENT_ORDER_ID', 'IDEMPOTENCY_MISMATCH', 'BAD_FIELDS'].map((code) => `refused: ${code}`);
  expect(reached.missing([...wanted, ...names, ...refused, 'repeated'])).toEqual([]);
});

const place = (uid: number, fields: object = {}): CommandBody =>
  body({ ...commandOf({ ...ORDER, isWide: true, uid, lots: 2 } as Step, EMPTY), ...fields } as never);
const EMPTY = new Beside(new Reached()).alone.core;
const key = (text: string, fingerprint = ''): object => ({ idempotency: { key: text, fingerprint } });

/** What the kernel has carried out, by kind. */
function scene(): { beside: Beside; reached: Reached } {
  const reached = new Reached();
  const beside = new Beside(reached);
  for (const begin of BEGINNING) beside.alone.take(begin);
  // The first of the market is the core's.
  beside.alone.take(place(1));
  beside.hand();
  return { beside, reached };
}

test('reliability 1.4 an order with a key and one with a name are the kernel’s; the same key again, in the same run, answers the first', () => {
  const { beside, reached } = scene();
  const { alone } = beside;
  const before = reached.times('kernel: PlaceOrder');
  alone.take(place(2, { clientOrderId: 'mine', ...key('k') }));
  alone.take(place(2, { clientOrderId: 'other' }));
  alone.take(place(2, { clientOrderId: 'mine', ...key('k') }));
  alone.take(place(2, { clientOrderId: 'mine', ...key('k', 'another') }));
  alone.take(place(2, { clientOrderId: 'mine' }));
  // Names are a user's own.
  alone.take(place(3, { clientOrderId: 'mine', ...key('k') }));
  expect(alone.outcomes.map((outcome) => (outcome.ok ? outcome.repeated : outcome.code))).toEqual([
    false,
    false,
    true,
    'IDEMPOTENCY_MISMATCH',
    'DUPLICATE_CLIENT_ORDER_ID',
    false,
  ]);
  beside.end();
  // By both cores that have one.
  expect(reached.times('kernel: PlaceOrder') - before).toBe(2 * 3);
});

test('reliability 1.4 of more keys than are remembered of one user the oldest are forgotten, and free again in the run that forgets them', () => {
  const { beside, reached } = scene();
  const { alone } = beside;
  // The table grows between runs, as far as it is needed: now it has room for what follows.
  for (let i = 0; i < 700; i += 1) alone.take(place(3, { timeInForce: 'IOC', ...key(`${i}`) }));
  beside.hand();
  alone.take(place(2));
  beside.hand();
  const orderId = machineOf(alone.core).acceptor.lastOrderId;
  const named = { kind: 'AmendOrder', uid: 2, symbol: 'WIDE', orderId, clientOrderId: '', quantity: 0 };
  const amend = (text: string, price: number): void => alone.take(body({ ...named, price, ...key(text) } as never));
  for (let i = 0; i < KEYS_OF_ONE; i += 1) amend(`${i}`, units(90 + (i % 2)));
  beside.hand();
  for (let i = 0; i < 40; i += 1) amend(`${KEYS_OF_ONE + i}`, units(90 + (i % 2)));
  // The first is forgotten by then, in the run that has it noted; the other is known.
  amend('7', units(92));
  amend(`${KEYS_OF_ONE}`, units(93));
  expect(alone.outcomes.slice(-2).map(({ repeated }) => repeated)).toEqual([false, true]);
  beside.hand();
  expect(reached.times('kernel, with a key: AmendOrder')).toBe(2 * (KEYS_OF_ONE + 40));
  alone.take(body({ kind: 'Clock' }), DAY_MS + 1);
  amend(`${KEYS_OF_ONE + 1}`, units(94));
  expect(alone.outcomes.at(-1)).toMatchObject({ ok: true, repeated: false });
  beside.end();
});

test.each([
  ['names', true, false],
  ['keys', false, true],
])(
  'trading A4 A7 a restored core knows all %s, and which of two orders has one: the kernel takes what is new',
  (_, hasNames, hasKeys) => {
    const { beside } = scene();
    const { alone } = beside;
    alone.take(place(2, { clientOrderId: 'twice', timeInForce: 'IOC' }));
    const many = (mark: string, count: number): void => {
      for (let i = 0; i < count; i += 1) {
        const names = { clientOrderId: hasNames ? `${mark}${i}` : '', ...(hasKeys ? key(`${mark}${i}`) : {}) };
        alone.take(place(1 + (i % 4), { timeInForce: 'IOC', ...names }));
      }
    };
    many('n', 3_000);
    alone.take(place(2, { clientOrderId: 'twice' }));
    beside.hand();
    const reached = new Reached();
    const restored = counting(alone.commands, reached, restoreCore(alone.core.snapshot()));
    expect(checkNames(restored)).toBeGreaterThan(3_000);
    many('e', 100);
    alone.take(body({ kind: 'CancelOrder', uid: 2, symbol: 'WIDE', orderId: 0, clientOrderId: 'twice' }));
    expect(alone.outcomes.at(-1)).toMatchObject({ ok: true });
    const bytes = alone.batch.take();
    expect(restored.replay(bytes, 0, Infinity)).toBe(bytes.length);
    expect(restored.stateHash()).toBe(alone.core.stateHash());
    expect(reached.times(`kernel, with a ${hasNames ? 'name' : 'key'}: PlaceOrder`)).toBe(100);
  },
);

test('FLT-16 names are read and noted beyond the first two gigabytes of the kernel’s memory, too', () => {
  const { beside, reached } = scene();
  const { alone } = beside;
  // Nothing is written there, and the system gives no memory for it.
  for (const core of beside.cores.slice(1)) machineOf(core).orders.memory.allocate(2_200_000_000);
  const before = reached.times('kernel, with a name: PlaceOrder');
  // The table grows, and lies there then.
  for (let i = 0; i < 900; i += 1) alone.take(place(2, { clientOrderId: `n${i}`, timeInForce: 'IOC', ...key(`${i}`) }));
  beside.hand();
  for (let i = 0; i < 900; i += 1)
    alone.take(place(2, { clientOrderId: `m${i}`, timeInForce: 'IOC', ...key(`m${i}`) }));
  beside.end();
  expect(reached.times('kernel, with a name: PlaceOrder') - before).toBeGreaterThan(2 * 1_000);
});

test('two names with one tag are two names: the second is the core’s, and one is still known when the other is gone', () => {
  const { beside, reached } = scene();
  const { alone } = beside;
  const known = new KnownNames(new Bytes());
  const texts = new Map<number, string>();
  let [one, other] = ['', ''];
  for (let i = 1; one === ''; i += 1) {
    const text = [A, B, C].map((factor) => (Math.imul(i, factor) >>> 0).toString(36)).join();
    const tag = known.add(2, OF_KEYS, text);
    known.remove(tag);
    [one, other] = [texts.get(tag) ?? '', text];
    texts.set(tag, text);
  }
  alone.take(place(2, { timeInForce: 'IOC', ...key(one) }));
  beside.hand();
  alone.take(body({ kind: 'Clock' }), DAY_MS / 2);
  const before = reached.times('kernel, with a key: PlaceOrder');
  alone.take(place(2, { timeInForce: 'IOC', ...key(other) }));
  expect(alone.outcomes.at(-1)).toMatchObject({ ok: true, repeated: false });
  alone.take(body({ kind: 'Clock' }), DAY_MS / 2 + 1);
  alone.take(place(2, { timeInForce: 'IOC', ...key(other) }));
  expect(alone.outcomes.at(-1)).toMatchObject({ ok: true, repeated: true });
  beside.end();
  expect(reached.times('kernel, with a key: PlaceOrder')).toBe(before);
});

test('trading A4 A7 a name is free again when its ended order is forgotten, in the run that forgets it and behind it', () => {
  const { beside } = scene();
  const { alone } = beside;
  const named = (name: string): void => {
    alone.take(place(2, { clientOrderId: name }));
    const last = alone.outcomes.at(-1) as { result: { order: { orderId: number } } };
    alone.take(
      body({ kind: 'CancelOrder', uid: 2, symbol: 'WIDE', orderId: last.result.order.orderId, clientOrderId: '' }),
    );
  };
  for (let i = 0; i < 1_030; i += 1) named(`n${i}`);
  named('n3');
  named('n1029');
  beside.hand();
  for (const name of ['n2', 'n500', 'n3']) {
    alone.take(body({ kind: 'CancelOrder', uid: 2, symbol: 'WIDE', orderId: 0, clientOrderId: name }));
    named(name);
  }
  beside.end();
});

test('trading A4 A7 the name of a forgotten order stays with the newer one that has it', () => {
  const { beside } = scene();
  const { alone } = beside;
  const ended = (clientOrderId: string): void => alone.take(place(2, { clientOrderId, timeInForce: 'IOC' }));
  ended('twice');
  for (let i = 0; i < 900; i += 1) ended(`n${i}`);
  ended('twice');
  for (let i = 900; i < 1_100; i += 1) ended(`n${i}`);
  beside.hand();
  alone.take(body({ kind: 'CancelOrder', uid: 2, symbol: 'WIDE', orderId: 0, clientOrderId: 'twice' }));
  alone.take(body({ kind: 'CancelOrder', uid: 2, symbol: 'WIDE', orderId: 0, clientOrderId: 'n0' }));
  expect(alone.outcomes).toMatchObject([{ code: 'ORDER_CLOSED' }, { code: 'UNKNOWN_ORDER' }]);
  beside.end();
});

test('FLT-13 a run that has more to note of names than there is room for is taken in parts', () => {
  const { beside, reached } = scene();
  const { alone } = beside;
  const before = reached.times('kernel: PlaceOrder');
  for (let i = 0; i < 3_000; i += 1) alone.take(place(2, { clientOrderId: `${i}`, timeInForce: 'IOC' }));
  expect(alone.batch.size).toBeGreaterThan(COMMANDS_ROOM);
  beside.end();
  expect(reached.times('kernel: PlaceOrder') - before).toBeGreaterThan(2 * 2_900);
});

test('reliability 1.4 under a key an order is remembered as it stood before those that it woke', () => {
  const { beside, reached } = scene();
  const { alone } = beside;
  alone.take(place(1, { side: 'SELL', price: units(101) }));
  alone.take(place(3, { side: 'SELL', type: 'STOP_LIMIT', stopPrice: units(101.5), price: units(102) }));
  beside.hand();
  const before = reached.times('kernel: PlaceOrder');
  alone.take(place(2, { price: units(102), quantity: 5 * 100_000, ...key('k') }));
  expect(alone.outcomes.at(-1)).toMatchObject({ result: { order: { status: 'PARTIALLY_FILLED' } } });
  expect(alone.core.openOrders(3, 'WIDE')).toEqual([]);
  beside.end();
  expect(reached.times('kernel: PlaceOrder') - before).toBe(2);
});

test('reliability 1.4 a key of letters that take two bytes each is not taken for another key with another fingerprint', () => {
  const { beside } = scene();
  const { alone } = beside;
  // Read as one byte each, the letters of the key end before their last one, which says the length of a fingerprint then.
  const fingerprint = 'f'.repeat(47);
  for (let i = 0; i < 2; i += 1)
    alone.take(place(2, key(`ü${String.fromCharCode(fingerprint.length + 1)}`, fingerprint)));
  expect(alone.outcomes.map(({ repeated }) => repeated)).toEqual([false, true]);
  beside.end();
});

test('trading C4 an order under a key after which a sum is not zero is not remembered: trading stops', () => {
  const { beside } = scene();
  const core = beside.cores[1]!;
  const keys = keysOf(core);
  const count = keys.orders.count;
  beside.alone.take(place(2, key('before')));
  beside.alone.take(place(2, key('k')));
  machineOf(core).ledger.shared.addToControl(2, units(1));
  core.replay(beside.alone.batch.take(), 0, Infinity);
  expect([machineOf(core).isStopped, keys.orders.count - count]).toEqual([true, 0]);
});

test('FLT-16 with more names than the table has room for all go on as before, and the kernel takes them again when some are gone', () => {
  const { beside, reached } = scene();
  const { alone } = beside;
  for (const core of beside.cores) machineOf(core).knownNames.mostPlaces = 1;
  const many = (from: number, count: number): void => {
    for (let i = from; i < from + count; i += 1) alone.take(place((i % 4) + 1, { tif: 'IOC', ...key(`k${i}`) }));
  };
  many(0, 900);
  beside.hand();
  const strays = beside.cores.map(
    (core) => new Int32Array(machineOf(core).orders.memory.buffer, SHARED)[NAME_STRAYS >> 2]!,
  );
  expect(Math.min(...strays.slice(1))).toBeGreaterThan(100);
  alone.take(body({ kind: 'Clock' }), DAY_MS + 1);
  many(1_000, 700);
  alone.take(body({ kind: 'Clock' }), DAY_MS / 2);
  many(2_000, 300);
  // The first of them are forgotten, so that there is room again, but the last had no place: they are known all the same.
  alone.take(body({ kind: 'Clock' }), DAY_MS / 2 + 1);
  many(2_290, 10);
  expect(alone.outcomes.slice(-10).every(({ repeated }) => repeated)).toBe(true);
  beside.hand();
  alone.take(body({ kind: 'Clock' }), DAY_MS + 1);
  beside.hand();
  const before = reached.times('kernel: PlaceOrder');
  many(3_000, 100);
  beside.end();
  expect(reached.times('kernel: PlaceOrder') - before).toBe(200);
});

test('the names of both orders of a fill are told in the rows of the kernel', () => {
  const { beside, reached } = scene();
  const { alone } = beside;
  alone.take(place(2, { clientOrderId: 'maker', price: 11_000_000_000 }));
  beside.hand();
  const before = reached.times('kernel: PlaceOrder');
  alone.take(place(3, { side: 'SELL', price: 11_000_000_000, clientOrderId: 'taker' }));
  const told = alone.events.filter(
    (event): event is CoreEvent & { kind: 'OrderChanged' } => event.kind === 'OrderChanged',
  );
  expect(told.map(({ clientOrderId, status }) => [clientOrderId, status])).toEqual([
    ['taker', 'NEW'],
    ['maker', 'FILLED'],
    ['taker', 'FILLED'],
  ]);
  beside.end();
  expect(reached.times('kernel: PlaceOrder') - before).toBe(2);
});

test('the table of tags: each name is found until it is removed, whatever is added and removed beside it', () => {
  const names = fc.array(fc.tuple(fc.nat(400), fc.nat(3)), { maxLength: 600 });
  fc.assert(
    fc.property(names, fc.boolean(), (steps, isSmall) => {
      const memory = new Bytes();
      const known = new KnownNames(memory);
      if (isSmall) known.mostPlaces = 1;
      const there: number[] = [];
      for (const [pick, kind] of steps) {
        if (kind === 0 && there.length > 0) known.remove(there.splice(pick % there.length, 1)[0]!);
        else if (kind === 1) known.makeRoom();
        // Some names twice.
        else for (let i = 0; i < 9; i += 1) there.push(known.add(pick % 7, OF_KEYS, `${pick % 40} ${i}`));
      }
      const shared = new Int32Array(memory.buffer, SHARED);
      for (const tag of there.splice(0)) known.remove(tag);
      expect([shared[NAME_STRAYS >> 2], [...known['tags']].filter((tag) => tag !== 0)]).toEqual([0, []]);
      expect(shared[NAME_TAG_BITS >> 2]).toBeGreaterThanOrEqual(10);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

test('checkNames sees a name without its tag', () => {
  const { beside } = scene();
  beside.alone.take(place(2, { clientOrderId: 'mine' }));
  beside.hand();
  const core = beside.cores[1]!;
  const { users, knownNames } = machineOf(core);
  expect(users.orderNames.taken(users.find(2)!)).toEqual([{ market: 1, name: 'mine' }]);
  knownNames.remove(new KnownNames(new Bytes()).add(2, 2, 'mine'));
  expect(() => checkNames(core)).toThrow('tags');
});
