/** What ended is kept as bytes: every field comes back, in the order of the ends. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AMENDS,
  CANCELED,
  CREATED,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  ID,
  INT_STRIDE,
  KEY,
  LOTS,
  MARKET,
  NUM_STRIDE,
  OrderPool,
  packFlags,
  PREVENTED_AMOUNT,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  TOTAL_LOTS,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import { OrderTerms, TERMS } from '../book/order-terms.ts';
import { restoreCore } from '../index.ts';
import type { Core } from '../protocol/core.ts';
import type { Command } from '../protocol/commands.ts';
import { codeOf, machineOf, TestExchange } from '../testing/exchange.ts';
import { EndedOrders } from './ended-orders.ts';

const INTS = [FLAGS, MARKET, AMENDS, FEE_REST, KEY, USER];
const NUMS = [
  ID,
  LOTS,
  TOTAL_LOTS,
  QUOTE_AMOUNT,
  FILLED_LOTS,
  FILLED_AMOUNT,
  PREVENTED_LOTS,
  PREVENTED_AMOUNT,
  CREATED,
  UPDATED,
];
const OWNER = 77;
const word = fc.oneof(fc.constant(0), fc.nat(200), fc.nat(2 ** 31 - 1));
const long = fc.oneof(
  fc.constant(0),
  fc.nat(300),
  fc.integer({ min: 2 ** 31 - 2, max: 2 ** 33 }),
  fc.maxSafeNat(),
  fc.constant(Number.MAX_SAFE_INTEGER),
);
const orderArb = fc.record({
  side: fc.nat(1),
  words: fc.array(word, { minLength: 4, maxLength: 4 }),
  longs: fc.array(long, { minLength: 8, maxLength: 8 }),
  created: fc.nat(2 ** 41),
  after: fc.nat(2 ** 40),
  terms: fc.option(fc.array(word, { minLength: TERMS.length, maxLength: TERMS.length })),
  owner: fc.nat(2),
  drops: fc.oneof(fc.constant(0), fc.nat(4)),
});

function seen(pool: OrderPool, slot: number): unknown[] {
  const terms = pool.int[slot * INT_STRIDE + FLAGS]! & (1 << 19) ? { ...pool.terms(slot) } : null;
  return [
    ...INTS.map((field) => pool.int[slot * INT_STRIDE + field]),
    ...NUMS.map((field) => pool.num[slot * NUM_STRIDE + field]),
    terms,
  ];
}

test('ended orders kept as bytes: every field comes back, oldest first, whatever was forgotten before and whoever ends some between', () => {
  fc.assert(
    fc.property(fc.array(orderArb, { maxLength: 60 }), (orders) => {
      const [pool, read] = [new OrderPool(), new OrderPool()];
      const ended = new EndedOrders();
      const owners = [OWNER, 1, 5_000];
      const wanted = new Map<number, unknown[][]>(owners.map((owner) => [owner, []]));
      orders.forEach(({ owner: place, side, words, longs, created, after, terms: values, drops }, i) => {
        const owner = owners[place]!;
        const own = wanted.get(owner)!;
        const slot = pool.allocate();
        const [at, numAt] = [slot * INT_STRIDE, slot * NUM_STRIDE];
        pool.int[at + FLAGS] = packFlags(side, 0, 0, 0);
        pool.setStatus(slot, CANCELED, 1);
        [MARKET, AMENDS, FEE_REST].forEach((field, n) => (pool.int[at + field] = words[n]!));
        pool.int[at + KEY] = side === 0 ? -words[3]! : words[3]!;
        pool.int[at + USER] = owner;
        NUMS.slice(0, 8).forEach((field, n) => (pool.num[numAt + field] = n === 0 ? i + 1 : longs[n]!));
        pool.num[numAt + CREATED] = created;
        pool.num[numAt + UPDATED] = created + after;
        const terms = values === null ? null : new OrderTerms();
        if (terms !== null && values !== null) {
          TERMS.forEach((field, n) => (terms[field] = values[n]!));
          pool.setTerms(slot, terms);
        }
        own.push(seen(pool, slot));
        ended.add(owner, pool, slot, terms);
        pool.release(slot);
        // Sometimes all are forgotten, sometimes some.
        for (let left = Math.min(drops, own.length); left > 0; left -= 1) {
          ended.dropOldest(owner);
          own.shift();
        }
      });
      for (const [owner, own] of wanted) {
        const found: unknown[][] = [];
        ended.forEach(owner, (place) => {
          const slot = read.allocate();
          ended.recall(place, owner, read, slot);
          found.push(seen(read, slot));
          read.release(slot);
        });
        expect(found).toEqual(own);
        expect(ended.countOf(owner)).toBe(own.length);
        expect(ended.find(owner, orders.length + 1)).toBe(-1);
      }
      expect([ended.countOf(2), ended.find(2, 1), ended.countOf(1e6)]).toEqual([0, -1, 0]);
    }),
  );
});

test('of thousands the newest thousand are kept, in blocks that are used again', () => {
  const [pool, read] = [new OrderPool(), new OrderPool()];
  const ended = new EndedOrders();
  const slot = pool.allocate();
  const readSlot = read.allocate();
  for (let id = 1; id <= 20_000; id += 1) {
    pool.int.fill(0, slot * INT_STRIDE, (slot + 1) * INT_STRIDE);
    pool.num[slot * NUM_STRIDE + ID] = id;
    pool.num[slot * NUM_STRIDE + LOTS] = id % 3 === 0 ? Number.MAX_SAFE_INTEGER : id;
    ended.add(OWNER, pool, slot, null);
    if (id > 1_000) ended.dropOldest(OWNER);
    if (id % 1_777 !== 0) continue;
    const found: number[] = [];
    ended.forEach(OWNER, (place) => {
      ended.recall(place, OWNER, read, readSlot);
      found.push(read.num[readSlot * NUM_STRIDE + ID]!);
    });
    expect(found).toEqual(Array.from({ length: Math.min(id, 1_000) }, (_, i) => Math.max(0, id - 1_000) + i + 1));
    const place = ended.find(OWNER, id - 500);
    ended.recall(place, OWNER, read, readSlot);
    expect(read.num[readSlot * NUM_STRIDE + ID]).toBe(id - 500);
  }
});

test('FLT-16 ended orders that fill their blocks are forgotten first, and a restored core forgets the same ones', () => {
  const x = new TestExchange();
  x.fund(...Array.from({ length: 40 }, (_, n) => n + 1));
  const limit = (core: Core): void => void (machineOf(core).users['ended'].mostBlocks = (1 << 14) + 60);
  limit(x.core);
  const end = (uid: number): void => void x.tryCancel(uid, x.buy(uid, { price: 90, quantity: 0.01 }).orderId);
  for (let n = 0; n < 200; n += 1) end(1 + (n % 40));
  const again = restoreCore(x.core.snapshot());
  limit(again);
  const { lastSeq } = x.core;
  const commands: Command[] = [];
  const apply = x.core.apply.bind(x.core);
  x.core.apply = (command, emit) => (commands.push(command), apply(command, emit));
  for (let n = 0; n < 100; n += 1) end(1 + (n % 40));
  for (const command of commands) again.apply(command, () => {});
  expect(again.lastSeq).toBeGreaterThan(lastSeq);
  expect(again.stateHash()).toBe(x.core.stateHash());
  const { users } = machineOf(x.core);
  expect(users.isCrowded).toBe(false);
  expect(users.all().filter((user) => users.endedCount(user.index) > 0).length).toBeLessThan(40);
});

test('an ended order answers the same after further commands, and from a restored core', () => {
  const x = new TestExchange();
  x.fund(1, 2);
  const sell = x.sell(1, { price: 100, quantity: 3, clientId: 'mine' });
  x.buy(2, { price: 100, quantity: 1 });
  x.tryCancel(1, sell.orderId);
  const ended = x.core.order(sell.orderId);
  expect(ended).toMatchObject({ uid: 1, status: 'CANCELED', reason: 'USER', clientOrderId: 'mine' });
  const hash = x.core.stateHash();
  expect(x.core.order(sell.orderId)).toEqual(ended);
  const again = restoreCore(x.core.snapshot());
  expect(again.stateHash()).toBe(hash);
  x.sell(1, { price: 200, quantity: 1 });
  for (const core of [x.core, again]) {
    expect(core.order(sell.orderId)).toEqual(ended);
    expect(core.orderByClientId(1, 'BTCUSDT', 'mine')).toEqual(ended);
  }
  expect(codeOf(x.tryCancel(1, sell.orderId))).toBe('ORDER_CLOSED');
  expect(codeOf(x.tryCancel(2, sell.orderId))).toBe('UNKNOWN_ORDER');
});

test('one command may end more orders of a user than are remembered', () => {
  const x = new TestExchange();
  x.fund(1);
  const orders = Array.from({ length: 1_100 }, () => x.buy(1, { price: 90, quantity: 0.01 }).orderId);
  const outcome = x.run({ kind: 'CancelAllOrders', uid: 1, symbol: '' });
  expect(outcome).toMatchObject({
    ok: true,
    result: { orders: orders.map((orderId) => ({ orderId, status: 'CANCELED' })) },
  });
  const known = (): number => orders.filter((orderId) => x.core.order(orderId) !== null).length;
  const before = known();
  expect(before).toBeGreaterThanOrEqual(1_000);
  expect(before).toBeLessThanOrEqual(1_024);
  const hash = x.core.stateHash();
  expect(known()).toBe(before);
  expect(restoreCore(x.core.snapshot()).stateHash()).toBe(hash);
});
