/**
 * What spot orders lock (trading A5.1, A5.2) and where the ones that wait would enter (trading A4.7). Amounts in the quote's ledger
 * units, prices in ticks, rates in 10^-8. A sum is exact up to 2^53 - 1; Infinity stands for more.
 */
import { BIPS_ONE, MAX_UNITS, mulDivCeil, RATE_ONE } from '../fixed.ts';
import { feeReserve } from './fee.ts';

/** How a market takes a buyer's fee. */
export interface BuyFees {
  /** On top of what is paid, so that it has to be locked too. */
  readonly feeInQuote: boolean;
  /** The higher of the market's own rates. */
  readonly reserveRate: number;
}

/** Quote units that a buy locks while this much of its amount is still to be paid; `feeRest` as of cumulativeFee, 0 of a new order. */
export function buyReserve(fees: BuyFees, amount: number, feeRest: number): number {
  return fees.feeInQuote ? amount + feeReserve(amount, fees.reserveRate, feeRest) : amount;
}

/**
 * What a dormant market buy sets aside, fees not counted: the premium over `amount`, what its quantity costs at the stop price. Of a
 * trailing stop `amount` counts at the price it follows from, and the turn of `deltaBips` is added; otherwise that is 0.
 */
export function marketBuySetAside(amount: number, deltaBips: number, premiumFactor: number): number {
  const factor = (BIPS_ONE + deltaBips) * (RATE_ONE + premiumFactor);
  return amount > MAX_UNITS || factor > MAX_UNITS ? Infinity : mulDivCeil(amount, factor, BIPS_ONE * RATE_ONE);
}

/** The most lots that a market sell by amount may need: those that bring it at the cap (trading A4.9). `lotAmount`: a lot's worth there. */
export function lotsForAmount(quoteAmount: number, lotAmount: number): number {
  return Math.ceil(quoteAmount / lotAmount);
}

/** At which price a trailing stop fires when nothing moves, at least one tick; `fromTicks` is where it begins to follow the price. */
export function trailingTriggerTicks(isBuy: boolean, fromTicks: number, deltaBips: number): number {
  const factor = isBuy ? BIPS_ONE + deltaBips : BIPS_ONE - deltaBips;
  return Math.max(1, Math.floor((fromTicks * factor) / BIPS_ONE));
}
