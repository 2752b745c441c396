/** The funding rate of an interval and what each position pays (trading B10). */
import { ceilDiv, floorDiv, max, min, ONE, roundDiv } from '../rounding.ts';

/** How far the interest pulls the premium: ± 0.05 %. */
const PULL = 50_000n;
const EIGHT_HOURS = 8n;
/** Of the first tier's maintenance rate, in percent. */
const CAP_SHARE = 75n;

/**
 * The largest funding rate of a contract in either direction, 10^-8: as configured, or where that is 0 three quarters of the first
 * tier's maintenance rate, rounded down (trading B10).
 */
export function fundingCapOf(configured: bigint, firstTierRate: bigint): bigint {
  return configured !== 0n ? configured : (firstTierRate * CAP_SHARE) / 100n;
}

export interface FundingInput {
  /** Premium samples of the interval, minute by minute, 10^-8; null where the book was too thin. */
  readonly samples: readonly (bigint | null)[];
  /** Interest per 8 hours, 10^-8 (0.01 % = 10_000). */
  readonly interest: bigint;
  readonly intervalHours: bigint;
  /** Largest rate in either direction. */
  readonly cap: bigint;
}

/** F = avg + clamp(I - avg, ± 0.05 %), divided by 8/h, capped, rounded half away from zero to 8 decimals. */
export function fundingRate({ samples, interest, intervalHours, cap }: FundingInput): bigint {
  let weighted = 0n;
  let weights = 0n;
  samples.forEach((sample, index) => {
    if (sample === null) return;
    const weight = BigInt(index + 1);
    weighted += weight * sample;
    weights += weight;
  });
  // avg is the fraction weighted / weights; everything is kept over `weights` until the one rounding at the end.
  const bottom = weights === 0n ? 1n : weights;
  const pull = min(max(interest * bottom - weighted, -PULL * bottom), PULL * bottom);
  const rate = roundDiv((weighted + pull) * intervalHours, bottom * EIGHT_HOURS);
  return min(max(rate, -cap), cap);
}

export interface FundingPosition {
  readonly direction: 1n | -1n;
  readonly quantity: bigint;
}

/** What a position pays (negative) or gets (positive): the payer's share rounded up, the receiver's down. */
export function fundingAmount(position: FundingPosition, mark: bigint, rate: bigint): bigint {
  const exact = -position.direction * position.quantity * mark * rate;
  const bottom = ONE * ONE;
  return exact < 0n ? -ceilDiv(-exact, bottom) : floorDiv(exact, bottom);
}

/** The most steps of a position for which `fundingUnits` answers: below it each product of two parts is a safe integer. */
const MOST_STEPS = 90_000_000;
const PART = Number(ONE);

/** What one step of quantity pays in a settlement, taken apart so that whole positions come out in doubles: step * M * |F|. */
export interface FundingParts {
  /** Base units of one step. */
  readonly step: number;
  /** In quote units: whole ones, then twice eight decimals. */
  readonly whole: number;
  readonly high: number;
  readonly low: number;
  /** Whether longs pay (the rate is above 0). */
  readonly isPaidByLongs: boolean;
}

/** `mark` and `rate` in 10^-8, the step in base units; `whole` may be too large for `fundingUnits` to answer anything. */
export function fundingParts(step: bigint, mark: bigint, rate: bigint): FundingParts {
  const exact = step * mark * (rate < 0n ? -rate : rate);
  const high = (exact / ONE) % ONE;
  return {
    step: Number(step),
    whole: Number(exact / (ONE * ONE)),
    high: Number(high),
    low: Number(exact % ONE),
    isPaidByLongs: rate > 0n,
  };
}

/**
 * `fundingAmount` of a position of `quantity` base units (a safe integer), without BigInt; NaN where it may not be exact in doubles, and
 * `fundingAmount` has to be asked.
 */
export function fundingUnits(quantity: number, isLong: boolean, parts: FundingParts): number {
  const { whole, high, low, isPaidByLongs } = parts;
  const steps = quantity / parts.step;
  // The quotient of two safe integers is whole only where it divides.
  if (steps > MOST_STEPS || steps !== Math.floor(steps)) return NaN;
  const lows = steps * low;
  const carry = Math.floor(lows / PART);
  const highs = steps * high + carry;
  const units = Math.floor(highs / PART);
  const amount = steps * whole + units;
  if (!(amount < Number.MAX_SAFE_INTEGER)) return NaN;
  if (isLong !== isPaidByLongs) return amount;
  const isWhole = units * PART === highs && carry * PART === lows;
  return isWhole ? 0 - amount : -amount - 1;
}
