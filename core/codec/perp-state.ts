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
  SIDES,
  TIMES_IN_FORCE,
} from '../book/order-pool.ts';
import type { Price } from '../fixed.ts';
import type { Holding, MarginAccount, OpenPosition } from '../perp/account/accounts.ts';
import type { ContractParameters, ExitTerms } from '../protocol/perp-commands.ts';
import type { Contract } from '../perp/contract/contract.ts';
import { clientKey } from '../perp/orders/perp-orders.ts';
import type { Perps } from '../perp/perps.ts';
import type { StopReason } from '../protocol/perp-events.ts';
import type { StopOrder } from '../perp/contract/stop-table.ts';
import { type ByteReader, type ByteWriter, FormatError } from './bytes.ts';
import {
  CONTRACT_STATUSES,
  MARGIN_MODES,
  POSITION_MODES,
  POSITION_SIDES,
  readContractParameters,
  STOP_ORDER_TYPES,
  TRIGGER_SOURCES,
  writeContractParameters,
} from './perp-commands.ts';
import { STOP_GROUPS, STOP_STATUSES } from './perp-views.ts';

/** Order fields that are whole numbers, in the order of a snapshot. */
const INTS = [MARKET, ACCOUNT, FLAGS, AMENDS, FEE_REST];
const NUMS = [LOTS, TOTAL_LOTS, FILLED_LOTS, FILLED_AMOUNT, CREATED, UPDATED];

export function writePerps(w: ByteWriter, perps: Perps): void {
  w.count(perps.lifecycle.lastOrderId);
  w.count(perps.settler.lastPositionId);
  w.count(perps.contracts.length);
  for (const contract of perps.contracts) writeContract(w, perps, contract);
  w.count(perps.takeoverInventory.peaks.length);
  for (const [minute, level] of perps.takeoverInventory.peaks) {
    w.count(minute);
    w.big(level);
  }
  const accounts = perps.accounts.all();
  w.count(accounts.length);
  for (const account of accounts) writeAccount(w, account);
  for (const contract of perps.contracts) writeBook(w, perps, contract);
  for (const account of accounts) {
    writeOrders(w, perps, account.ended);
    writeStops(w, [...account.stops.values()]);
    writeStops(w, account.endedStops);
  }
  writeExits(w, perps);
}

export function readPerps(r: ByteReader, perps: Perps, assetIndex: (asset: string) => number): void {
  perps.lifecycle.lastOrderId = r.count();
  perps.settler.lastPositionId = r.count();
  for (let left = r.count(); left > 0; left -= 1) readContract(r, perps, assetIndex);
  for (let left = r.count(); left > 0; left -= 1) perps.takeoverInventory.peaks.push([r.count(), r.big()]);
  for (let left = r.count(); left > 0; left -= 1) readAccount(r, perps);
  readBooks(r, perps);
  for (const account of perps.accounts.all()) {
    for (let left = r.count(); left > 0; left -= 1) {
      const order = readOrder(r, perps);
      perps.lifecycle.remember(account, order);
      nameOrder(perps, account, order);
    }
    for (let left = r.count(); left > 0; left -= 1) perps.stops.restore(readStop(r, account));
    for (let left = r.count(); left > 0; left -= 1) perps.stops.remember(readStop(r, account));
  }
  for (let left = r.count(); left > 0; left -= 1) {
    perps.stops.exitsByOrder.set(r.count(), { takeProfit: readExit(r), stopLoss: readExit(r) });
  }
  perps.findUndone();
}

function writeContract(w: ByteWriter, perps: Perps, contract: Contract): void {
  for (const name of [contract.symbol, contract.base, contract.settle.name]) w.text(name);
  writeContractParameters(w, contract.parameters);
  w.count(contract.version);
  w.count(contract.intervalHours);
  w.count(CONTRACT_STATUSES.indexOf(contract.status));
  w.count(contract.isFrozen ? 1 : 0);
  for (const value of [contract.lastTicks, contract.lastTradeId, contract.updateId, contract.indexTimeMs])
    w.count(value);
  for (const value of [contract.lastPremiumMinute, contract.nextFundingMs]) w.count(value);
  for (const value of [contract.mark, contract.indexPrice, contract.lastFundingRate, contract.openQuantity])
    w.big(value);
  w.count(contract.basis.length);
  for (const { timeMs, doubled } of contract.basis) {
    w.count(timeMs);
    w.big(doubled);
  }
  w.count(contract.premiums.length);
  for (const premium of contract.premiums) {
    w.count(premium === null ? 0 : 1);
    if (premium !== null) w.big(premium);
  }
  const held = perps.takeoverInventory.of(contract);
  w.count(held === null ? 0 : 1);
  if (held !== null) for (const value of [held.direction, held.quantity, held.cost]) w.big(value);
}

