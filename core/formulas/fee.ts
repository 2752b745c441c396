/** Trading fees (trading A5.3): what a user pays is rounded up, what a user gets is rounded down; the house takes or gives the rest. */
import { rateCeil, rateFloor, rateRest, RATE_ONE } from '../fixed.ts';

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
