/**
 * What the live orders of one holding come to (trading B5), kept: each order that enters, changes or ends changes the sums by its own part, so
 * that a maker's hundreds of orders are not added up anew for each of them. Numbers that doubles hold exactly, in units of the settlement asset,
 * in the holding's record. Which of the orders close an open position first is found along their line (unit-needs.ts).
 */
import {
  BUY,
  FLAGS,
  ID,
  INT_STRIDE,
  isReduceOnly,
  KEY,
  LOTS,
  NUM_STRIDE,
  type OrderPool,
  positionSideOf,
  sideOf,
} from '../../book/order-pool.ts';
import { MAX_UNITS, mulDivCeil, RATE_ONE, rateCeil } from '../../fixed.ts';
import { POSITION_SIDES, type PositionMode } from '../../protocol/words.ts';
import type { Contract } from '../contract/contract.ts';
import {
  FEW_ORDERS,
  HAS_STALE_LINES,
  SUM_COUNT,
  SUM_FEES,
  SUM_LOSS,
  SUM_LOTS,
  SUM_NOTIONAL,
  SUMS_IN_HEDGE,
  SUMS_MARK,
  SUMS_OF_BUYS,
  SUMS_OF_SELLS,
  SUMS_RATE,
} from '../../kernel/perp-layout.ts';
import type { RecordTable } from './record-table.ts';

/** Of the orders of one side that may open: reduce-only ones, and in hedge mode those that close, are none. */
export class SideSums {
  /** Of orders. */
  count = 0;
  notional = 0;
  lots = 0;
  /** If all of them opened. */
  loss = 0;
  fees = 0;

  clear(): void {
    this.count = 0;
    this.notional = 0;
    this.lots = 0;
    this.loss = 0;
    this.fees = 0;
  }

  /** Takes over what is kept of one side in the record of a holding, by its number; `side`: SUMS_OF_BUYS or SUMS_OF_SELLS. */
  load(records: RecordTable, holding: number, side: number): void {
    this.count = records.num(holding, side + SUM_COUNT);
    this.notional = records.num(holding, side + SUM_NOTIONAL);
    this.lots = records.num(holding, side + SUM_LOTS);
    this.loss = records.num(holding, side + SUM_LOSS);
    this.fees = records.num(holding, side + SUM_FEES);
  }

  /** Keeps it there. */
  save(records: RecordTable, holding: number, side: number): void {
    records.setNum(holding, side + SUM_COUNT, this.count);
    records.setNum(holding, side + SUM_NOTIONAL, this.notional);
    records.setNum(holding, side + SUM_LOTS, this.lots);
    records.setNum(holding, side + SUM_LOSS, this.loss);
    records.setNum(holding, side + SUM_FEES, this.fees);
  }

  /** Adds an order of the side, or with `sign` -1 takes it off. */
  change(contract: Contract, side: number, ticks: number, lots: number, sign: number): void {
    const notional = ticks * lots * contract.unit;
    this.count += sign;
    this.notional += sign * notional;
    this.lots += sign * lots;
    this.changeOpening(contract, side, ticks, lots * contract.stepSize, notional, sign);
  }

  /** The part of an order that opens: its quantity at this many ticks, and their product rounded up. */
  changeOpening(
    contract: Contract,
    side: number,
    ticks: number,
    quantity: number,
    notional: number,
    sign: number,
  ): void {
    const price = ticks * contract.tickSize;
    const adverse = side === BUY ? price - contract.markUnits : contract.markUnits - price;
    if (adverse > 0) this.loss += sign * mulDivCeil(quantity, adverse, RATE_ONE);
    this.fees += sign * rateCeil(notional, contract.parameters.takerFeeRate);
  }

  get isExact(): boolean {
    return this.notional <= MAX_UNITS && this.loss <= MAX_UNITS && this.fees <= MAX_UNITS;
  }
}

/** Orders (slots) of one side in the order in which they fill: by price, and of equal prices the older one first. */
export class OrderLine {
  readonly slots: number[] = [];
  length = 0;

  /** Enters an order at its place. */
  insert(orders: OrderPool, order: number): void {
    const { slots } = this;
    const place = this.placeOf(orders, order);
    for (let at = this.length; at > place; at -= 1) slots[at] = slots[at - 1];
    slots[place] = order;
    this.length += 1;
  }

  /** Takes an order out that has not changed since it was entered. */
  remove(orders: OrderPool, order: number): void {
    const { slots } = this;
    this.length -= 1;
    for (let at = this.placeOf(orders, order); at < this.length; at += 1) slots[at] = slots[at + 1];
  }