function readContract(r: ByteReader, perps: Perps, assetIndex: (asset: string) => number): void {
  const [symbol, base, settle] = [r.text(), r.text(), r.text()];
  const names = { symbol, base, settle: { name: settle, index: assetIndex(settle) } };
  const contract = perps.addContract(names, soundParameters(readContractParameters(r)));
  if (r.version > 3) {
    contract.version = r.count();
    contract.intervalHours = r.count();
  }
  contract.status = r.word(CONTRACT_STATUSES);
  contract.isFrozen = r.count() === 1;
  contract.lastTicks = r.count();
  contract.lastTradeId = r.count();
  contract.updateId = r.count();
  contract.indexTimeMs = r.count();
  contract.lastPremiumMinute = r.count();
  contract.nextFundingMs = r.count();
  contract.mark = r.big();
  contract.indexPrice = r.big();
  contract.lastFundingRate = r.big();
  contract.openQuantity = r.big();
  for (let left = r.count(); left > 0; left -= 1) contract.basis.push({ timeMs: r.count(), doubled: r.big() });
  for (let left = r.count(); left > 0; left -= 1) contract.premiums.push(r.count() === 0 ? null : r.big());
  if (r.count() === 0) return;
  const direction = r.big() === 1n ? 1n : -1n;
  perps.takeoverInventory.byContract.set(contract.index, { direction, quantity: r.big(), cost: r.big() });
}

/** Up to format 3 a contract could let an account trade with itself, which no contract may (trading B7). */
function soundParameters(parameters: ContractParameters): ContractParameters {
  const mode: string = parameters.defaultStpMode;
  return mode === 'NONE' ? { ...parameters, defaultStpMode: 'EXPIRE_TAKER' } : parameters;
}

function writeAccount(w: ByteWriter, account: MarginAccount): void {
  w.count(account.user.uid);
  w.text(account.wallet);
  w.count(POSITION_MODES.indexOf(account.mode));
  w.count(account.closeOnly ? 1 : 0);
  w.big(account.voucherFace);
  w.count(account.holdings.size);
  for (const holding of account.holdings.values()) writeHolding(w, account, holding);
}

function readAccount(r: ByteReader, perps: Perps): void {
  const account = perps.accounts.ensure(r.count(), r.text());
  account.mode = r.word(POSITION_MODES);
  account.closeOnly = r.count() === 1;
  account.voucherFace = r.big();
  for (let left = r.count(); left > 0; left -= 1) readHolding(r, perps, account);
}

function writeHolding(w: ByteWriter, account: MarginAccount, holding: Holding): void {
  const { contract } = holding;
  w.count(contract.index);
  w.count(MARGIN_MODES.indexOf(holding.marginMode));
  w.count(holding.longLeverage);
  w.count(holding.shortLeverage);
  // Its place among the holders of the contract decides who is served first.
  w.count(holding.isFlat ? 0 : [...contract.holders].indexOf(account.index) + 1);
  const positions = holding.positions();
  w.count(positions.length);
  for (const position of positions) writePosition(w, position);
}

function readHolding(r: ByteReader, perps: Perps, account: MarginAccount): void {
  const contract = perps.contracts[r.count()];
  if (contract === undefined) throw new FormatError('a holding names no contract');
  const holding = account.holding(contract);
  holding.marginMode = r.word(MARGIN_MODES);
  holding.longLeverage = r.count();
  holding.shortLeverage = r.count();
  const place = r.count();
  if (place > 0) perps.restoredHolders.push({ contract, account, place });
  for (let left = r.count(); left > 0; left -= 1) {
    const position = readPosition(r);
    holding.setPosition(position.positionSide, position);
  }
}

function writePosition(w: ByteWriter, position: OpenPosition): void {
  w.count(position.positionId);
  w.count(POSITION_SIDES.indexOf(position.positionSide));
  w.count(position.direction === 1n ? 1 : 0);
  w.count(position.isolated ? 1 : 0);
  w.count(position.autoAdd ? 1 : 0);
  w.count(position.openedAtMs);
  for (const value of [position.quantity, position.cost, position.realised, position.fees, position.funding])
    w.big(value);
  // In the order in which they were lent: they are given back, and told, in it.
  w.count(position.bonusParts.size);
  for (const [grantId, amount] of position.bonusParts) {
    w.count(grantId);
    w.big(amount);
  }
}

function readPosition(r: ByteReader): OpenPosition {
  const head = {
    positionId: r.count(),
    positionSide: r.word(POSITION_SIDES),
    direction: r.count() === 1 ? 1n : -1n,
    isolated: r.count() === 1,
    autoAdd: r.count() === 1,
    openedAtMs: r.count(),
  } as const;
  const values = { quantity: r.big(), cost: r.big(), realised: r.big(), fees: r.big(), funding: r.big() };
  const bonusParts = new Map<number, bigint>();
  for (let left = r.count(); left > 0; left -= 1) bonusParts.set(r.count(), r.big());
  return { ...head, ...values, bonusParts };
}

function writeBook(w: ByteWriter, perps: Perps, contract: Contract): void {
  const resting: number[] = [];
  for (const side of [BUY, SELL]) {
    for (let order = contract.book.first(side); order !== 0; order = contract.book.next(order)) resting.push(order);
  }
  writeOrders(w, perps, resting);
}

