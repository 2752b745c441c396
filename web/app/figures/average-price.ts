import { formatNumber } from '../../ui/format.ts';

/** An average lies between ticks: with so many decimals more than a price has, a result can be computed again from it. */
const MORE_DECIMALS = 4;

/** An average price: cut like every figure, with at least the decimals of a price, and beyond them without zeros at its end. */
export function formatAverage(text: string, priceDecimals: number): string {
  const [whole = '0', fraction = ''] = formatNumber(text, priceDecimals + MORE_DECIMALS).split('.');
  const kept = fraction.slice(0, priceDecimals) + fraction.slice(priceDecimals).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
