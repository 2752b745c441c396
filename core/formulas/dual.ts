/**
 * Dual investment (trading C3, growth 6.3). A year has 365 days; the term is in whole minutes, 1,440 a day. Amounts are ledger
 * units of their asset, prices 10^-8 quote per whole base, rates 10^-8 a year. All that is paid is rounded down.
 */
import { floorDiv, ONE, roundDiv } from './rounding.ts';

const YEAR_MINUTES = 525_600n;
/** ONE per unit of 1 + rate * minutes / year. */
const GROWTH = ONE * YEAR_MINUTES;

export interface DualTerms {
  readonly amount: bigint;
  readonly rate: bigint;
  readonly minutes: bigint;
}

/** How many decimals the ledger keeps of each asset. */
export interface DualScales {
  readonly base: number;
  readonly quote: number;
}

/** Interest in the asset that was invested, when the order is not exercised. */
export function dualInterestFloor({ amount, rate, minutes }: DualTerms): bigint {
  return floorDiv(amount * rate * minutes, GROWTH);
}

/** SELL_HIGH that is exercised: amount * strike * (1 + y), in quote. */
export function sellHighFloor(terms: DualTerms & { strike: bigint }, scales: DualScales): bigint {
  const top = terms.amount * terms.strike * growth(terms) * 10n ** BigInt(scales.quote);
  return floorDiv(top, ONE * GROWTH * 10n ** BigInt(scales.base));
}

/** BUY_LOW that is exercised: amount / strike * (1 + y), in base. */
export function buyLowFloor(terms: DualTerms & { strike: bigint }, scales: DualScales): bigint {
  const top = terms.amount * ONE * growth(terms) * 10n ** BigInt(scales.base);
  return floorDiv(top, terms.strike * GROWTH * 10n ** BigInt(scales.quote));
}

/** At equality the order is exercised. */
export function isExercised(direction: 'SELL_HIGH' | 'BUY_LOW', settlement: bigint, strike: bigint): boolean {
  return direction === 'SELL_HIGH' ? settlement >= strike : settlement <= strike;
}

/** Mean of the samples that are valid, half away from zero; null when there are fewer than `least`. */
export function settlementPriceRound(samples: readonly bigint[], least: number): bigint | null {
  if (samples.length < least || samples.length === 0) return null;
  return roundDiv(
    samples.reduce((sum, price) => sum + price, 0n),
    BigInt(samples.length),
  );
}

/** (1 + y) times GROWTH. */
function growth({ rate, minutes }: DualTerms): bigint {
  return GROWTH + rate * minutes;
}
