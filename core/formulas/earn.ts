/** Interest (trading C3, growth 6): a year has 365 days, 8,760 hours. Amounts are ledger units, rates 10^-8 a year; rounded down. */
import { floorDiv, max, min, ONE } from './rounding.ts';

const YEAR_HOURS = 8_760n;
const YEAR_DAYS = 365n;

/** The slice of a balance from `from` to `to` earns `rate`; above the last slice nothing does. */
export interface EarnTier {
  readonly from: bigint;
  readonly to: bigint;
  readonly rate: bigint;
}

/** One hour of a flexible deposit, on the lowest balance of the hour: each slice at its own rate, rounded once. */
export function hourInterestFloor(balance: bigint, tiers: readonly EarnTier[]): bigint {
  const exact = tiers.reduce((sum, { from, to, rate }) => sum + max(0n, min(balance, to) - from) * rate, 0n);
  return floorDiv(exact, YEAR_HOURS * ONE);
}

/** A term of whole days, and a voucher that raises its rate. */
export function termInterestFloor(principal: bigint, rate: bigint, days: bigint): bigint {
  return floorDiv(principal * rate * days, YEAR_DAYS * ONE);
}
