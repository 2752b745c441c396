/**
 * The body of a snapshot. Assets, markets, users and orders in the order they came to be; resting orders in the order of
 * their book, dormant ones in the order in which equal triggers fire, which is their priority. What can be computed is not written: level sums, open counts, ledger rows.
 */
import {
  AMENDS,
  BASE_ROW,
  BUY,
  CREATED,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  hasTerms,
  ID,
  INT_STRIDE,
  KEY,
  LOTS,
  MARKET,
  NUM_STRIDE,
  type OrderPool,
  PREVENTED_AMOUNT,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  QUOTE_ROW,
  SELL,
  TOTAL_LOTS,
  UPDATED,
  USER,
  USER_PREVIOUS,
} from '../book/order-pool.ts';
import { OrderTerms, TERMS } from '../book/order-terms.ts';
import type { User } from '../users/users.ts';
import type { StateMachine } from '../state-machine/state-machine.ts';
import type { IdempotencyKeys } from '../state-machine/idempotency.ts';
import { AVAILABLE, FUTURES, LOCKED } from '../ledger/ledger.ts';
import type { Market } from '../spot/market.ts';
import { type FeeTier, NO_TIER } from '../formulas/fee.ts';
import { tierOf } from '../users/fee-tier.ts';
import { ascending } from './ascending.ts';
import { type ByteReader, ByteWriter, FormatError } from './bytes.ts';
import type { Field } from './field.ts';
import { COUNT, wordIndex, record, since } from './fields.ts';
import { readKeys, writeKeys } from './key-records.ts';
import { MARKET_PARAMETERS } from './parameters.ts';
import { readPerps, writePerps } from './perp-state.ts';
import { readProducts, writeProducts } from './product-state.ts';
import { FEE_RATES } from './spot-commands.ts';
import { MARKET_STATUSES } from '../protocol/words.ts';
import { InParts } from '../kernel/in-parts.ts';

export interface State {
  readonly machine: StateMachine;
  readonly keys: IdempotencyKeys;
  lastSeq: number;
  lastTimeMs: number;
  /** Length of the snapshot that was read or written last, 0 without one: the next will have about as many. */
  snapshotBytes: number;
}

/** The bytes that the state hash is of. */
export function stateBytes(state: State): Uint8Array {
  const w = new ByteWriter();
  writeState(w, state);
  return w.from(0);
}

export function writeState(w: ByteWriter, state: State): void {
  const { machine } = state;
  w.count(state.lastSeq);
  w.count(state.lastTimeMs);
  w.count(machine.isStopped ? 1 : 0);
  w.count(machine.acceptor.lastOrderId);
  w.count(machine.transfers.lastId);
  writeAssets(w, machine);
  w.count(machine.markets.length);
  for (const market of machine.markets) writeMarket(w, market);
  const users = machine.users.count;
  w.count(users);
  for (let user = 1; user <= users; user += 1) writeUser(w, machine, user);
  writeAccounts(w, machine);
  writeProducts(w, machine);
  for (const market of machine.markets) writeBook(w, machine, market);
  for (const market of machine.markets) writeWaiting(w, machine, market);
  machine.users.settle();
  for (let user = 1; user <= users; user += 1) {
    w.count(machine.users.endedCount(user));
    machine.users.forEachEnded(user, (order) => writeOrder(w, machine, machine.users.recalled, order));
  }
  writePerps(w, machine.perps);
  for (const log of [state.keys.money, state.keys.orders]) writeKeys(w, log);
}

