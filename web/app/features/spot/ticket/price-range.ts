/** Between which prices the engine takes an order's prices (trading A4.1, A4.5 to A4.7). Prices in 10^-8. */
import { ceilShift, floorShift, MAX_TICKS } from '@agio/core/formulas';
import { decimal } from '../../../../ui/decimal.ts';
import type { Pair, Side } from '../../../api/types.ts';
import { SCALE, units } from '../../../terminal/ticket/typed-units.ts';

export interface PriceRange {
  readonly lowest: bigint;
  readonly highest: bigint;
}

/** What any price of the market keeps to, a trigger as well. */
export function marketRange({ minPrice, maxPrice, tickSize }: Pair): PriceRange {
  const most = BigInt(MAX_TICKS) * units(tickSize);
  const highest = units(maxPrice);
  return { lowest: units(minPrice), highest: highest === 0n || highest > most ? most : highest };
}

/** What a limit keeps to besides: not too far from `reference`, the last price or the order's own trigger; 0 while that is not known. */
export function limitRange(pair: Pair, side: Side, reference: bigint): PriceRange {
  const market = marketRange(pair);
  if (reference === 0n) return market;
  const { minBuyPriceOffset, maxSellPriceOffset, priceProtectScope } = pair;
  const tick = units(pair.tickSize);
  const ticks = Number(reference / tick);
  const protect = rateOf(priceProtectScope);
  const [below, above] = side === 'BUY' ? [rateOf(minBuyPriceOffset), protect] : [-protect, rateOf(maxSellPriceOffset)];
  const lowest = below === 0 ? 0n : BigInt(ceilShift(ticks, below)) * tick;
  const highest = above === 0 ? market.highest : BigInt(floorShift(ticks, above)) * tick;
  return {
    lowest: lowest > market.lowest ? lowest : market.lowest,
    highest: highest < market.highest ? highest : market.highest,
  };
}

/** 10^-8; may be below zero. */
function rateOf(rate: string): number {
  return Number(decimal(rate, SCALE));
}