/** Resting orders come in the order of their books; the accounts' lists want them in order of creation. */
function readBooks(r: ByteReader, perps: Perps): void {
  const live: number[] = [];
  for (const contract of perps.contracts) {
    for (let left = r.count(); left > 0; left -= 1) {
      const order = readOrder(r, perps);
      contract.book.add(order);
      live.push(order);
    }
  }
  const { int, num } = perps.orders;
  live.sort((a, b) => num[a * NUM_STRIDE + ID] - num[b * NUM_STRIDE + ID]);
  for (const order of live) {
    const account = perps.accounts.at(int[order * INT_STRIDE + ACCOUNT]);
    const contract = perps.contracts[int[order * INT_STRIDE + MARKET]];
    perps.lifecycle.enlist(account, account.holding(contract), order);
  }
  const places = perps.restoredHolders.sort((a, b) => a.place - b.place);
  for (const { contract, account } of places) contract.holders.add(account.index);
  perps.restoredHolders.length = 0;
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
  const { orders, accounts, ids } = perps;
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
  const account = accounts.at(int[at + ACCOUNT]);
  if (account === undefined || perps.contracts[int[at + MARKET]] === undefined)
    throw new FormatError('an order names no account or contract');
  int[at + USER] = account.user.index;
  ids.set(num[order * NUM_STRIDE + ID], order);
  return order;
}

/** An ended order answers to its client id unless a newer one does. */
function nameOrder(perps: Perps, account: MarginAccount, order: number): void {
  const { orders, contracts } = perps;
  const at = order * INT_STRIDE;
  if (!hasClientId(orders.int[at + FLAGS])) return;
  const key = clientKey(contracts[orders.int[at + MARKET]], orders.clientId(order));
  const known = account.clientIds.get(key);
  const idOf = (slot: number): number => orders.num[slot * NUM_STRIDE + ID];
  if (known === undefined || idOf(known) < idOf(order)) account.clientIds.set(key, order);
}

function writeStops(w: ByteWriter, stops: readonly StopOrder[]): void {
  w.count(stops.length);
  for (const stop of stops) {
    for (const value of [stop.stopOrderId, stop.contract, SIDES.indexOf(stop.side)]) w.count(value);
    w.count(POSITION_SIDES.indexOf(stop.positionSide));
    w.count(STOP_ORDER_TYPES.indexOf(stop.type));
    w.count(TRIGGER_SOURCES.indexOf(stop.source));
    w.count(TIMES_IN_FORCE.indexOf(stop.timeInForce));
    w.count(STOP_GROUPS.indexOf(stop.group));
    w.count(STOP_STATUSES.indexOf(stop.status));
    for (const name of STOP_VALUES) w.big(stop[name]);
    for (const flag of [stop.reduceOnly, stop.closePosition, stop.priceProtect]) w.count(flag ? 1 : 0);
    w.text(stop.clientOrderId);
    w.text(stop.reason);
    for (const name of STOP_COUNTS) w.count(stop[name]);
  }
}

const STOP_VALUES = ['triggerPrice', 'price', 'quantity', 'callbackRate', 'activationPrice', 'extreme'] as const;
const STOP_COUNTS = ['parentOrderId', 'pairId', 'createdAtMs', 'updatedAtMs', 'orderId'] as const;

function readStop(r: ByteReader, account: MarginAccount): StopOrder {
  const head = {
    stopOrderId: r.count(),
    account: account.index,
    contract: r.count(),
    side: r.word(SIDES),
    positionSide: r.word(POSITION_SIDES),
    type: r.word(STOP_ORDER_TYPES),
    source: r.word(TRIGGER_SOURCES),
    timeInForce: r.word(TIMES_IN_FORCE),
    group: r.word(STOP_GROUPS),
    status: r.word(STOP_STATUSES),
  };
  const values = {
    triggerPrice: r.big(),
    price: r.big(),
    quantity: r.big(),
    callbackRate: r.big(),
    activationPrice: r.big(),
    extreme: r.big(),
  };
  const flags = { reduceOnly: r.count() === 1, closePosition: r.count() === 1, priceProtect: r.count() === 1 };
  const words = { clientOrderId: r.text(), reason: r.text() as StopReason };
  const counts = {
    parentOrderId: r.count(),
    pairId: r.count(),
    createdAtMs: r.count(),
    updatedAtMs: r.count(),
    orderId: r.count(),
  };
  return { ...head, ...values, ...flags, ...words, ...counts };
}

function writeExits(w: ByteWriter, perps: Perps): void {
  const exits = [...perps.stops.exitsByOrder].sort(([a], [b]) => a - b);
  w.count(exits.length);
  for (const [orderId, { takeProfit, stopLoss }] of exits) {
    w.count(orderId);
    for (const exit of [takeProfit, stopLoss]) {
      w.count(exit === null ? 0 : 1);
      if (exit === null) continue;
      w.count(exit.triggerPrice);
      w.count(TRIGGER_SOURCES.indexOf(exit.source));
      w.count(exit.price);
    }
  }
}

function readExit(r: ByteReader): ExitTerms | null {
  if (r.count() === 0) return null;
  return { triggerPrice: r.count() as Price, source: r.word(TRIGGER_SOURCES), price: r.count() as Price };
}
