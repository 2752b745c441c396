/**
 * Amounts of perpetuals, as core/fixed.ts and unit-checks.ts count them: whole numbers from 0 to 2^53 - 1, which doubles hold exactly. What passes
 * that is Infinity, which no limit lets through.
 */
import { MAX_UNITS } from './records.ts';

/** 1, as a rate, and as a quantity (core/fixed.ts). */
export const RATE_ONE: f64 = 100000000;

/**
 * ceil(a * b / 10^8), as mulDivCeil of core/fixed.ts; both from 0 to 2^53 - 1. A price times a quantity, or an amount times a rate.
 */
export function timesCeil(a: f64, b: f64): f64 {
  const product = a * b;
  // Below 2^53 both the product and the next whole number behind the quotient are exact.
  if (product <= MAX_UNITS) return Math.ceil(product / RATE_ONE);
  const wholeA = Math.floor(a / RATE_ONE);
  const wholeB = Math.floor(b / RATE_ONE);
  const partA = a - wholeA * RATE_ONE;
  const partB = b - wholeB * RATE_ONE;
  // a * b = 10^8 * (wholeA * b + partA * wholeB) + partA * partB, and only the last product is divided.
  const one = RATE_ONE as u64;
  const rest = ((partA as u64) * (partB as u64) + one - 1) / one;
  // A sum that is rounded passes 2^53 - 1.
  const quotient = wholeA * b + partA * wholeB + (rest as f64);
  return quotient <= MAX_UNITS ? quotient : Infinity;
}

/** ceil(units / by); units not negative, or Infinity; by from 1 to 1000 or so. */
export function divCeil(units: f64, by: f64): f64 {
  // The quotient may be rounded up to the next whole number: then nothing is left, or less.
  const quotient = Math.floor(units / by);
  return units - quotient * by > 0 ? quotient + 1 : quotient;
}

/** floor(whole * part / all): whole and of up to 2^53 - 1, part from 0 to all, and all above 0. */
export function shareFloor(whole: f64, part: f64, all: f64): f64 {
  return share(whole, part, all, 0);
}

/** The same rounded up. */
export function shareCeil(whole: f64, part: f64, all: f64): f64 {
  return share(whole, part, all, 1);
}

function share(whole: f64, part: f64, all: f64, up: i64): f64 {
  const divisor = all as i64;
  // The quotient is at most some units off: what the product is more than it is small, and exact, although both products pass 64 bits.
  let quotient = Math.floor((whole * part) / all) as i64;
  let rest = (whole as i64) * (part as i64) - quotient * divisor;
  while (rest < 0) {
    quotient -= 1;
    rest += divisor;
  }
  while (rest >= divisor) {
    quotient += 1;
    rest -= divisor;
  }
  return (rest > 0 ? quotient + up : quotient) as f64;
}

/** A sum that may be rounded becomes Infinity, before a division hides that it was. */
export function exact(sum: f64): f64 {
  return sum <= MAX_UNITS ? sum : Infinity;
}
