/** The lead's share of a follower's profit (trading D5). Amounts 10^-8 quote, the ratio 10^-8. */
import { ceilDiv, floorDiv, max, min, ONE } from './rounding.ts';

/** Realised profit net of fees and funding; open losses count, open gains do not. */
export function shareBase(realised: bigint, unrealised: bigint): bigint {
  return realised + min(0n, unrealised);
}

/** What the lead has earned above the high-water mark: floor(ratio * max(0, base - HWM)). */
export function accruedFloor(ratio: bigint, base: bigint, highWater: bigint): bigint {
  return floorDiv(ratio * max(0n, base - highWater), ONE);
}

/** HOLD after an adjustment: down at once, up only out of what may leave the wallet. */
export function adjustHold(hold: bigint, accrued: bigint, transferable: bigint): bigint {
  return accrued <= hold ? accrued : hold + min(accrued - hold, max(0n, transferable));
}

/**
 * The high-water mark after a settlement paid `hold`. What was not held back yet stays owed: the mark rises only by the
 * profit that was shared, rounded up, so that no profit is shared twice.
 */
export function settledHighWaterCeil(input: {
  readonly highWater: bigint;
  readonly base: bigint;
  readonly hold: bigint;
  readonly accrued: bigint;
  readonly ratio: bigint;
}): bigint {
  const { highWater, base, hold, accrued, ratio } = input;
  if (hold === accrued && base > highWater) return base;
  return hold === 0n ? highWater : highWater + ceilDiv(hold * ONE, ratio);
}

/** The platform's part of a payment, rounded up; the lead gets the rest. */
export function platformPartCeil(paid: bigint, rate: bigint): bigint {
  return ceilDiv(paid * rate, ONE);
}
