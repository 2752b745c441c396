/** How far from a reference price a limit may stand (trading A4.5, A4.6, B18), for the refusal of one that stands further. */
import type { BrokenLimit } from '@agio/contracts/errors';
import type { RejectCode } from '@agio/core';
import { ceilShift, floorShift, MAX_TICKS } from '@agio/core/formulas';
import { priceText } from './service.ts';

export interface PriceBand {
  readonly tickSize: number;
  /** The price that the passive side is measured from, 10^-8. */
  readonly last: number;
  /** The price that the side which trades at once is measured from. */
  readonly center: number;
  /** Rates in 10^-8. */
  readonly rates: {
    readonly minBuyPriceOffset: number;
    readonly maxSellPriceOffset: number;
    readonly priceProtectScope: number;
  };
}

/**
 * The limit that a price broke by this code; which side of its reference it stands on says for which side of orders. Null where it keeps
 * to the band: the reference moved between the refusal and now, and a limit of now would explain nothing.
 */
export function brokenBand(code: RejectCode, price: number, band: PriceBand): Omit<BrokenLimit, 'asset'> | null {
  if (code !== 'PRICE_BAND' && code !== 'PRICE_OFFSET') return null;
  const { tickSize, last, center, rates } = band;
  const from = code === 'PRICE_BAND' ? center : last;
  // Before the first price nothing is measured.
  if (from === 0) return null;
  const ticks = Math.floor(from / tickSize);
  const [below, above] =
    code === 'PRICE_BAND'
      ? [-rates.priceProtectScope, rates.priceProtectScope]
      : [rates.minBuyPriceOffset, rates.maxSellPriceOffset];
  const least = Math.max(1, ceilShift(ticks, below)) * tickSize;
  const most = Math.min(floorShift(ticks, above), MAX_TICKS) * tickSize;
  if (price > from) return price > most ? { limit: 'price_most', value: priceText(most) } : null;
  return price < least ? { limit: 'price_least', value: priceText(least) } : null;
}
