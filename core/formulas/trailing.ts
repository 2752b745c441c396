/** Where trailing stops fire (trading A1.3, B15). */
import { BIPS_ONE } from '../fixed.ts';
import { ceilDiv, ONE } from './rounding.ts';

/**
 * The first tick, seen from the extreme, at which a trailing stop of spot fires. A sell follows the highest price and fires at or below
 * it, a buy the lowest and at or above it: the core compares without rounding, and this is the tick where its comparison turns.
 */
export function trailingFiresAtTicks(isBuy: boolean, extremeTicks: number, deltaBips: number): number {
  return isBuy
    ? Math.ceil((extremeTicks * (BIPS_ONE + deltaBips)) / BIPS_ONE)
    : Math.floor((extremeTicks * (BIPS_ONE - deltaBips)) / BIPS_ONE);
}

export interface PerpTrail {
  readonly isBuy: boolean;
  readonly extreme: bigint;
  readonly callbackRate: bigint;
  readonly tick: bigint;
}

/** The same of a perpetual, as a price: last, mark and index are multiples of its tick. */
export function trailingFiresAt({ isBuy, extreme, callbackRate, tick }: PerpTrail): bigint {
  const level = extreme * (isBuy ? ONE + callbackRate : ONE - callbackRate);
  const grid = ONE * tick;
  return (isBuy ? ceilDiv(level, grid) : level / grid) * tick;
}