export function readState(r: ByteReader, state: State): void {
  const { machine } = state;
  state.lastSeq = r.count();
  state.lastTimeMs = r.count();
  machine.isStopped = r.count() === 1;
  machine.acceptor.lastOrderId = r.count();
  machine.transfers.lastId = r.count();
  readAssets(r, machine);
  for (let left = r.count(); left > 0; left -= 1) readMarket(r, machine);
  for (let left = r.count(); left > 0; left -= 1) readUser(r, machine);
  machine.users.restored();
  if (r.version > 2) {
    readAccounts(r, machine);
    readProducts(r, machine);
  }
  readBooks(r, machine);
  for (let users = machine.users.count; users > 0; users -= 1) {
    for (let left = r.count(); left > 0; left -= 1) {
      const order = readOrder(r, machine);
      machine.ids.set(machine.orders.num[order * NUM_STRIDE + ID], order);
      machine.users.remember(order);
    }
    machine.users.settle();
  }
  if (r.version > 2) {
    const indexes = new Map(machine.assets.map(({ asset }, index) => [asset, index]));
    readPerps(r, machine.perps, (asset) => indexes.get(asset) ?? -1);
  }
  const { keys } = state;
  for (const log of [keys.money, keys.orders]) readKeys(r, keys, log, () => machine.knownNames.makeRoom());
  if (!r.isAtEnd) throw new FormatError('the state has bytes after its end');
}

function writeAssets(w: ByteWriter, machine: StateMachine): void {
  w.count(machine.assets.length);
  machine.assets.forEach(({ asset, scale }, index) => {
    w.text(asset);
    w.count(scale);
    w.big(machine.ledger.balance(machine.ledger.houseRow(index), AVAILABLE));
    w.big(machine.ledger.balance(machine.ledger.externalRow(index), AVAILABLE));
  });
}

function readAssets(r: ByteReader, machine: StateMachine): void {
  const count = r.count();
  for (let index = 0; index < count; index += 1) {
    machine.addAsset(r.text(), r.count());
    machine.ledger.setBalance(machine.ledger.houseRow(index), AVAILABLE, r.big());
    machine.ledger.setBalance(machine.ledger.externalRow(index), AVAILABLE, r.big());
  }
}

/** The fields of a market that change while it runs. */
const MARKET_STATE = record<
  Pick<
    Market,
    | 'status'
    | 'statusBefore'
    | 'statusUntilMs'
    | 'protectUntilMs'
    | 'lastTicks'
    | 'lastTradeId'
    | 'updateId'
    | 'version'
  >
>({
  status: wordIndex(MARKET_STATUSES),
  statusBefore: wordIndex(MARKET_STATUSES),
  statusUntilMs: COUNT,
  protectUntilMs: COUNT,
  lastTicks: COUNT,
  lastTradeId: COUNT,
  updateId: COUNT,
  version: since(4, COUNT),
});

function writeMarket(w: ByteWriter, market: Market): void {
  w.text(market.symbol);
  w.text(market.base.name);
  w.text(market.quote.name);
  MARKET_PARAMETERS.write(w, market.parameters);
  MARKET_STATE.write(w, market);
}

function readMarket(r: ByteReader, machine: StateMachine): void {
  const market = machine.addMarket(r.text(), r.text(), r.text(), MARKET_PARAMETERS.read(r));
  MARKET_STATE.readInto(r, market);
}

const TIER: Field<FeeTier> = record<FeeTier>({ own: FEE_RATES, trial: FEE_RATES, trialEndMs: COUNT });
const USER_SETTINGS = record<Pick<User, 'tierVersion' | 'tradeGroupId'>>({
  tierVersion: since(3, COUNT),
  tradeGroupId: since(3, COUNT),
});

const BUCKETS = [AVAILABLE, LOCKED, FUTURES];

function writeUser(w: ByteWriter, { users, ledger }: StateMachine, index: number): void {
  w.count(users.uidAt(index));
  w.count(users.eventCountAt(index));
  const rows = ledger.walletRowsOf(index);
  w.count(rows.length);
  for (const row of rows) {
    w.count(ledger.assetOf(row));
    for (let i = 0; i < BUCKETS.length; i += 1) {
      const units = ledger.units(row, BUCKETS[i]);
      if (units >= 0) w.smallBig(units);
      else w.big(ledger.balance(row, BUCKETS[i]));
    }
  }
  const user = users.knownAt(index) ?? PLAIN;
  TIER.write(w, user.tier);
  USER_SETTINGS.write(w, user);
}

