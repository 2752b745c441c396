/**
 * Live orders of spot in a snapshot: resting ones in the order of their books, dormant ones in the order in which equal triggers fire. All of them are read before their ids, rows and users'
 * lists are entered, each in one loop over columns: in the records, of 128 bytes each, every field read is a cache line fetched.
 */
import {
  BASE_ROW,
  BUY,
  ID,
  INT_STRIDE,
  MARKET,
  NUM_STRIDE,
  QUOTE_ROW,
  SELL,
  USER,
  USER_PREVIOUS,
} from '../book/order-pool.ts';
import { ascending } from '../kernel/ascending.ts';
import { InParts } from '../kernel/in-parts.ts';
import type { Market } from '../spot/market.ts';
import type { StateMachine } from '../state-machine/state-machine.ts';
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';
import { countOf } from './fields.ts';
import type { KernelReader } from './kernel-reader.ts';
import { LEAST_ORDER_BYTES, readOrder, writeOrders } from './order-records.ts';

export function writeBook(w: ByteWriter, machine: StateMachine, market: Market): void {
  const resting: number[] = [];
  for (const side of [BUY, SELL]) {
    for (let order = market.book.first(side); order !== 0; order = market.book.next(order)) resting.push(order);
  }
  writeOrders(w, machine, resting);
}

export function writeWaiting(w: ByteWriter, machine: StateMachine, market: Market): void {
  market.triggers.settle();
  writeOrders(w, machine, market.triggers.all());
}

export function readLiveOrders(r: ByteReader, machine: StateMachine, kernel: KernelReader): void {
  const slots: number[] = [];
  for (const market of machine.markets) readBook(r, machine, market, kernel, slots);
  for (const market of r.version === 1 ? [] : machine.markets) {
    for (let left = r.count(); left > 0; left -= 1) {
      const order = readOrder(r, machine);
      market.triggers.add(order);
      slots.push(order);
    }
  }
  const orders = columnsOf(machine, slots);
  noteRows(machine, orders);
  machine.ids.setAll(orders.ids, orders.slots);
  const mostSeats = enlist(machine, orders);
  machine.users.seats.openAll(orders.owners, orders.markets, orders.baseRows, orders.quoteRows, mostSeats);
}

function readBook(r: ByteReader, machine: StateMachine, { book }: Market, kernel: KernelReader, slots: number[]): void {
  const { orders } = machine;
  const count = countOf(r, LEAST_ORDER_BYTES);
  orders.reserve(count);
  for (let left = count; left > 0;) {
    const read = kernel.orders(left);
    const first = read === 0 ? readOrder(r, machine) : orders.newest - read + 1;
    const end = first + Math.max(1, read);
    for (let order = first; order < end; order += 1) {
      book.add(order);
      slots.push(order);
    }
    left -= end - first;
  }
}

interface OrderColumns {
  readonly ids: Float64Array;
  readonly slots: Int32Array;
  /** By index, as are markets. */
  readonly owners: Int32Array;
  readonly markets: Int32Array;
  /** In which they lock. */
  readonly baseRows: Int32Array;
  readonly quoteRows: Int32Array;
}

/** With the rows of the ledger, which their users have: an order opened them. */
function columnsOf({ orders, ledger, markets: all }: StateMachine, list: readonly number[]): OrderColumns {
  const { int, num } = orders;
  const [slots, owners, markets] = [0, 1, 2].map(() => new Int32Array(list.length));
  const ids = new Float64Array(list.length);
  for (let i = 0; i < list.length; i += 1) {
    const slot = list[i];
    slots[i] = slot;
    ids[i] = num[slot * NUM_STRIDE + ID];
    owners[i] = int[slot * INT_STRIDE + USER];
    markets[i] = int[slot * INT_STRIDE + MARKET];
  }
  const bases = markets.map((market) => all[market].base.index);
  const quotes = markets.map((market) => all[market].quote.index);
  const [baseRows, quoteRows] = ledger.walletRowsIn(owners, bases, quotes);
  if (baseRows.includes(0) || quoteRows.includes(0))
    throw new FormatError('an order locks in a wallet that is not there');
  return { ids, slots, owners, markets, baseRows, quoteRows };
}

/** Writes the rows of the ledger into the orders' records. */
function noteRows({ orders: { int } }: StateMachine, { slots, baseRows, quoteRows }: OrderColumns): void {
  for (let i = 0; i < slots.length; i += 1) {
    int[slots[i] * INT_STRIDE + BASE_ROW] = baseRows[i];
    int[slots[i] * INT_STRIDE + QUOTE_ROW] = quoteRows[i];
  }
}

/**
 * Enters the orders in the lists of their users, which are in order of creation: only those of users with several have to be put in order first. Answers how many seats they
 * take at most: one for each user and market where a user's orders of a market follow each other, and not more than each user has in all markets.
 */
function enlist({ users, orders: { int }, markets: all }: StateMachine, orders: OrderColumns): number {
  const { ids, slots, owners, markets } = orders;
  const counts = new Int32Array(users.count + 1);
  for (let i = 0; i < owners.length; i += 1) counts[owners[i]] += 1;
  const several: number[] = [];
  for (let i = 0; i < owners.length; i += 1) {
    if (counts[owners[i]] === 1) users.enlist(owners[i], slots[i]);
    else several.push(i);
  }
  const byAge = Int32Array.from(ascending(Float64Array.from(several, (i) => ids[i])), (place) => several[place]);
  const parts = new InParts(
    byAge.map((i) => owners[i]),
    users.count + 1,
  );
  let [owned, changes] = [owners.length - several.length, 0];
  for (const i of parts.ints(byAge)) {
    users.enlist(owners[i], slots[i]);
    const before = int[slots[i] * INT_STRIDE + USER_PREVIOUS];
    if (before === 0) owned += 1;
    else if (int[before * INT_STRIDE + MARKET] !== markets[i]) changes += 1;
  }
  return Math.min(owned + changes, owned * all.length);
}
