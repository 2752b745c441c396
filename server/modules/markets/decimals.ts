/** Decimal text to ledger units, with the two ways it can fail told apart. */
import { parseUnits } from '@agio/core/fixed';

/** `TOO_FINE`: more decimals than the scale has. `TOO_LARGE`: past 2^53 - 1 units. `text` is a plain decimal. */
export function readUnits(text: string, scale: number): number | 'TOO_FINE' | 'TOO_LARGE' {
  const units = parseUnits(text, scale);
  if (units !== null) return units;
  const decimals = (text.split('.')[1] ?? '').replace(/0+$/, '').length;
  return decimals > scale ? 'TOO_FINE' : 'TOO_LARGE';
}
