/**
 * What an order would do to the book as it stands: for previews. The core itself does not ask; it trades. Prices in
 * 10^-8 quote per base, quantities and amounts in ledger units; `grid` is the market's (see scale.ts).
 */
import type { Side } from '../protocol/words.ts';
import type { Amount, Price } from '../fixed.ts';
import { marketBuyCap, marketSellCap, type SlippageLimits } from './price-bounds.ts';
import type { Grid } from './scale.ts';

export type BookSide = readonly (readonly [price: Price, quantity: Amount])[];

/** One of the two is 0. */
export interface Wanted {
  readonly quantity: Amount;
  readonly quoteAmount: Amount;
}

export interface Estimate {
  readonly quantity: bigint;
  readonly amount: bigint;
  /** amount / quantity, rounded down; 0 when nothing trades. */
  readonly averagePrice: Price;
  readonly worstPrice: Price;
  /** The book, within the cap, is deep enough. */
  readonly isComplete: boolean;
}

/** The price a market order stops at (trading A4.9); 0 when the other side is empty. */
export function marketCapPrice(
  side: Side,
  best: Price,
  limits: SlippageLimits & { tighter: number },
  grid: Grid,
): Price {
  if (best === 0) return best;
  const ticks = best / grid.tickSize;
  const cap =
    side === 'BUY' ? marketBuyCap(ticks, limits, limits.tighter) : marketSellCap(ticks, limits, limits.tighter);
  return (cap * grid.tickSize) as Price;
}

/** Walks the other side, best first, up to the cap (0 = none). Of a quantity off the grid the whole lots count. */
export function walkBook(levels: BookSide, side: Side, wanted: Wanted, cap: Price, grid: Grid): Estimate {
  let lots = 0n;
  let amount = 0n;
  let worst = 0 as Price;
  let isComplete = false;
  let lotsLeft = Math.floor(wanted.quantity / grid.stepSize);
  let amountLeft = wanted.quoteAmount;
  for (const [price, quantity] of levels) {
    if (cap !== 0 && (side === 'BUY' ? price > cap : price < cap)) break;
    const perLot = (price / grid.tickSize) * grid.unit;
    const most = wanted.quoteAmount === 0 ? lotsLeft : Math.floor(amountLeft / perLot);
    const taken = Math.min(most, quantity / grid.stepSize);
    if (taken > 0) {
      lots += BigInt(taken);
      amount += BigInt(taken) * BigInt(perLot);
      worst = price;
      lotsLeft -= taken;
      amountLeft = (amountLeft - taken * perLot) as Amount;
    }
    if (taken === most) {
      isComplete = true;
      break;
    }
  }
  const ticksTimesLots = amount / BigInt(grid.unit);
  const averagePrice = lots === 0n ? 0 : Number((ticksTimesLots * BigInt(grid.tickSize)) / lots);
  return {
    quantity: lots * BigInt(grid.stepSize),
    amount,
    averagePrice: averagePrice as Price,
    worstPrice: worst,
    isComplete,
  };
}
