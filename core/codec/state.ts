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
  hasClientId,
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
import type { Engine } from '../engine/engine.ts';
import type { KeyRecord, IdempotencyKeys } from '../engine/idempotency.ts';
import { AVAILABLE, FUTURES, LOCKED } from '../ledger/ledger.ts';
import type { Market } from '../spot/market.ts';
import type { FeeTier } from '../formulas/fee.ts';
import { tierOf } from '../users/fee-tier.ts';
import { clientKey, type User } from '../users/users.ts';
import { OUTCOME } from './answers.ts';
import { type ByteReader, ByteWriter, FormatError } from './bytes.ts';
import { COUNT, type Field, list, place, record, since, TEXT } from './fields.ts';
import { MARKET_PARAMETERS } from './parameters.ts';
import { readPerps, writePerps } from './perp-state.ts';
import { readProducts, writeProducts } from './product-state.ts';
import { FEE_RATES } from './spot-commands.ts';
import { MARKET_STATUSES } from '../protocol/words.ts';

export interface State {
  readonly engine: Engine;
  readonly keys: IdempotencyKeys;
  lastSeq: number;
  lastTimeMs: number;
}

export function stateBytes(state: State): Uint8Array {
  const w = new ByteWriter();
  const { engine } = state;
  w.count(state.lastSeq);
  w.count(state.lastTimeMs);
  w.count(engine.isStopped ? 1 : 0);
  w.count(engine.acceptor.lastOrderId);
  w.count(engine.transfers.lastId);
  writeAssets(w, engine);
  w.count(engine.markets.length);
  for (const market of engine.markets) writeMarket(w, market);
  const users = engine.users.all();
  w.count(users.length);
  for (const user of users) writeUser(w, engine, user);
  writeAccounts(w, engine);
  writeProducts(w, engine);
  for (const market of engine.markets) writeBook(w, engine, market);
  for (const market of engine.markets) writeOrders(w, engine, market.triggers.all());
  engine.users.settle();
  for (const user of users) {
    w.count(user.ended.length);
    engine.users.forEachEnded(user, (order) => writeOrder(w, engine.users.recalled, order));
  }
  writePerps(w, engine.perps);
  KEYS.write(w, state.keys.moneyRecords());
  KEYS.write(w, state.keys.orderRecords());
  return w.done();
}

export function readState(r: ByteReader, state: State): void {
  const { engine } = state;
  state.lastSeq = r.count();
  state.lastTimeMs = r.count();
  engine.isStopped = r.count() === 1;
  engine.acceptor.lastOrderId = r.count();
  engine.transfers.lastId = r.count();
  readAssets(r, engine);
  for (let left = r.count(); left > 0; left -= 1) readMarket(r, engine);
  for (let left = r.count(); left > 0; left -= 1) readUser(r, engine);
  if (r.version > 2) {
    readAccounts(r, engine);
    readProducts(r, engine);
  }
  readBooks(r, engine);
  for (const user of engine.users.all()) {
    for (let left = r.count(); left > 0; left -= 1) {
      const order = readOrder(r, engine);
      engine.ids.set(engine.orders.num[order * NUM_STRIDE + ID], order);
      engine.users.remember(user, order);
      nameOrder(engine, user, order);
    }
    engine.users.settle();
  }
  if (r.version > 2) {
    const indexes = new Map(engine.assets.map(({ asset }, index) => [asset, index]));
    readPerps(r, engine.perps, (asset) => indexes.get(asset) ?? -1);
  }
  for (const key of KEYS.read(r)) state.keys.addMoney(key);
  for (const key of KEYS.read(r)) state.keys.addOrder(key);
  if (!r.isAtEnd) throw new FormatError('the state has bytes after its end');
  engine.perps.lines.remake();
}

function writeAssets(w: ByteWriter, engine: Engine): void {
  w.count(engine.assets.length);
  engine.assets.forEach(({ asset, scale }, index) => {
    w.text(asset);
    w.count(scale);
    w.big(engine.ledger.balance(engine.ledger.houseRow(index), AVAILABLE));
    w.big(engine.ledger.balance(engine.ledger.externalRow(index), AVAILABLE));
  });
}

