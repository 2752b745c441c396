/** Index and mark price (trading B8, B9) and the impact prices that funding samples. */
import { abs, floorDiv, max, min, ONE, roundDiv } from '../rounding.ts';

export interface SourcePrice {
  readonly price: bigint;
  readonly weight: bigint;
}

/** A source further than this from the median does not count (5 %). */
const FAR = 5_000_000n;

/**
 * The index of fresh sources, rounded half away from zero to `tick`; null when there is none. With one source only it must
 * lie within 5 % of the previous index, else the previous one holds.
 */
export function indexPrice(sources: readonly SourcePrice[], previous: bigint | null, tick: bigint): bigint | null {
  if (sources.length === 0) return previous;
  const [only] = sources;
  if (sources.length === 1)
    return previous === null || !isFar(only!.price, previous) ? toTick(only!.price, 1n, tick) : previous;
  if (sources.length === 2) return toTick(sources[0]!.price + sources[1]!.price, 2n, tick);
  const median = medianOf(sources.map((source) => source.price));
  const far = sources.filter((source) => isFar(source.price * 2n, median));
  if (far.length > 1) return toTick(median, 2n, tick);
  const counted = sources.filter((source) => !far.includes(source));
  const weight = counted.reduce((sum, source) => sum + source.weight, 0n);
  const weighted = counted.reduce((sum, source) => sum + source.price * source.weight, 0n);
  return toTick(weighted, weight, tick);
}

/** Twice the median, so that the middle of two stays whole. */
function medianOf(prices: readonly bigint[]): bigint {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! * 2n : sorted[middle - 1]! + sorted[middle]!;
}

/** Further than 5 % from the other price? */
export function isFar(price: bigint, from: bigint): boolean {
  return abs(price - from) * ONE > from * FAR;
}

function toTick(numerator: bigint, denominator: bigint, tick: bigint): bigint {
  return roundDiv(numerator, denominator * tick) * tick;
}

export interface MarkInput {
  readonly index: bigint;
  readonly lastFundingRate: bigint;
  readonly timeToFundingMs: bigint;
  readonly fundingIntervalMs: bigint;
  /** Basis samples of the last 30 seconds: (bid1 + ask1)/2 - index, doubled so that halves stay whole. */
  readonly doubledBasisSamples: readonly bigint[];
  readonly last: bigint;
  readonly tick: bigint;
}

/** Farthest that mark may stand from the index: 5 %. */
const MARK_CLAMP = 5_000_000n;

/** median(P1, P2, last), clamped to the index ± 5 %, rounded half away from zero to the tick. */
export function markPrice(input: MarkInput): bigint {
  const { index, lastFundingRate, timeToFundingMs, fundingIntervalMs, doubledBasisSamples, last, tick } = input;
  const p1 = index + roundDiv(index * lastFundingRate * timeToFundingMs, ONE * fundingIntervalMs);
  const count = BigInt(doubledBasisSamples.length);
  const sum = doubledBasisSamples.reduce((total, sample) => total + sample, 0n);
  const p2 = count === 0n ? index : index + roundDiv(sum, 2n * count);
  const middle = max(min(p1, p2), min(max(p1, p2), last));
  const reach = floorDiv(index * MARK_CLAMP, ONE);
  return roundDiv(min(max(middle, index - reach), index + reach), tick) * tick;
}

export type Levels = readonly (readonly [price: bigint, quantity: bigint])[];

/** Average price of filling `notional` (quote units) on a side, best level first; null when the side is too thin. Rounded half away from zero. */
export function impactPrice(levels: Levels, notional: bigint): bigint | null {
  let left = notional * ONE;
  let quantity = 0n;
  for (const [price, available] of levels) {
    const value = price * available;
    if (value >= left) {
      // The last level is taken in part: quantity = left / price, kept as a fraction.
      const top = notional * ONE * price;
      return roundDiv(top, quantity * price + left);
    }
    left -= value;
    quantity += available;
  }
  return null;
}

/** (max(0, impactBid - index) - max(0, index - impactAsk)) / index as a rate. */
export function premiumSample(impactBid: bigint, impactAsk: bigint, index: bigint): bigint {
  return roundDiv((max(0n, impactBid - index) - max(0n, index - impactAsk)) * ONE, index);
}
