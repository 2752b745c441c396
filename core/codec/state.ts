/**
 * The body of a snapshot. Assets, markets, users and orders in the order they came to be; resting orders in the order of
 * their book, dormant ones in the order in which equal triggers fire, which is their priority. What can be computed is not written: level sums, open counts, ledger rows.
 */
import { ID, NUM_STRIDE } from '../book/order-pool.ts';
import type { User } from '../users/user.ts';
import type { StateMachine } from '../state-machine/state-machine.ts';
import type { IdempotencyKeys } from '../state-machine/idempotency.ts';
import { AVAILABLE, FUTURES, LOCKED } from '../ledger/ledger.ts';
import type { Market } from '../spot/market.ts';
import { type FeeTier, NO_TIER } from '../formulas/fee.ts';
import { tierOf } from '../users/fee-tier.ts';
import { type ByteReader, ByteWriter, FormatError } from './bytes.ts';
import type { Field } from './field.ts';
import { COUNT, countOf, wordIndex, record, since } from './fields.ts';
import { KernelReader } from './kernel-reader.ts';
import { readKeys, writeKeys } from './key-records.ts';
import { readLiveOrders, writeBook, writeWaiting } from './live-orders.ts';
import { readOrder, writeOrder } from './order-records.ts';
import { MARKET_PARAMETERS } from './parameters.ts';
import { readPerps, writePerps } from './perp-state.ts';
import { readProducts, writeProducts } from './product-state.ts';
import { FEE_RATES } from './spot-commands.ts';
import { MARKET_STATUSES } from '../protocol/words.ts';
import { MAX_USERS, USERS_OF_COMMAND } from '../kernel/limits.ts';

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
  const kernel = new KernelReader(r, machine);
  readUsers(r, machine, kernel);
  if (r.version > 2) {
    readAccounts(r, machine);
    readProducts(r, machine);
  }
  readLiveOrders(r, machine, kernel);
  kernel.close();
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

/** In the first format: the uid, the number of events and of rows. */
const LEAST_USER_BYTES = 3;

function readUsers(r: ByteReader, machine: StateMachine, kernel: KernelReader): void {
  const { users, ledger } = machine;
  const count = countOf(r, LEAST_USER_BYTES);
  // One command may make some beyond the limit.
  if (count > MAX_USERS + USERS_OF_COMMAND) throw new FormatError('there are more users than there may be');
  users.reserveRestored(count);
  ledger.beginRestoring(count);
  while (users.count < count) if (kernel.users(count - users.count) === 0) readUser(r, machine);
  users.restored();
}

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