/** One who has no terms of trading but those of the markets. */
const PLAIN: Pick<User, 'tier' | 'tierVersion' | 'tradeGroupId'> = { tier: NO_TIER, tierVersion: 0, tradeGroupId: 0 };

function readUser(r: ByteReader, { users, ledger }: StateMachine): void {
  const index = users.restore(r.count(), r.count());
  for (let left = r.count(); left > 0; left -= 1) {
    const row = ledger.restoreRow(index, r.count());
    for (let i = 0; i < BUCKETS.length; i += 1) {
      const units = r.smallBig();
      if (units === null) ledger.setBalance(row, BUCKETS[i], r.big());
      else ledger.setUnits(row, BUCKETS[i], units);
    }
  }
  if (r.version === 1) return;
  const { own, trial, trialEndMs } = TIER.read(r);
  const tier = tierOf(own, trial, trialEndMs);
  const { tierVersion = 0, tradeGroupId = 0 } = USER_SETTINGS.read(r);
  if (tier !== NO_TIER || tierVersion + tradeGroupId > 0)
    Object.assign(users.at(index), { tier, tierVersion, tradeGroupId });
}

/** The accounts with a name (trading C1), of the house and of users. */
function writeAccounts(w: ByteWriter, { ledger }: StateMachine): void {
  const accounts = ledger.namedAccounts();
  w.count(accounts.length);
  for (const { owner, asset, name, row } of accounts) {
    w.count(owner);
    w.count(asset);
    w.text(name);
    for (const bucket of [AVAILABLE, LOCKED]) w.big(ledger.balance(row, bucket));
  }
}

function readAccounts(r: ByteReader, { ledger }: StateMachine): void {
  for (let left = r.count(); left > 0; left -= 1) {
    const [owner, asset] = [r.count(), r.count()];
    const row = ledger.account(owner, r.text(), asset);
    for (const bucket of [AVAILABLE, LOCKED]) ledger.setBalance(row, bucket, r.big());
  }
}

function writeBook(w: ByteWriter, machine: StateMachine, market: Market): void {
  const resting: number[] = [];
  for (const side of [BUY, SELL]) {
    for (let order = market.book.first(side); order !== 0; order = market.book.next(order)) resting.push(order);
  }
  writeOrders(w, machine, resting);
}

/** The record of an order is not shorter: so many numbers, a key and a text of at least a byte each. */
const ORDER_BYTES = 18;

/** Resting orders come in the order of their books; the users' lists and the table of ids want them in order of creation. */
function readBooks(r: ByteReader, machine: StateMachine): void {
  const live: number[] = [];
  for (const market of machine.markets) {
    const count = r.count();
    if (count * ORDER_BYTES > r.bytes.length - r.offset) throw new FormatError('a list is longer than the bytes');
    machine.orders.reserve(count);
    for (let left = count; left > 0; left -= 1) {
      const order = readOrder(r, machine);
      market.book.add(order);
      live.push(order);
    }
  }
  for (const market of r.version === 1 ? [] : machine.markets) {
    for (let left = r.count(); left > 0; left -= 1) {
      const order = readOrder(r, machine);
      market.triggers.add(order);
      live.push(order);
    }
  }
  const all = columnsOf(machine, live);
  const places = ascending(all.ids);
  for (const place of places) machine.ids.set(all.ids[place], live[place]);
  const inOrder = (values: Int32Array): Int32Array => values.map((_, i) => values[places[i]]);
  const owners = inOrder(all.owners);
  const parts = new InParts(owners, machine.users.count + 1);
  enlistAll(machine, parts.ints(owners), parts.ints(inOrder(all.slots)), parts.ints(inOrder(all.markets)));
}

/** What is needed of the orders, side by side: in their records, of 128 bytes each, every field read is a cache line fetched. */
interface OrderColumns {
  readonly ids: Float64Array;
  readonly slots: Int32Array;
  /** By index, as are markets. */
  readonly owners: Int32Array;
  readonly markets: Int32Array;
}

