/** By how much a price moved since the open of its day and how far it went, from the price that is shown and not from an older one. */
import { decimal, formatUnits } from '../../ui/decimal.ts';

const PRICE_DECIMALS = 8;

export interface DayChange {
  readonly change: string;
  /** With two decimals, rounded half away from zero as the exchange rounds it. */
  readonly changePercent: string;
}

/** A market that never traded has no open: it did not move. */
export function dayChange(lastPrice: string, openPrice: string): DayChange {
  const [last, open] = [decimal(lastPrice, PRICE_DECIMALS), decimal(openPrice, PRICE_DECIMALS)];
  if (last === 0n || open === 0n) return { change: '0', changePercent: '0' };
  const change = last - open;
  const size = ((change < 0n ? -change : change) * 20_000n + open) / (2n * open);
  return {
    change: formatUnits(change, PRICE_DECIMALS),
    changePercent: formatUnits(change < 0n ? -size : size, 2),
  };
}

export interface DayRange {
  readonly highPrice: string;
  readonly lowPrice: string;
}

/** Prices of the day that its figures may not know yet are within them as well. A market that never traded has no range: "0". */
export function dayRange(told: DayRange, prices: readonly string[]): DayRange {
  let { highPrice, lowPrice } = told;
  let [high, low] = [decimal(highPrice, PRICE_DECIMALS), decimal(lowPrice, PRICE_DECIMALS)];
  for (const text of prices) {
    const price = decimal(text, PRICE_DECIMALS);
    if (price === 0n) continue;
    if (price > high) [high, highPrice] = [price, text];
    if (low === 0n || price < low) [low, lowPrice] = [price, text];
  }
  return { highPrice, lowPrice };
}
