import { formatUnits } from '../../../ui/decimal.ts';
import { formatSigned } from '../../../ui/format.ts';

/** Units of 10^-8 with two decimals and a sign. */
export function signedMoney(units: bigint): string {
  return formatSigned(formatUnits(units, 8), 2);
}