function columnsOf({ orders: { int, num } }: StateMachine, live: readonly number[]): OrderColumns {
  const [slots, owners, markets] = [0, 1, 2].map(() => new Int32Array(live.length));
  const ids = new Float64Array(live.length);
  for (let i = 0; i < live.length; i += 1) {
    const slot = live[i];
    slots[i] = slot;
    ids[i] = num[slot * NUM_STRIDE + ID];
    owners[i] = int[slot * INT_STRIDE + USER];
    markets[i] = int[slot * INT_STRIDE + MARKET];
  }
  return { ids, slots, owners, markets };
}

/** Enters live orders in the lists and seats of their users, and notes in them the rows of the ledger in which they lock, which their users have: an order opened them. */
function enlistAll(machine: StateMachine, owners: Int32Array, slots: Int32Array, markets: Int32Array): void {
  const { users, ledger, orders } = machine;
  const bases = markets.map((market) => machine.markets[market].base.index);
  const quotes = markets.map((market) => machine.markets[market].quote.index);
  const [baseRows, quoteRows] = ledger.walletRowsIn(owners, bases, quotes);
  if (baseRows.includes(0) || quoteRows.includes(0))
    throw new FormatError('an order locks in a wallet that is not there');
  const { int } = orders;
  let [owned, changes] = [0, 0];
  for (let i = 0; i < slots.length; i += 1) {
    const at = slots[i] * INT_STRIDE;
    users.enlist(owners[i], slots[i]);
    int[at + BASE_ROW] = baseRows[i];
    int[at + QUOTE_ROW] = quoteRows[i];
    const before = int[at + USER_PREVIOUS];
    if (before === 0) owned += 1;
    else if (int[before * INT_STRIDE + MARKET] !== markets[i]) changes += 1;
  }
  // One for each user and market: what the users begin with, and not more than each has in all markets.
  const seats = Math.min(owned + changes, owned * machine.markets.length);
  users.seats.openAll(owners, markets, baseRows, quoteRows, seats);
}

function writeWaiting(w: ByteWriter, machine: StateMachine, market: Market): void {
  market.triggers.settle();
  writeOrders(w, machine, market.triggers.all());
}

function writeOrders(w: ByteWriter, machine: StateMachine, orders: readonly number[]): void {
  w.count(orders.length);
  for (const order of orders) writeOrder(w, machine, machine.orders, order);
}

function writeOrder(w: ByteWriter, { users }: StateMachine, orders: OrderPool, order: number): void {
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  w.count(orders.num[numAt + ID]);
  for (const field of INTS) w.count(orders.int[at + field]);
  w.signed(orders.int[at + KEY]);
  for (const field of NUMBERS) w.count(orders.num[numAt + field]);
  w.text(users.clientIdOf(orders, order));
  if (!hasTerms(orders.int[at + FLAGS])) return;
  const terms = orders.terms(order);
  for (const field of TERMS) w.count(terms[field]);
}

const INTS = [USER, MARKET, FLAGS, AMENDS, FEE_REST];
const NUMBERS = [
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

function readOrder(r: ByteReader, machine: StateMachine): number {
  const { orders, users } = machine;
  machine.knownNames.makeRoom();
  const order = orders.allocate();
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  orders.num[numAt + ID] = r.count();
  const { int, num } = orders;
  for (let i = 0; i < INTS.length; i += 1) int[at + INTS[i]] = r.count();
  int[at + KEY] = r.signed();
  for (let i = 0; i < NUMBERS.length; i += 1) num[numAt + NUMBERS[i]] = r.count();
  const clientOrderId = r.text();
  if (hasTerms(orders.int[at + FLAGS])) {
    const terms = new OrderTerms();
    for (const field of TERMS) terms[field] = r.count();
    orders.setTerms(order, terms);
  }
  const user = int[at + USER];
  if (user < 1 || user > users.count || machine.markets[int[at + MARKET]] === undefined)
    throw new FormatError('an order names no user or market');
  if (clientOrderId !== '') users.name(users.at(user), order, clientOrderId);
  return order;
}
