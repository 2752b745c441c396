/**
 * Every assertion of the core fails once: each is met with the state or the argument that only a bug of ours could bring. One
 * that stands in the code and not here fails the last test.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { IdTable } from '../book/id-table.ts';
import { LadderBook } from '../book/ladder-book.ts';
import { BY_USER, CANCELED, ID, KEY, INT_STRIDE, LOTS, NUM_STRIDE, OrderPool } from '../book/order-pool.ts';
import { TrailingStops } from '../book/trailing-stops.ts';
import { CHUNK_BLOCKS, MOST_CHUNKS } from '../kernel/ended-layout.ts';
import { ENDED_BLOCK_COUNT, ENDED_BLOCK_ROOM } from '../kernel/layout.ts';
import { LEDGER_ROWS } from '../kernel/limits.ts';
import { KernelMemory } from '../kernel/memory.ts';
import { AVAILABLE, Ledger } from '../ledger/ledger.ts';
import { InvariantError } from '../protocol/invariant.ts';
import { newIntent } from '../spot/checks.ts';
import { settle } from '../spot/settlement.ts';
import type { Fill } from '../spot/sink.ts';
import { machineOf, TestExchange, units } from '../testing/exchange.ts';
import { PERP_BREACHES } from '../testing/perp-breaches.ts';
import { ProductExchange } from '../testing/products.ts';
import { EndedOrders } from '../users/ended-orders.ts';
import { Register } from '../users/register.ts';
import type { StateMachine } from './state-machine.ts';

/** An account of an empty ledger. */
function ledgerWithRow(): { ledger: Ledger; row: number } {
  const ledger = new Ledger();
  return { ledger, row: ledger.addRow(1, ledger.addAsset()) };
}

/** An empty book, and an order of `lots` that is not in it. */
function bookBeside(lots: number): { book: LadderBook; order: number } {
  const orders = new OrderPool();
  const order = orders.allocate();
  orders.int[order * INT_STRIDE + KEY] = 100;
  orders.num[order * NUM_STRIDE + LOTS] = lots;
  return { book: new LadderBook(orders), order };
}

/** A spot market where 1 sells 1 at 100, and the slot of that order. */
function spot(): { machine: StateMachine; order: number; x: TestExchange } {
  const x = new TestExchange();
  x.fund(1, 2);
  const { orderId } = x.sell(1, { price: 100, quantity: 1 });
  const machine = machineOf(x.core);
  return { machine, order: machine.ids.get(orderId), x };
}

/** A pair of 1, by the slot of its first leg. */
function pair(): { machine: StateMachine; first: number; second: number } {
  const { machine, x } = spot();
  x.print(100);
  const [one, two] = x.pair(1, 'SELL', { price: 110, quantity: 1, stop: 90 });
  return { machine, first: machine.ids.get(one!.orderId), second: machine.ids.get(two!.orderId) };
}

function spotFill(changes: Partial<Fill>): void {
  const { machine, order, x } = spot();
  const taker = machine.ids.get(x.buy(2, { price: 50, quantity: 1 }).orderId);
  const sums = { amount: 0, makerFee: 0, takerFee: 0, makerVoucher: 0, takerVoucher: 0 };
  const none = { ...sums, makerRate: 0, takerRate: 0, makerRest: 0, takerRest: 0 };
  const fill = { maker: order, taker, ticks: 1, lots: 1, ...none, ...changes };
  settle(machine.ledger, machine.orders, machine.markets[0]!, fill);
}

