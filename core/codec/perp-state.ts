/** The perpetuals' part of a snapshot: contracts, accounts with what they hold, orders in the order of their books. */
import {
  ACCOUNT,
  AMENDS,
  BUY,
  FEE_REST,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  hasClientId,
  ID,
  INT_STRIDE,
  KEY,
  LOTS,
  MARKET,
  NEXT,
  NUM_STRIDE,
  PREVENTED_AMOUNT,
  PREVENTED_LOTS,
  PREVIOUS,
  QUOTE_AMOUNT,
  QUOTE_ROW,
  SELL,
  TOTAL_LOTS,
  UPDATED,
  USER,
  CREATED,
} from '../book/order-pool.ts';
import type { MarginAccount } from '../perp/account/accounts.ts';
import { type ContractParameters, type ExitTerms } from '../protocol/perp-commands.ts';
import type { BasisSample, Contract } from '../perp/contract/contract.ts';
import { clientKey } from '../perp/orders/perp-orders.ts';
import type { Perps } from '../perp/perps.ts';
import type { TakeoverPosition } from '../perp/liquidation/takeover-inventory.ts';
import type { StopOrder } from '../perp/contract/stop-table.ts';
import { ascending } from '../kernel/ascending.ts';
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';
import type { Field } from './field.ts';
import { type Holders, LEAST_ACCOUNT_BYTES, placesOf, readAccount, writeAccount } from './margin-accounts.ts';
import { BIG, CODE, COUNT, countOf, each, FLAG, list, nullable, wordIndex, record, since, TEXT } from './fields.ts';
import { CONTRACT_PARAMETERS } from './perp-commands.ts';
import {
  CONTRACT_STATUSES,
  POSITION_SIDES,
  SIDES,
  STOP_GROUPS,
  STOP_ORDER_TYPES,
  STOP_STATUSES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
} from '../protocol/words.ts';

/** Order fields that are whole numbers, in the order of a snapshot. */
const INTS = [MARKET, ACCOUNT, FLAGS, AMENDS, FEE_REST];
const NUMS = [LOTS, TOTAL_LOTS, FILLED_LOTS, FILLED_AMOUNT, CREATED, UPDATED];

export function writePerps(w: ByteWriter, perps: Perps): void {
  w.count(perps.lifecycle.lastOrderId);
  w.count(perps.settler.lastPositionId);
  w.count(perps.contracts.length);
  for (const contract of perps.contracts) writeContract(w, perps, contract);
  PEAKS.write(w, perps.takeoverInventory.peaks);
  const { accounts } = perps;
  w.count(accounts.count);
  const places = perps.contracts.map(({ holders }) => placesOf(holders));
  for (let index = 0; index < accounts.count; index += 1) writeAccount(w, accounts.look(index), places);
  for (const contract of perps.contracts) {
    writeBook(w, perps, contract);
    contract.stops.settle();
  }
  for (let index = 0; index < accounts.count; index += 1) {
    const known = accounts.known()[index];
    writeOrders(w, perps, [...accounts.endedOf(index)]);
    STOPS.write(w, [...(known?.stops.values() ?? [])]);
    STOPS.write(w, known?.endedStops ?? []);
  }
  // By the ids of their orders, whatever the history.
  EXITS.write(
    w,
    [...perps.stops.exitsByOrder].sort(([a], [b]) => a - b).map(([orderId, exits]) => ({ orderId, ...exits })),
  );
}

export function readPerps(r: ByteReader, perps: Perps, assetIndex: (asset: string) => number): void {
  perps.lifecycle.lastOrderId = r.count();
  perps.settler.lastPositionId = r.count();
  for (let left = r.count(); left > 0; left -= 1) readContract(r, perps, assetIndex);
  perps.takeoverInventory.peaks.push(...PEAKS.read(r));
  const holders: Holders = { accounts: [], contracts: [], places: [] };
  const count = countOf(r, LEAST_ACCOUNT_BYTES);
  perps.accounts.records.reserve(count);
  for (let left = count; left > 0; left -= 1) readAccount(r, perps, holders);
  readBooks(r, perps);
  for (const at of ascending(Float64Array.from(holders.places)))
    perps.contracts[holders.contracts[at]].holders.add(holders.accounts[at]);
  for (let index = 0; index < perps.accounts.count; index += 1) readEnded(r, perps, index);
  for (const { orderId, takeProfit, stopLoss } of EXITS.read(r)) keepExits(perps, orderId, { takeProfit, stopLoss });
  perps.findUndone();
}

