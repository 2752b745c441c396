/**
 * A balance as two doubles, `high * LIMB + low` with 0 <= low < LIMB: it never overflows, one posting never divides, and almost every high
 * limb is 0. The low limb stands first.
 */
import { MAX_UNITS } from '../fixed.ts';
import { assert } from '../protocol/invariant.ts';

/** 2^52. */
export const LIMB = 4_503_599_627_370_496;
const LIMB_BIG = BigInt(LIMB);

/** The balance of two limbs. */
export const balanceOfLimbs = (low: number, high: number): bigint =>
  high === 0 ? BigInt(low) : BigInt(high) * LIMB_BIG + BigInt(low);

/** Writes a balance of any size. */
export function putLimbs(cells: Float64Array, at: number, units: bigint): void {
  const low = BigInt.asUintN(52, units);
  cells[at] = Number(low);
  cells[at + 1] = Number((units - low) / LIMB_BIG);
}

/** `amount` is a safe integer, not negative. */
export function addToLimbs(cells: Float64Array, at: number, amount: number): void {
  assert(amount >= 0 && amount <= MAX_UNITS, 'what a bucket is given lies between 0 and 2^53 - 1');
  let rest = amount;
  if (rest >= LIMB) {
    rest -= LIMB;
    cells[at + 1] += 1;
  }
  const low = cells[at] + rest;
  if (low >= LIMB) {
    cells[at] = low - LIMB;
    cells[at + 1] += 1;
  } else {
    cells[at] = low;
  }
}

/** As `addToLimbs`. What is not there leaves the high limb below 0. */
export function takeFromLimbs(cells: Float64Array, at: number, amount: number): void {
  assert(amount >= 0 && amount <= MAX_UNITS, 'what is taken from a bucket lies between 0 and 2^53 - 1');
  let rest = amount;
  if (rest >= LIMB) {
    rest -= LIMB;
    cells[at + 1] -= 1;
  }
  const low = cells[at] - rest;
  if (low < 0) {
    cells[at] = low + LIMB;
    cells[at + 1] -= 1;
  } else {
    cells[at] = low;
  }
}
