/** What a small balance gives when the house takes it over (trading C7). */
import { RATE_ONE } from '../fixed.ts';
import { ceilDiv } from './rounding.ts';

/** The coin that small balances become. */
export const DUST_INTO = 'USDT';
/** A balance of this worth is never small, whatever the smallest order of its market is. In whole coins of DUST_INTO. */
export const DUST_LIMIT = 10;
/** Share of the worth that the house keeps: 1 %, a rate of 10^-8. */
export const DUST_FEE_RATE = RATE_ONE / 100;

/** The market in which a coin is priced in DUST_INTO. Units of the ledger. */
export interface DustMarket {
  /** Price of the last trade, in ticks. */
  readonly lastTicks: number;
  /** Units of the coin in one lot. */
  readonly stepSize: number;
  /** Units of DUST_INTO for one lot at one tick. */
  readonly unit: number;
  /** Of an order, in units of the coin, and of DUST_INTO; 0: none. */
  readonly minVolume: number;
  readonly minAmount: number;
}

export interface DustGain {
  /** At the last price, rounded down. */
  readonly value: bigint;
  /** Part of the value that the house keeps, rounded up. */
  readonly fee: bigint;
  /** What the user gets: the rest. */
  readonly received: bigint;
}

/**
 * What a balance of `available` units gives; null if it is not small: an order could sell it, or it is worth `limit` units or
 * more; null as well if nothing would be left of it.
 */
export function dustGain(available: bigint, market: DustMarket, limit: bigint): DustGain | null {
  const { stepSize, minVolume, minAmount } = market;
  // Units of DUST_INTO for one lot at the last price: exact, since a market's grid never rounds (trading 0.2).
  const lotValue = BigInt(market.lastTicks) * BigInt(market.unit);
  const lots = available / BigInt(stepSize);
  const isSellable = lots > 0n && lots * BigInt(stepSize) >= BigInt(minVolume) && lots * lotValue >= BigInt(minAmount);
  const value = (available * lotValue) / BigInt(stepSize);
  if (isSellable || value >= limit) return null;
  const fee = ceilDiv(value * BigInt(DUST_FEE_RATE), BigInt(RATE_ONE));
  return value > fee ? { value, fee, received: value - fee } : null;
}
