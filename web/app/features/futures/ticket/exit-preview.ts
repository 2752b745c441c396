/** What an exit that is typed beside an order would bring. Amounts are units of 10^-8. */
import { notionalOf, ONE } from '@agio/core/formulas';
import type { Side } from '../../../api/types.ts';
import { isSet, units } from '../../../terminal/ticket/typed-units.ts';
import { feeOf } from '../tables/closing.ts';

interface Opening {
  readonly side: Side;
  readonly quantity: bigint;
  /** What it is expected to open at; 0 while that is not known. */
  readonly price: bigint;
  /** Of a taker, 10^-8: an exit closes at the market. */
  readonly feeRate: bigint;
}

export interface ExitPreview {
  /** From the price of opening, in 10^-8 of 1; below zero where it lies lower. */
  readonly moved: bigint;
  /** Gain or loss after the fee of closing, as its line on the chart tells it once it stands; null while no amount is typed. */
  readonly result: bigint | null;
}

/** Null while there is no price on one of both sides. */
export function exitPreview(typed: string, { side, quantity, price, feeRate }: Opening): ExitPreview | null {
  if (!isSet(typed) || price === 0n) return null;
  const way = units(typed) - price;
  const size = notionalOf(quantity, way < 0n ? -way : way);
  const isGain = way > 0n === (side === 'BUY');
  const result = (isGain ? size : -size) - feeOf(quantity, units(typed), feeRate);
  return { moved: (way * ONE) / price, result: quantity === 0n ? null : result };
}