function readAssets(r: ByteReader, engine: Engine): void {
  const count = r.count();
  for (let index = 0; index < count; index += 1) {
    engine.addAsset(r.text(), r.count());
    engine.ledger.setBalance(engine.ledger.houseRow(index), AVAILABLE, r.big());
    engine.ledger.setBalance(engine.ledger.externalRow(index), AVAILABLE, r.big());
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
  status: place(MARKET_STATUSES),
  statusBefore: place(MARKET_STATUSES),
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

function readMarket(r: ByteReader, engine: Engine): void {
  const market = engine.addMarket(r.text(), r.text(), r.text(), MARKET_PARAMETERS.read(r));
  MARKET_STATE.readInto(r, market);
}

const TIER: Field<FeeTier> = record<FeeTier>({ own: FEE_RATES, trial: FEE_RATES, trialEndMs: COUNT });
const USER_SETTINGS = record<Pick<User, 'tierVersion' | 'tradeGroupId'>>({
  tierVersion: since(3, COUNT),
  tradeGroupId: since(3, COUNT),
});

function writeUser(w: ByteWriter, engine: Engine, user: User): void {
  w.count(user.uid);
  w.count(user.eventCount);
  const held = [...user.rows.keys()].filter((asset) => user.rows[asset] !== 0);
  w.count(held.length);
  for (const asset of held) {
    w.count(asset);
    for (const bucket of [AVAILABLE, LOCKED, FUTURES]) w.big(engine.ledger.balance(user.rows[asset], bucket));
  }
  TIER.write(w, user.tier);
  USER_SETTINGS.write(w, user);
}

function readUser(r: ByteReader, engine: Engine): void {
  const user = engine.users.ensure(r.count());
  user.eventCount = r.count();
  for (let left = r.count(); left > 0; left -= 1) {
    const row = engine.users.row(user, r.count());
    for (const bucket of [AVAILABLE, LOCKED, FUTURES]) engine.ledger.setBalance(row, bucket, r.big());
  }
  if (r.version === 1) return;
  const { own, trial, trialEndMs } = TIER.read(r);
  user.tier = tierOf(own, trial, trialEndMs);
  USER_SETTINGS.readInto(r, user);
}

/** The accounts with a name (trading C1), of the house and of users. */
function writeAccounts(w: ByteWriter, { ledger }: Engine): void {
  const accounts = ledger.namedAccounts();
  w.count(accounts.length);
  for (const { owner, asset, name, row } of accounts) {
    w.count(owner);
    w.count(asset);
    w.text(name);
    for (const bucket of [AVAILABLE, LOCKED]) w.big(ledger.balance(row, bucket));
  }
}

function readAccounts(r: ByteReader, { ledger }: Engine): void {
  for (let left = r.count(); left > 0; left -= 1) {
    const [owner, asset] = [r.count(), r.count()];
    const row = ledger.account(owner, r.text(), asset);
    for (const bucket of [AVAILABLE, LOCKED]) ledger.setBalance(row, bucket, r.big());
  }
}

function writeBook(w: ByteWriter, engine: Engine, market: Market): void {
  const resting: number[] = [];
  for (const side of [BUY, SELL]) {
    for (let order = market.book.first(side); order !== 0; order = market.book.next(order)) resting.push(order);
  }
  writeOrders(w, engine, resting);
}

/** Resting orders come in the order of their books; the users' lists and the table of ids want them in order of creation. */
function readBooks(r: ByteReader, engine: Engine): void {
  const live: number[] = [];
  for (const market of engine.markets) {
    for (let left = r.count(); left > 0; left -= 1) {
      const order = readOrder(r, engine);
      market.book.add(order);
      live.push(order);
    }
  }
  for (const market of r.version === 1 ? [] : engine.markets) {
    for (let left = r.count(); left > 0; left -= 1) {
      const order = readOrder(r, engine);
      market.triggers.add(order);
      live.push(order);
    }
  }
  const idOf = (order: number): number => engine.orders.num[order * NUM_STRIDE + ID];
  live.sort((a, b) => idOf(a) - idOf(b));
  for (const order of live) {
    engine.ids.set(idOf(order), order);
    engine.users.open(engine.users.at(engine.orders.int[order * INT_STRIDE + USER]), order);
  }
}

function writeOrders(w: ByteWriter, engine: Engine, orders: readonly number[]): void {
  w.count(orders.length);
  for (const order of orders) writeOrder(w, engine.orders, order);
}

function writeOrder(w: ByteWriter, orders: OrderPool, order: number): void {
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  w.count(orders.num[numAt + ID]);
  for (const field of [USER, MARKET, FLAGS, AMENDS, FEE_REST]) w.count(orders.int[at + field]);
  w.signed(orders.int[at + KEY]);
  for (const field of NUMBERS) w.count(orders.num[numAt + field]);
  w.text(orders.clientId(order));
  if (!hasTerms(orders.int[at + FLAGS])) return;
  const terms = orders.terms(order);
  for (const field of TERMS) w.count(terms[field]);
}

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

function readOrder(r: ByteReader, engine: Engine): number {
  const { orders, users } = engine;
  const order = orders.allocate();
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  orders.num[numAt + ID] = r.count();
  for (const field of [USER, MARKET, FLAGS, AMENDS, FEE_REST]) orders.int[at + field] = r.count();
  orders.int[at + KEY] = r.signed();
  for (const field of NUMBERS) orders.num[numAt + field] = r.count();
  orders.setClientId(order, r.text());
  if (hasTerms(orders.int[at + FLAGS])) {
    const terms = new OrderTerms();
    for (const field of TERMS) terms[field] = r.count();
    orders.setTerms(order, terms);
  }
  const user = users.at(orders.int[at + USER]);
  const market = engine.markets[orders.int[at + MARKET]];
  if (user === undefined || market === undefined) throw new FormatError('an order names no user or market');
  orders.int[at + BASE_ROW] = users.row(user, market.base.index);
  orders.int[at + QUOTE_ROW] = users.row(user, market.quote.index);
  return order;
}

/** An ended order answers to its client id unless a newer one does. */
function nameOrder({ orders }: Engine, user: User, order: number): void {
  const at = order * INT_STRIDE;
  if (!hasClientId(orders.int[at + FLAGS])) return;
  const key = clientKey(orders.int[at + MARKET], orders.clientId(order));
  const id = orders.num[order * NUM_STRIDE + ID];
  if ((user.clientIds.get(key) ?? 0) < id) user.clientIds.set(key, id);
}

const KEYS = list(record<KeyRecord>({ uid: COUNT, key: TEXT, fingerprint: TEXT, timeMs: COUNT, outcome: OUTCOME }));
