/**
 * A market's grid. Inside it a price is a number of ticks and a quantity a number of lots, and the amount of a trade is
 * `ticks * lots * unit` exactly: a market is valid only if that never needs rounding (trading 0.2).
 */
import { MAX_UNITS, PRICE_SCALE } from '../fixed.ts';

export interface Grid {
  readonly tickSize: number;
  readonly stepSize: number;
  /** Quote units of one lot at one tick. */
  readonly unit: number;
}

/** The grid of a market, or null when its numbers do not fit one (trading 0.2). */
export function gridOf(tickSize: number, stepSize: number, baseScale: number, quoteScale: number): Grid | null {
  if (!isPositive(tickSize) || !isPositive(stepSize)) return null;
  if (decimals(tickSize, PRICE_SCALE) + decimals(stepSize, baseScale) > quoteScale) return null;
  const divisor = 10n ** BigInt(PRICE_SCALE + baseScale);
  const unit = (BigInt(tickSize) * BigInt(stepSize) * 10n ** BigInt(quoteScale)) / divisor;
  return unit > BigInt(MAX_UNITS) ? null : { tickSize, stepSize, unit: Number(unit) };
}

/** How many decimals a number of 10^-scale needs. */
export function decimals(units: number, scale: number): number {
  let rest = units;
  let left = scale;
  while (left > 0 && rest % 10 === 0) {
    rest /= 10;
    left -= 1;
  }
  return left;
}

function isPositive(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
