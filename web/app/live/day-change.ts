/** By how much a price moved since the open of its day, from the price that is shown and not from an older one. */
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
