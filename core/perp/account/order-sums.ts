/**
 * What the live orders of one holding come to (trading B5), kept: each order that enters, changes or ends changes the sums by its own part, so
 * that a maker's hundreds of orders are not added up anew for each of them. Numbers that doubles hold exactly, in units of the settlement asset.
 * Which of them close an open position first is found along their line (unit-needs.ts).
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

  copy(other: SideSums): void {
    this.count = other.count;
    this.notional = other.notional;
    this.lots = other.lots;
    this.loss = other.loss;
    this.fees = other.fees;
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

export class OrderSums {
  readonly buys = new SideSums();
  readonly sells = new SideSums();
  readonly lineOfBuys = new OrderLine();
  readonly lineOfSells = new OrderLine();
  /** What they were counted with; once it is another one, they are counted anew. */
  private mark = NaN;
  private takerRate = 0;
  private mode: PositionMode = 'ONE_WAY';

  /** Whether they hold for this mark, rate and mode, exactly. */
  isFresh(contract: Contract, mode: PositionMode): boolean {
    return (
      this.mark === contract.markUnits && this.takerRate === contract.parameters.takerFeeRate && this.mode === mode
    );
  }

  /** Counts them anew. False: a figure may not be exact. */
  recount(orders: OrderPool, contract: Contract, mode: PositionMode, live: Iterable<number>): boolean {
    this.buys.clear();
    this.sells.clear();
    this.lineOfBuys.length = 0;
    this.lineOfSells.length = 0;
    this.mark = contract.markUnits;
    this.takerRate = contract.parameters.takerFeeRate;
    this.mode = mode;
    for (const order of live) this.change(orders, contract, mode, order, 1);
    return !Number.isNaN(this.mark);
  }

  /** An order enters (1) or leaves (-1); one that changes leaves as it was and enters as it is. */
  change(orders: OrderPool, contract: Contract, mode: PositionMode, order: number, sign: number): void {
    if (!this.isFresh(contract, mode)) {
      this.forget();
      return;
    }
    const at = order * INT_STRIDE;
    const flags = orders.int[at + FLAGS];
    const side = sideOf(flags);
    if (isReduceOnly(flags) || !opens(mode, side, positionSideOf(flags))) return;
    const sums = side === BUY ? this.buys : this.sells;
    const key = orders.int[at + KEY];
    sums.change(contract, side, key < 0 ? -key : key, orders.num[order * NUM_STRIDE + LOTS], sign);
    const line = side === BUY ? this.lineOfBuys : this.lineOfSells;
    if (sign === 1) line.insert(orders, order);
    else line.remove(orders, order);
    if (!sums.isExact) this.forget();
  }

  private forget(): void {
    this.mark = NaN;
  }
}

const LONG_PLACE = POSITION_SIDES.indexOf('LONG');
const SHORT_PLACE = POSITION_SIDES.indexOf('SHORT');

/** In hedge mode an order opens the position of its own direction only. */
export function opens(mode: PositionMode, side: number, positionSide: number): boolean {
  return mode === 'ONE_WAY' || positionSide === (side === BUY ? LONG_PLACE : SHORT_PLACE);
}
