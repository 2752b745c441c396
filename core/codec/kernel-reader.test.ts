/** Users and orders that the kernel reads of a snapshot, beside a core that reads all of it alone (trading C4.16). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OWN_HASHES } from '../hashes/hashes.ts';
import { createCore, restoreCore } from '../index.ts';
import { Reached } from '../model/reached.ts';
import type { Core } from '../protocol/core.ts';
import type { CoreEvent, Outcome } from '../protocol/events.ts';
import { body, parameters, units } from '../testing/exchange.ts';
import { Kernel } from '../kernel/kernel.ts';

const TIME = 1_700_000_000_000;
/** Where the length of the body, the hash, the checksum, the version of the rules and the body of a snapshot stand (snapshot.ts). */
const [LENGTH_AT, HASH_AT, CRC_AT, RULES_AT, BODY_AT] = [8, 16, 48, 52, 56];

function run(core: Core, fields: object, events: CoreEvent[] = []): Outcome {
  const command = { ...body(fields as never), seq: core.lastSeq + 1, timeMs: TIME } as never;
  return core.apply(command, (event) => void events.push(event));
}

/**
 * So many users: with balances in one to three assets, some with more than 2^52 units, and events; some with rates, a trade group or a name of their own; with no to three orders, some of which have names, wait
 * for a trigger, or show themselves in slices.
 */
function exchangeOf(users: number): Core {
  const core = createCore();
  for (const asset of ['USDT', 'BTC', 'ETH']) run(core, { kind: 'CreateAsset', asset, scale: 8 });
  for (const base of ['BTC', 'ETH'])
    run(core, { kind: 'CreateMarket', symbol: `${base}USDT`, base, quote: 'USDT', parameters: parameters({}) });
  const rates = { spotMaker: 1, spotTaker: 2, futuresMaker: 0, futuresTaker: 0 };
  for (let user = 1; user <= users; user += 1) {
    const uid = 2 ** 33 + ((user * 7_919) % 100_003);
    const deposit = (asset: string, amount: number): object => ({ kind: 'Deposit', uid, asset, amount, reference: '', idempotency: null }); // prettier-ignore
    run(core, deposit('USDT', user % 50 === 0 ? 2 ** 52 + 2 * user + 1 : units(1_000)));
    if (user % 50 === 0) run(core, deposit('USDT', 2 ** 52));
    if (user % 3 > 0) run(core, deposit('BTC', units(user % 7)));
    if (user % 5 === 0) run(core, deposit('ETH', 15 + user));
    if (user % 11 === 0)
      run(core, { kind: 'SetFeeTier', uid, own: rates, trial: null, trialEndMs: 0, version: 1 + user });
    if (user % 13 === 0) run(core, { kind: 'SetTradeGroup', uid, tradeGroupId: 1 + (user % 2) });
    for (let i = 0; i < user % 4; i += 1) {
      const isStop = user % 17 === 0 && i === 1;
      const name = user % 6 === 0 && i === 0 ? `n${user}` : '';
      run(core, {
        kind: 'PlaceOrder', uid, symbol: user % 9 === 0 && i === 2 ? 'ETHUSDT' : 'BTCUSDT', side: 'BUY', type: isStop ? 'STOP_LIMIT' : 'LIMIT', timeInForce: 'GTC',
        price: units(10 + ((user * 31 + i * 17) % 40)), quantity: units(1), quoteAmount: 0, maxSlippage: 0, stpMode: '', clientOrderId: name, idempotency: null,
        ...(isStop ? { stopPrice: units(200) } : {}), ...(user % 19 === 0 && i === 2 ? { displayQuantity: units('0.25') } : {}),
      }); // prettier-ignore
    }
  }
  return core;
}

/** With what its kernel read. */
function restored(bytes: Uint8Array, reached: Reached): Core {
  const { readUsers, readOrders } = Kernel.prototype;
  const counting = <A extends unknown[]>(what: string, read: (...all: A) => number) =>
    function (this: Kernel, ...all: A): number {
      const count = read.apply(this, all);
      for (let i = 0; i < count; i += 1) reached.count(what);
      if (count === 0) reached.count(`${what}: left to the core`);
      return count;
    };
  Kernel.prototype.readUsers = counting('users', readUsers);
  Kernel.prototype.readOrders = counting('orders', readOrders);
  try {
    return restoreCore(bytes);
  } finally {
    Object.assign(Kernel.prototype, { readUsers, readOrders });
  }
}

