import { formatPercent, formatSigned } from '../../../ui/format.ts';

interface DayChange {
  readonly change: string;
  readonly changePercent: string;
}

/**
 * By how much a price moved within a day, and that as a share of it. With all decimals of a price, so that its digits keep their places
 * while it moves. Undefined before the first prices came.
 */
export function dayChangeText(day: DayChange | undefined, priceDecimals: number): string {
  return `${formatSigned(day?.change ?? '0', priceDecimals)} · ${formatPercent(day?.changePercent ?? '0')}`;
}
