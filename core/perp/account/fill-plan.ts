/** What a fill would make of a position (trading B4): computed first, so that it can be judged before it happens. */
import { BUY } from '../../book/order-pool.ts';
import { type Direction, increase, type Position, reduce } from '../../formulas/perp/position.ts';
import { min } from '../../formulas/rounding.ts';
import type { Holding, OpenPosition } from './accounts.ts';
import type { PositionSide } from '../../protocol/words.ts';

export interface FillPlan {
  readonly side: PositionSide;
  readonly before: OpenPosition | null;
  /** Quantity that closes, and the gain or loss that it realises. */
  readonly closing: bigint;
  readonly realised: bigint;
  /** Quantity that opens, in this direction. */
  readonly opening: bigint;
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
 * What a fill of `quantity` at `price` would do to the position of its side: close first, then open the other way (trading B4). Changes
 * nothing.
 */
export function planFill(
  holding: Holding,
  side: number,
  positionSide: PositionSide,
  quantity: bigint,
  price: bigint,
): FillPlan {
  const before = holding.position(positionSide);
  const direction = directionOf(side);
  const closing = closingPart(holding, side, positionSide, quantity);
  const opening = quantity - closing;
  let realised = 0n;
  let next: Position | null = before;
  if (before !== null && closing > 0n) {
    const reduction = reduce(before, closing, price);
    realised = reduction.realised;
    next = reduction.position;
  }
  if (opening > 0n) next = increase(next ?? { direction, quantity: 0n, cost: 0n }, opening, price);
  return { side: positionSide, before, closing, realised, opening, direction, next };
}