const cases: readonly (readonly [condition: string, broken: () => void])[] = [
  ['a user who is asked for by index is there', () => spot().machine.users.at(3)],
  [
    'what a bucket is given lies between 0 and 2^53 - 1',
    () => {
      const { ledger, row } = ledgerWithRow();
      ledger.give(row, AVAILABLE, -1);
    },
  ],
  [
    'a trail stands among those of its level',
    () => {
      const stop = { id: 1 };
      const stops = new TrailingStops<number, typeof stop>({
        idOf: ({ id }) => id,
        distanceOf: () => 1,
        extremeOf: () => 100,
        beginOf: () => null,
        levelOf: () => 99,
        fineOf: (key) => key,
        setExtreme: () => {},
      });
      stops.add(stop);
      Reflect.set(stops, 'byLevel', []);
      stops.remove(stop);
    },
  ],
  [
    'a trailing stop stands among those of its extreme',
    () => {
      const stop = { id: 1, extreme: 100 };
      const stops = new TrailingStops<number, typeof stop>({
        idOf: ({ id }) => id,
        distanceOf: () => 1,
        extremeOf: ({ extreme }) => extreme,
        beginOf: () => null,
        levelOf: (_, extreme) => extreme - 1,
        fineOf: (key) => key,
        setExtreme: () => {},
      });
      stops.add(stop);
      stops.add({ id: 2, extreme: 100 });
      stop.id = 3;
      stops.remove(stop);
    },
  ],
  [
    'a balance that is one limb lies between 0 and 2^52 - 1',
    () => {
      const { ledger, row } = ledgerWithRow();
      ledger.setUnits(row, AVAILABLE, -1);
    },
  ],
  [
    'what is taken from a bucket lies between 0 and 2^53 - 1',
    () => {
      const { ledger, row } = ledgerWithRow();
      ledger.take(row, AVAILABLE, NaN);
    },
  ],
  ['ids and slots count from 1', () => new IdTable().set(0, 1)],
  ['an order that its owner remembers had a slot', () => new IdTable().keep(1, 1)],
  ['an order that the table of ids gives an owner is remembered there', () => spot().machine.users.recall(1, 9)],
  [
    'ended orders are forgotten before their blocks are used up',
    () => {
      const [orders, ended] = [new OrderPool(), new EndedOrders()];
      ended['state'].fill(MOST_CHUNKS * CHUNK_BLOCKS, ENDED_BLOCK_COUNT >> 2, (ENDED_BLOCK_ROOM >> 2) + 1);
      ended.add(1, orders, orders.allocate(), null);
    },
  ],
  ['a slot that is given back was handed out', () => new OrderPool().release(1)],
  [
    'an order that is asked for its terms has some',
    () => {
      const orders = new OrderPool();
      orders.terms(orders.allocate());
    },
  ],
  [
    'orders are refused before the pool is full',
    () => {
      const orders = new OrderPool();
      Object.assign(orders, { capacity: 1 << 23 });
      orders['state'].fill(1 << 23, 2, 3);
      orders.allocate();
    },
  ],
  [
    'an order that enters a book has a rest',
    () => {
      const { book, order } = bookBeside(0);
      book.add(order);
    },
  ],
  [
    'an order that leaves a book is no better than its best',
    () => {
      const { book, order } = bookBeside(5);
      book.remove(order);
    },
  ],
  [
    'an order that is reduced in its book loses lots and keeps some',
    () => {
      const { book, order } = bookBeside(5);
      book.add(order);
      book.reduce(order, 5);
    },
  ],
  [
    'a user whose order ends has an open one',
    () => {
      const { seats } = spot().machine.users;
      seats.close(1, 0);
      seats.close(1, 0);
    },
  ],
  [
    'a thing that begins has an id of its own',
    () => {
      const register = new Register();
      register.add({ id: 1, terms: 'a' });
      register.add({ id: 1, terms: 'b' });
    },
  ],
  [
    'a thing ends once',
    () => {
      const register = new Register();
      register.close({ id: 1, terms: 'a' }, '', 0);
      register.close({ id: 1, terms: 'a' }, '', 0);
    },
  ],
  [
    'an order that ends is open',
    () => {
      const { machine, order, x } = spot();
      x.run({ kind: 'CancelAllOrders', uid: 1, symbol: '' });
      machine.canceller['closing'].close(order, CANCELED, BY_USER);
    },
  ],
  [
    'an order gives back no more than its user has locked',
    () => {
      const { machine, order } = spot();
      machine.canceller['closing'].release(order, units(1) + 1);
    },
  ],
  [
    'an order locks no more than its user has free',
    () => {
      const { machine, order } = spot();
      machine.canceller['closing'].reserve(order, units(1_000_000));
    },
  ],
  ['a fill has a price and a quantity', () => spotFill({ lots: 0 })],
  ['the amount of a fill is at most 2^53 - 1', () => spotFill({ ticks: 2 ** 30, lots: 2 ** 40 })],
  [
    'a buy has set aside what its fill costs',
    () => {
      const x = new TestExchange({ feeMode: 'QUOTE', makerFeeRate: 100_000, takerFeeRate: 100_000 });
      x.fund(1, 2);
      machineOf(x.core).markets[0]!.reserveRate = 0;
      x.buy(2, { price: 100, quantity: 1 });
      x.sell(1, { price: 100, quantity: 1 });
    },
  ],
  [
    'an order trades no more than is left of it',
    () => {
      const { machine, order } = spot();
      machine['placer']['incoming']['matcher']['takeLots'](order, Infinity);
    },
  ],
  [
    'the leg of a pair that is cut keeps lots',
    () => {
      const { machine, first } = pair();
      machine.canceller['oco'].cutPartner(first, machine.orders.num[first * NUM_STRIDE + LOTS]!, 0);
    },
  ],
  [
    'a leg whose pair lives has a partner',
    () => {
      const { machine, first, second } = pair();
      machine.ids.delete(machine.orders.num[second * NUM_STRIDE + ID]!);
      machine.canceller['oco'].cancelOtherLeg(machine.markets[0]!, first, 0);
    },
  ],
  [
    'an order that is accepted lies on the grid of its market',
    () => {
      const { machine } = spot();
      const intent = { ...newIntent(), ticks: 0.5, lots: 1 };
      machine.acceptor.accept({ uid: 1, clientOrderId: '' }, undefined, intent, machine.markets[0]!, 0, null);
    },
  ],
  ...PERP_BREACHES,
  [
    'a ledger with another row has room for it',
    () => {
      const { ledger } = ledgerWithRow();
      ledger['capacity'] = LEDGER_ROWS.most;
      ledger['grow']();
    },
  ],
  ['the kernel works on four gigabytes at most', () => new KernelMemory().allocate(2 ** 32)],
  ['a grant pays no more than remains of it', () => new ProductExchange().machine.products.grants.use(1, 1n)],
  [
    'a voucher pays no more than is left of it',
    () => {
      const x = new ProductExchange();
      x.fund(1);
      x.fill('PRIZE_POOL', 10);
      x.do('GrantFeeVoucher', { voucherId: 1, amount: 5 });
      const user = x.machine.users.find(1)!;
      x.machine.products.vouchers['spent'](user, { voucher: user.vouchers[0]!, amount: 6 });
    },
  ],
];

test.each(cases)('%s', (condition, broken) => {
  expect(broken).toThrow(new InvariantError(condition));
});

test('there is no other assertion', () => {
  const root = new URL('../', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(/\bassert\([^;]*?'([^']+)',?\s*\);/g)].map(
      ([, said]) => said,
    ),
  );
  expect(found.toSorted()).toEqual(cases.map(([condition]) => condition).toSorted());
});