/** Ended orders of an account, and conditional ones that wait or ended. */
function readEnded(r: ByteReader, perps: Perps, index: number): void {
  for (let left = r.count(); left > 0; left -= 1) {
    const order = readOrder(r, perps);
    perps.ids.set(perps.orders.num[order * NUM_STRIDE + ID], order);
    perps.lifecycle.remember(index, order);
    if (hasClientId(perps.orders.int[order * INT_STRIDE + FLAGS])) nameOrder(perps, perps.accounts.at(index), order);
  }
  for (const stop of STOPS.read(r)) perps.stops.restore({ ...stop, account: index });
  for (const stop of STOPS.read(r)) perps.stops.remember({ ...stop, account: index });
}

function keepExits(perps: Perps, orderId: number, exits: Omit<ExitsOfOrder, 'orderId'>): void {
  const order = perps.ids.get(orderId);
  if (order === 0) throw new FormatError('exits name no order');
  perps.stops.exitsByOrder.keep(order, exits);
}

/** The highest level of the fund in each of the last minutes. */
const PEAKS = list<[minute: number, level: bigint]>({
  write(w, [minute, level]) {
    w.count(minute);
    w.big(level);
  },
  read: (r) => [r.count(), r.big()],
});

/** The fields of a contract that change while it runs. */
const CONTRACT_STATE = record<
  Pick<
    Contract,
    | 'version'
    | 'intervalHours'
    | 'status'
    | 'isFrozen'
    | 'lastTicks'
    | 'lastTradeId'
    | 'updateId'
    | 'indexTimeMs'
    | 'lastPremiumMinute'
    | 'nextFundingMs'
    | 'mark'
    | 'indexPrice'
    | 'lastFundingRate'
    | 'openQuantity'
    | 'basis'
    | 'premiums'
  >
>({
  version: since(4, COUNT),
  intervalHours: since(4, COUNT),
  status: wordIndex(CONTRACT_STATUSES),
  isFrozen: FLAG,
  lastTicks: COUNT,
  lastTradeId: COUNT,
  updateId: COUNT,
  indexTimeMs: COUNT,
  lastPremiumMinute: COUNT,
  nextFundingMs: COUNT,
  mark: BIG,
  indexPrice: BIG,
  lastFundingRate: BIG,
  openQuantity: BIG,
  basis: list(record<BasisSample>({ timeMs: COUNT, doubled: BIG })),
  premiums: list(nullable(BIG)),
});

/** Which way a position stands, as a large number: 1 for long, else short. */
const SIGN: Field<1n | -1n> = { write: BIG.write, read: (r) => (r.big() === 1n ? 1n : -1n) };
/** The position of a contract that the liquidation engine took over. */
const TAKEN_OVER = nullable(record<TakeoverPosition>({ direction: SIGN, quantity: BIG, cost: BIG }));

function writeContract(w: ByteWriter, perps: Perps, contract: Contract): void {
  for (const name of [contract.symbol, contract.base, contract.settle.name]) w.text(name);
  CONTRACT_PARAMETERS.write(w, contract.parameters);
  CONTRACT_STATE.write(w, contract);
  TAKEN_OVER.write(w, perps.takeoverInventory.of(contract));
}

function readContract(r: ByteReader, perps: Perps, assetIndex: (asset: string) => number): void {
  const [symbol, base, settle] = [r.text(), r.text(), r.text()];
  const names = { symbol, base, settle: { name: settle, index: assetIndex(settle) } };
  const contract = perps.addContract(names, soundParameters(CONTRACT_PARAMETERS.read(r)));
  CONTRACT_STATE.readInto(r, contract);
  const held = TAKEN_OVER.read(r);
  if (held !== null) perps.takeoverInventory.byContract.set(contract.index, held);
}

/** Up to format 3 a contract could let an account trade with itself, which no contract may (trading B7). */
function soundParameters(parameters: ContractParameters): ContractParameters {
  const mode: string = parameters.defaultStpMode;
  return mode === 'NONE' ? { ...parameters, defaultStpMode: 'EXPIRE_TAKER' } : parameters;
}

function writeBook(w: ByteWriter, perps: Perps, contract: Contract): void {
  const resting: number[] = [];
  for (const side of [BUY, SELL]) {
    for (let order = contract.book.first(side); order !== 0; order = contract.book.next(order)) resting.push(order);
  }
  writeOrders(w, perps, resting);
}

