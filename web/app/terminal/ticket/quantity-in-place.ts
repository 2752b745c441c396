import { fitNumber, formatNumber } from '../../../ui/format.ts';

/** A longer quantity ends in +. */
const QUANTITY_CHARACTERS = 14;
const MOST_DECIMALS = 5;

/** A quantity of the book and of the trades, where one stands under the other in a narrow column. */
export function quantityInPlace(quantity: string, precision: number): string {
  return fitNumber(formatNumber(quantity, Math.min(precision, MOST_DECIMALS)), QUANTITY_CHARACTERS);
}
