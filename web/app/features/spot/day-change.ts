import { formatSigned } from '../../../ui/format.ts';

/** By how much the price moved within a day: with all decimals of a price, so that its digits keep their places while it moves. */
export function dayChangeText(change: string | undefined, priceDecimals: number): string {
  return formatSigned(change ?? '0', priceDecimals);
}