/** Resting orders come in the order of their books; the accounts' lists and the table of ids want them in order of creation. */
function readBooks(r: ByteReader, perps: Perps): void {
  const live: number[] = [];
  for (const contract of perps.contracts) {
    for (let left = r.count(); left > 0; left -= 1) {
      const order = readOrder(r, perps);
      contract.book.add(order);
      live.push(order);
    }
  }
  for (const place of ascending(perps.orders.idsOf(live))) {
    const order = live[place];
    // Read anew: what the table of ids takes may replace the arrays.
    const { orders } = perps;
    const account = perps.accounts.at(orders.int[order * INT_STRIDE + ACCOUNT]);
    const contract = perps.contracts[orders.int[order * INT_STRIDE + MARKET]];
    perps.ids.set(orders.num[order * NUM_STRIDE + ID], order);
    perps.lifecycle.enlist(account, account.holding(contract), order);
  }
}

function writeOrders(w: ByteWriter, perps: Perps, orders: readonly number[]): void {
  w.count(orders.length);
  const { int, num } = perps.orders;
  for (const order of orders) {
    w.count(num[order * NUM_STRIDE + ID]);
    for (const field of INTS) w.count(int[order * INT_STRIDE + field]);
    w.signed(int[order * INT_STRIDE + KEY]);
    for (const field of NUMS) w.count(num[order * NUM_STRIDE + field]);
    w.text(perps.orders.clientId(order));
  }
}

function readOrder(r: ByteReader, perps: Perps): number {
  const { orders, accounts } = perps;
  const order = orders.allocate();
  const { int, num } = orders;
  const at = order * INT_STRIDE;
  for (const field of [NEXT, PREVIOUS, QUOTE_ROW]) int[at + field] = 0;
  for (const field of [PREVENTED_LOTS, PREVENTED_AMOUNT, QUOTE_AMOUNT]) num[order * NUM_STRIDE + field] = 0;
  num[order * NUM_STRIDE + ID] = r.count();
  for (const field of INTS) int[at + field] = r.count();
  int[at + KEY] = r.signed();
  for (const field of NUMS) num[order * NUM_STRIDE + field] = r.count();
  orders.setClientId(order, r.text());
  const account = int[at + ACCOUNT];
  if (account < 0 || account >= accounts.count || perps.contracts[int[at + MARKET]] === undefined)
    throw new FormatError('an order names no account or contract');
  int[at + USER] = accounts.userOf(account);
  return order;
}

/** An ended order answers to its client id unless a newer one does. */
function nameOrder(perps: Perps, account: MarginAccount, order: number): void {
  const { orders, contracts } = perps;
  const at = order * INT_STRIDE;
  const key = clientKey(contracts[orders.int[at + MARKET]], orders.clientId(order));
  const known = account.clientIds.get(key);
  const idOf = (slot: number): number => orders.num[slot * NUM_STRIDE + ID];
  if (known === undefined || idOf(known) < idOf(order)) account.clientIds.set(key, order);
}

const STOPS = list(
  // Without `account`: each list is written under its account.
  record<Omit<StopOrder, 'account'>>({
    ...each(['stopOrderId', 'contract'], COUNT),
    side: wordIndex(SIDES),
    positionSide: wordIndex(POSITION_SIDES),
    type: wordIndex(STOP_ORDER_TYPES),
    source: wordIndex(TRIGGER_SOURCES),
    timeInForce: wordIndex(TIMES_IN_FORCE),
    group: wordIndex(STOP_GROUPS),
    status: wordIndex(STOP_STATUSES),
    ...each(['triggerPrice', 'price', 'quantity', 'callbackRate', 'activationPrice', 'extreme'], BIG),
    ...each(['reduceOnly', 'closePosition', 'priceProtect'], FLAG),
    clientOrderId: TEXT,
    reason: CODE,
    ...each(['parentOrderId', 'pairId', 'createdAtMs', 'updatedAtMs', 'orderId'], COUNT),
  }),
);

/** Exits that wait for their order to be filled. */
interface ExitsOfOrder {
  readonly orderId: number;
  readonly takeProfit: ExitTerms | null;
  readonly stopLoss: ExitTerms | null;
}
const EXIT = nullable(record<ExitTerms>({ triggerPrice: COUNT, source: wordIndex(TRIGGER_SOURCES), price: COUNT }));
const EXITS = list(record<ExitsOfOrder>({ orderId: COUNT, takeProfit: EXIT, stopLoss: EXIT }));
