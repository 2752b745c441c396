/** What a fill would make of a position (trading B4): computed first, so that it can be judged before it happens. */
import { BUY } from '../../book/order-pool.ts';
import { type Direction, type Position, reduceAtValue } from '../../formulas/perp/position.ts';
import { min, notionalOf } from '../../formulas/rounding.ts';
import type { Contract } from '../contract/contract.ts';
import type { Holding, OpenPosition } from './accounts.ts';
import type { PositionSide } from '../../protocol/words.ts';

/** What changes hands in one fill: the same for both sides. */
export interface Deal {
  readonly ticks: number;
  readonly lots: number;
  readonly price: bigint;
  readonly quantity: bigint;
  /** Quantity times price, exactly, in units of the settlement asset, and the same as a number. */
  readonly value: bigint;
  readonly amount: number;
}

/** The grid is chosen so that the product comes out even, and orders so that a double holds it. */
export function dealOf(contract: Contract, ticks: number, lots: number): Deal {
  const amount = ticks * lots * contract.unit;
  const [price, quantity] = [contract.priceOf(ticks), contract.quantityOf(lots)];
  return { ticks, lots, price, quantity, value: BigInt(amount), amount };
}

export interface FillPlan {
  readonly side: PositionSide;
  readonly before: OpenPosition | null;
  /** Quantity that closes, and the gain or loss that it realises. */
  readonly closing: bigint;
  readonly realised: bigint;
  /** Quantity that opens, in this direction, and its cost. */
  readonly opening: bigint;
  readonly opened: bigint;
  readonly direction: Direction;
  /** What is open afterwards. */
  readonly next: Position | null;
}

/** Which way an order's fills open, and which position they close first. */
export function directionOf(side: number): Direction {
  return side === BUY ? 1n : -1n;
}

/** How much of a quantity would close: all of it in one-way mode up to the opposite position, in hedge mode by its side. */
export function closingPart(holding: Holding, side: number, positionSide: PositionSide, quantity: bigint): bigint {
  const position = holding.position(positionSide);
  const direction = directionOf(side);
  if (positionSide !== 'BOTH') {
    const opens = (positionSide === 'LONG') === (direction === 1n);
    return opens ? 0n : min(quantity, position?.quantity ?? 0n);
  }
  return position === null || position.direction === direction ? 0n : min(quantity, position.quantity);
}

/**
 * What a fill of `quantity` at `price`, which come to `value`, would do to the position of its side: close first, then open the other way
 * (trading B4). Changes nothing.
 */
export function planFill(
  holding: Holding,
  side: number,
  positionSide: PositionSide,
  quantity: bigint,
  price: bigint,
  value = notionalOf(quantity, price),
): FillPlan {
  const before = holding.position(positionSide);
  const direction = directionOf(side);
  const closing = closingPart(holding, side, positionSide, quantity);
  if (before === null || closing === 0n) {
    const next =
      before === null
        ? { direction, quantity, cost: value }
        : { direction: before.direction, quantity: before.quantity + quantity, cost: before.cost + value };
    return { side: positionSide, before, closing, realised: 0n, opening: quantity, opened: value, direction, next };
  }
  const opening = quantity - closing;
  const { realised, position } = reduceAtValue(before, closing, opening === 0n ? value : notionalOf(closing, price));
  const opened = opening === 0n ? 0n : notionalOf(opening, price);
  const next = opening === 0n ? position : { direction, quantity: opening, cost: opened };
  return { side: positionSide, before, closing, realised, opening, opened, direction, next };
}
