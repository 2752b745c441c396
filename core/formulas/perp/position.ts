/**
 * A position by quantity and exact cost (trading B4). The cost is the sum of price × quantity of the open part; the average
 * entry price is only shown, never counted with.
 */
import { ceilDiv, floorDiv, notionalOf, ONE } from '../rounding.ts';
import type { DirectionName } from '../../protocol/words.ts';

/** +1 long, -1 short. */
export type Direction = 1n | -1n;

export function directionName(direction: Direction): DirectionName {
  return direction === 1n ? 'LONG' : 'SHORT';
}

export function directionOf(name: DirectionName): Direction {
  return name === 'LONG' ? 1n : -1n;
}

export interface Position {
  readonly direction: Direction;
  readonly quantity: bigint;
  readonly cost: bigint;
}

export interface Reduction {
  /** Null when nothing is left. */
  readonly position: Position | null;
  readonly realised: bigint;
}

/** The position with `quantity` more, bought or sold at a price: its cost grows by their product (trading B4). */
export function increase(position: Position, quantity: bigint, price: bigint): Position {
  return { ...position, quantity: position.quantity + quantity, cost: position.cost + notionalOf(quantity, price) };
}

/** Takes `quantity` (at most what is open) out at a price; realised = s * (x*P - removed cost). */
export function reduce(position: Position, quantity: bigint, price: bigint): Reduction {
  return reduceAtValue(position, quantity, notionalOf(quantity, price));
}

/** The same for a part that is closed at a value, without a trade. */
export function reduceAtValue(position: Position, quantity: bigint, value: bigint): Reduction {
  const { direction } = position;
  const isAll = quantity === position.quantity;
  // Rounding moves PnL in time only: the last part takes what is left of the cost.
  const share = direction === 1n ? ceilDiv : floorDiv;
  const removed = isAll ? position.cost : share(position.cost * quantity, position.quantity);
  return {
    position: isAll ? null : { direction, quantity: position.quantity - quantity, cost: position.cost - removed },
    realised: direction * (value - removed),
  };
}

/** s * (q*M - C). */
export function unrealised(position: Position, mark: bigint): bigint {
  return position.direction * (notionalOf(position.quantity, mark) - position.cost);
}

/** Average entry price for display, rounded down. */
export function entryPrice(position: Position): bigint {
  return floorDiv(position.cost * ONE, position.quantity);
}

/**
 * Average price at which all of a closed position was closed, for display, rounded down. What it was sold or bought back for is the cost
 * of all that was opened in its life (`entered`) plus s times its result; 0 of one that was closed below nothing.
 */
export function exitPrice(entered: Position, { realised }: { readonly realised: bigint }): bigint {
  const value = entered.cost + entered.direction * realised;
  return value <= 0n || entered.quantity === 0n ? 0n : floorDiv(value * ONE, entered.quantity);
}

/** uPnL / (C / lev) as a rate, rounded down; for display. */
export function returnOnEquity(position: Position, mark: bigint, leverage: bigint): bigint {
  return returnOfResult(unrealised(position, mark), { cost: position.cost, leverage });
}

/** A result by the margin of the cost that it was made with, as a rate, rounded down; for display. */
export function returnOfResult(
  result: bigint,
  { cost, leverage }: { readonly cost: bigint; readonly leverage: bigint },
): bigint {
  return floorDiv(result * leverage * ONE, cost);
}