const alone = (bytes: Uint8Array): Core => restoreCore(bytes, { hasKernel: false });

test('trading C4.16 what the kernel reads of a snapshot is what the core reads: balances, orders by age, books, ids', () => {
  const reached = new Reached();
  const core = exchangeOf(9_000);
  const bytes = core.snapshot();
  const cores = [restored(bytes, reached), alone(bytes)];
  for (const one of cores) expect(Buffer.compare(Buffer.from(one.snapshot()), Buffer.from(bytes))).toBe(0);
  // In parts of 256 kB: several of them.
  expect(bytes.length).toBeGreaterThan(3 * 262_144);
  expect(reached.times('users')).toBeGreaterThan(6_000);
  expect(reached.times('orders')).toBeGreaterThan(8_000);
  expect(reached.missing(['users: left to the core', 'orders: left to the core'])).toEqual([]);
  for (let user = 1; user <= 9_000; user += 71) {
    const uid = 2 ** 33 + ((user * 7_919) % 100_003);
    const steps = [
      { kind: 'Deposit', uid, asset: 'BTC', amount: 5, reference: '', idempotency: null },
      { kind: 'CancelAllOrders', uid, symbol: '' },
    ];
    for (const fields of steps) {
      const events: CoreEvent[][] = [[], [], []];
      const [expected, ...outcomes] = [core, ...cores].map((one, i) => run(one, fields, events[i]));
      expect(outcomes).toEqual([expected, expected]);
      expect([events[1], events[2]]).toEqual([events[0], events[0]]);
    }
  }
  for (const one of cores) expect(one.stateHash()).toBe(core.stateHash());
});

/** The bytes with another body. */
function sealed(bytes: Uint8Array): Uint8Array {
  const { sha256, crc32 } = OWN_HASHES;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(LENGTH_AT, BigInt(bytes.length - BODY_AT), true);
  bytes.set(sha256(bytes.subarray(BODY_AT)), HASH_AT);
  view.setUint32(CRC_AT, (crc32(bytes.subarray(0, CRC_AT)) ^ crc32(bytes.subarray(RULES_AT))) >>> 0, true);
  return bytes;
}

test('reliability 1 a snapshot whose bytes are wrong is read, or refused, by the kernel as by the core', () => {
  const reached = new Reached();
  const whole = exchangeOf(60).snapshot();
  // The records of users and orders: from the number of users on, which stands before the first uid.
  const first = Buffer.from(whole).indexOf(Buffer.from([0x80 | (7_919 & 127), 0x80 | (7_919 >> 7)])) - 1;
  expect(whole[first]).toBe(60);
  expect(first).toBeGreaterThan(BODY_AT);
  /** In place of one byte: another one, or a number of 2^31 - 1, 2^31, 2^32 - 1, 2^53 - 1 or 2^53. */
  const LARGE = [
    [0xff, 0xff, 0xff, 0xff, 0x07],
    [0x80, 0x80, 0x80, 0x80, 0x08],
    [0xff, 0xff, 0xff, 0xff, 0x0f],
    [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f],
    [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10],
  ];
  const values = fc.oneof(
    fc.nat(255).map((value) => [value]),
    fc.nat(2).map((value) => [value]),
    fc.constantFrom(...LARGE),
  );
  const change = fc.tuple(fc.integer({ min: first, max: whole.length - 1 }), values);
  const answer = (restore: () => Core): string => {
    try {
      return restore().stateHash();
    } catch (error) {
      return (error as Error).name;
    }
  };
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const list = [...whole];
      for (const [at, others] of changes) list.splice(at, 1, ...others);
      const bytes = sealed(Uint8Array.from(list));
      const [expected, found] = [answer(() => alone(bytes)), answer(() => restored(bytes, reached))];
      if (found !== expected) expect([changes, found]).toEqual([changes, expected]);
      reached.count(expected === 'SnapshotError' ? 'refused' : 'read');
    }),
    { numRuns: 1_000, seed: 20_261_129 },
  );
  expect(reached.missing(['refused', 'read', 'users', 'orders'])).toEqual([]);
});
