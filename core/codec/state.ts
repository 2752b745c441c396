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
} from '../book/order-pool.ts';
import { OrderTerms, TERMS } from '../book/order-terms.ts';
import type { User } from '../users/users.ts';
import type { StateMachine } from '../state-machine/state-machine.ts';
import type { KeyRecord, IdempotencyKeys } from '../state-machine/idempotency.ts';
import { AVAILABLE, FUTURES, LOCKED } from '../ledger/ledger.ts';
import type { Market } from '../spot/market.ts';
import type { FeeTier } from '../formulas/fee.ts';
import { tierOf } from '../users/fee-tier.ts';
import { OUTCOME } from './answers.ts';
import { type ByteReader, ByteWriter, FormatError } from './bytes.ts';
import type { Field } from './field.ts';
import { COUNT, list, wordIndex, record, since, TEXT } from './fields.ts';
import { MARKET_PARAMETERS } from './parameters.ts';
import { readPerps, writePerps } from './perp-state.ts';
import { readProducts, writeProducts } from './product-state.ts';
import { FEE_RATES } from './spot-commands.ts';
import { MARKET_STATUSES } from '../protocol/words.ts';

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
  const users = machine.users.all();
  w.count(users.length);
  for (const user of users) writeUser(w, machine, user);
  writeAccounts(w, machine);
  writeProducts(w, machine);
  for (const market of machine.markets) writeBook(w, machine, market);
  for (const market of machine.markets) writeWaiting(w, machine, market);
  machine.users.settle();
  for (const user of users) {
    w.count(machine.users.endedCount(user));
    machine.users.forEachEnded(user, (order) => writeOrder(w, machine, machine.users.recalled, order));
  }
  writePerps(w, machine.perps);
  KEYS.write(w, state.keys.moneyRecords());
  KEYS.write(w, state.keys.orderRecords());
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
  for (const add of ['addMoney', 'addOrder'] as const) {
    for (const key of KEYS.read(r)) {
      machine.knownNames.makeRoom();
      state.keys[add](key);
    }
  }
  if (!r.isAtEnd) throw new FormatError('the state has bytes after its end');
  machine.perps.lines.remake();
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

function writeUser(w: ByteWriter, machine: StateMachine, user: User): void {
  w.count(user.uid);
  w.count(user.eventCount);
  const { ledger } = machine;
  const rows = ledger.walletRowsOf(user.index);
  w.count(rows.length);
  for (const row of rows) {
    w.count(ledger.assetOf(row));
    for (const bucket of BUCKETS) w.big(ledger.balance(row, bucket));
  }
  TIER.write(w, user.tier);
  USER_SETTINGS.write(w, user);
}

function readUser(r: ByteReader, machine: StateMachine): void {
  const user = machine.users.ensure(r.count());
  user.eventCount = r.count();
  for (let left = r.count(); left > 0; left -= 1) {
    const row = machine.users.row(user, r.count());
    for (let i = 0; i < BUCKETS.length; i += 1) {
      const units = r.smallBig();
      if (units === null) machine.ledger.setBalance(row, BUCKETS[i], r.big());
      else machine.ledger.setUnits(row, BUCKETS[i], units);
    }
  }
  if (r.version === 1) return;
  const { own, trial, trialEndMs } = TIER.read(r);
  user.tier = tierOf(own, trial, trialEndMs);
  USER_SETTINGS.readInto(r, user);
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

/** Resting orders come in the order of their books; the users' lists and the table of ids want them in order of creation. */
function readBooks(r: ByteReader, machine: StateMachine): void {
  const live: number[] = [];
  for (const market of machine.markets) {
    for (let left = r.count(); left > 0; left -= 1) {
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
  const idOf = (order: number): number => machine.orders.num[order * NUM_STRIDE + ID];
  live.sort((a, b) => idOf(a) - idOf(b));
  for (const order of live) {
    machine.ids.set(idOf(order), order);
    machine.users.reserve();
    machine.users.open(machine.users.at(machine.orders.int[order * INT_STRIDE + USER]), order);
  }
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
  const user = users.at(orders.int[at + USER]);
  const market = machine.markets[orders.int[at + MARKET]];
  if (user === undefined || market === undefined) throw new FormatError('an order names no user or market');
  users.name(user, order, clientOrderId);
  orders.int[at + BASE_ROW] = users.row(user, market.base.index);
  orders.int[at + QUOTE_ROW] = users.row(user, market.quote.index);
  return order;
}

const KEYS = list(record<KeyRecord>({ uid: COUNT, key: TEXT, fingerprint: TEXT, timeMs: COUNT, outcome: OUTCOME }));
