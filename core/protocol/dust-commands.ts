/** Small balances that become USDT (trading C7). */
import type { Amount, Price, Rate } from '../fixed.ts';
import type { Keyed } from './words.ts';

/** Gives the house all that is free in SPOT of each of these coins, for USDT. Answers what the user received. */
export interface ConvertDust extends Keyed {
  readonly kind: 'ConvertDust';
  readonly uid: number;
  readonly coins: readonly string[];
  /** The least that the user agreed to receive for all of them, in units of USDT. */
  readonly minReceived: Amount;
}

/** What a small balance would give now. Units of the coin, and of USDT. */
export interface DustCoin {
  readonly asset: string;
  readonly scale: number;
  /** All that is free in SPOT. */
  readonly amount: bigint;
  readonly price: Price;
  readonly value: bigint;
  readonly fee: bigint;
  readonly received: bigint;
}

export interface DustView {
  readonly into: string;
  readonly feeRate: Rate;
  /** Balances of this worth are never small; units of `into`. */
  readonly limit: Amount;
  /** When the user may convert again; 0: now. */
  readonly waitsUntilMs: number;
  readonly coins: readonly DustCoin[];
}