  /** How many go before it. */
  private placeOf({ int, num }: OrderPool, order: number): number {
    const key = int[order * INT_STRIDE + KEY];
    const id = num[order * NUM_STRIDE + ID];
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.slots[middle];
      const otherKey = int[other * INT_STRIDE + KEY];
      if (otherKey < key || (otherKey === key && num[other * NUM_STRIDE + ID] < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** What of a holding counts here. */
interface OfHolding {
  readonly contract: Contract;
  readonly account: { readonly mode: PositionMode };
  /** Its live orders, in order of creation. */
  readonly orders: Iterable<number> & { readonly size: number };
}

/** Both sides of a holding, in line. */
export class OrderLines {
  readonly buys = new OrderLine();
  readonly sells = new OrderLine();

  constructor(orders: OrderPool, mode: PositionMode, live: Iterable<number>) {
    for (const order of live) this.change(orders, mode, order, 1);
  }

  /** An order enters (1) or leaves (-1). */
  change(orders: OrderPool, mode: PositionMode, order: number, sign: number): void {
    const flags = orders.int[order * INT_STRIDE + FLAGS];
    const side = sideOf(flags);
    if (isReduceOnly(flags) || !opens(mode, side, positionSideOf(flags))) return;
    const line = side === BUY ? this.buys : this.sells;
    if (sign === 1) line.insert(orders, order);
    else line.remove(orders, order);
  }
}

/** The side that is being changed: one is enough for all. */
const SIDE = new SideSums();

/** What is kept of the holding of one record (margin-records.ts). The kernel keeps it too. */
export class OrderSums {
  private readonly records: RecordTable;
  private readonly number: number;
  private readonly side = SIDE;
  private kept: OrderLines | null = null;

  constructor(records: RecordTable, number: number) {
    this.records = records;
    this.number = number;
  }

  /** Whether they hold for this mark, rate and mode, exactly. */
  isFresh(contract: Contract, mode: PositionMode): boolean {
    const { records, number } = this;
    return (
      records.num(number, SUMS_MARK) === contract.markUnits &&
      records.num(number, SUMS_RATE) === contract.parameters.takerFeeRate &&
      records.has(number, SUMS_IN_HEDGE) === inHedge(mode)
    );
  }

  /** Counts them anew. False: a figure may not be exact. */
  recount(orders: OrderPool, { contract, account, orders: live }: OfHolding): boolean {
    const { records, number } = this;
    this.side.clear();
    this.side.save(records, number, SUMS_OF_BUYS);
    this.side.save(records, number, SUMS_OF_SELLS);
    records.setNum(number, SUMS_MARK, contract.markUnits);
    records.setNum(number, SUMS_RATE, contract.parameters.takerFeeRate);
    records.setFlag(number, SUMS_IN_HEDGE, inHedge(account.mode));
    for (const order of live) this.count(orders, contract, account.mode, order, 1);
    return !Number.isNaN(records.num(number, SUMS_MARK));
  }

  /** An order enters (1) or leaves (-1); one that changes leaves as it was and enters as it is. */
  change(orders: OrderPool, { contract, account, orders: live }: OfHolding, order: number, sign: number): void {
    if (this.isFresh(contract, account.mode)) this.count(orders, contract, account.mode, order, sign);
    else this.forget();
    if (this.kept === null) return;
    if (live.size <= FEW_ORDERS || this.records.has(this.number, HAS_STALE_LINES)) this.kept = null;
    else this.kept.change(orders, account.mode, order, sign);
  }

  /** The holding's orders in line; of a few of them the lines are made when they are asked for. */
  lines(orders: OrderPool, { account, orders: live }: OfHolding): OrderLines {
    const { records, number } = this;
    if (this.kept !== null && !records.has(number, HAS_STALE_LINES)) return this.kept;
    const lines = new OrderLines(orders, account.mode, live);
    records.setFlag(number, HAS_STALE_LINES, false);
    this.kept = live.size > FEW_ORDERS ? lines : null;
    return lines;
  }

  /** The lines that are kept; null for none. For tests. */
  get keptLines(): OrderLines | null {
    return !this.records.has(this.number, HAS_STALE_LINES) ? this.kept : null;
  }

  private count(orders: OrderPool, contract: Contract, mode: PositionMode, order: number, sign: number): void {
    const { side: sums, records, number } = this;
    const at = order * INT_STRIDE;
    const flags = orders.int[at + FLAGS];
    const side = sideOf(flags);
    if (isReduceOnly(flags) || !opens(mode, side, positionSideOf(flags))) return;
    const place = side === BUY ? SUMS_OF_BUYS : SUMS_OF_SELLS;
    const key = orders.int[at + KEY];
    sums.load(records, number, place);
    sums.change(contract, side, key < 0 ? -key : key, orders.num[order * NUM_STRIDE + LOTS], sign);
    sums.save(records, number, place);
    if (!sums.isExact) this.forget();
  }

  private forget(): void {
    this.records.setNum(this.number, SUMS_MARK, NaN);
  }
}

const inHedge = (mode: PositionMode): boolean => mode === 'HEDGE';

const LONG_PLACE = POSITION_SIDES.indexOf('LONG');
const SHORT_PLACE = POSITION_SIDES.indexOf('SHORT');

/** In hedge mode an order opens the position of its own direction only. */
export function opens(mode: PositionMode, side: number, positionSide: number): boolean {
  return mode === 'ONE_WAY' || positionSide === (side === BUY ? LONG_PLACE : SHORT_PLACE);
}
