/**
 * Trading fees: which rate a fill pays (trading A5.7), and how much that is (trading A5.3). What a user pays is rounded up, what a user
 * gets is rounded down; the house takes or gives the rest.
 */
import { rateCeil, rateFloor, rateRest, RATE_ONE } from '../fixed.ts';
import type { FeeRates } from '../protocol/commands.ts';

/** What a user may pay instead of a market's own rates. */
export interface FeeTier {
  /** Null: the market's own. */
  readonly own: FeeRates | null;
  readonly trial: FeeRates | null;
  /** UTC milliseconds; 0 without a trial. */
  readonly trialEndMs: number;
}

/** The tier of a user who pays each market's own rates. */
export const NO_TIER: FeeTier = { own: null, trial: null, trialEndMs: 0 };

/** The rates of a market unless it sets others, in 10^-8: 0.1 % of spot fills, 0.02 and 0.06 % of futures'. */
export const STANDARD_RATES = {
  spotMaker: 100_000,
  spotTaker: 100_000,
  futuresMaker: 20_000,
  futuresTaker: 60_000,
} as FeeRates;

/** Trial rates apply to commands stamped before their end. */
export function isOnTrial({ trial, trialEndMs }: FeeTier, timeMs: number): boolean {
  return trial !== null && timeMs < trialEndMs;
}

/**
 * The rate of one side of a fill in 10^-8 (trading A5.7): the user's trial rate, else their own, and never more than `most`, the
 * market's; a market that makes an exception has its own for everyone. `name` is the rate that the market charges that side.
 */
export function feeRate(
  most: number,
  hasException: boolean,
  tier: FeeTier,
  name: keyof FeeRates,
  timeMs: number,
): number {
  // The usual case first: this runs twice a fill.
  if (tier === NO_TIER || hasException) return most;
  const rates = isOnTrial(tier, timeMs) ? tier.trial : tier.own;
  return rates === null ? most : Math.min(most, rates[name]);
}

/** Fee of one fill, taken from what the side received. A negative rate is a rebate: the answer is negative. */
export function feeOfFill(received: number, rate: number): number {
  // Zero less the rebate: a rebate of nothing is 0, not -0.
  if (rate < 0) return 0 - rateFloor(received, -rate);
  const fee = rateCeil(received, rate);
  return fee < received ? fee : received;
}

/** Fee that is charged on top when all of an amount is paid at a rate that is not negative. */
export function feeOnTop(amount: number, rate: number): number {
  return rateCeil(amount, rate);
}

/**
 * Cumulative fees of one order in QUOTE mode: after each fill ceil(sum of the exact fees) has been charged. Of that sum
 * only `rest` has to be kept: what it is beyond whole units, in 10^-8 of a unit.
 */
export function nextFeeRest(amount: number, rate: number, rest: number): number {
  const exact = rate < 0 ? 0 - rateRest(amount, -rate) : rateRest(amount, rate);
  const sum = rest + exact;
  return sum < 0 ? sum + RATE_ONE : sum >= RATE_ONE ? sum - RATE_ONE : sum;
}

/** What this fill pays: ceil(sum of exact fees, this one included) less ceil(sum before). */
export function cumulativeFee(amount: number, rate: number, rest: number): number {
  const whole = rate < 0 ? 0 - rateFloor(amount, -rate) : rateFloor(amount, rate);
  const exact = rate < 0 ? 0 - rateRest(amount, -rate) : rateRest(amount, rate);
  const sum = rest + exact;
  const carry = sum < 0 ? -1 : sum >= RATE_ONE ? 1 : 0;
  const nextRest = sum - carry * RATE_ONE;
  return whole + carry + (nextRest > 0 ? 1 : 0) - (rest > 0 ? 1 : 0);
}

/** What must stay reserved for the fees of an amount still to be paid, after fees whose sum left `rest`. */
export function feeReserve(amount: number, rate: number, rest: number): number {
  const sum = rateRest(amount, rate) + rest;
  const extra = sum > RATE_ONE ? 2 : sum > 0 ? 1 : 0;
  return rateFloor(amount, rate) + extra - (rest > 0 ? 1 : 0);
}
