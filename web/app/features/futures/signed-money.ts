import { formatUnits } from '../../../ui/decimal.ts';
import { formatNumber } from '../../../ui/format.ts';

/** Units of 10^-8 with two decimals and a sign: gains are not shown by color alone. */
export function signedMoney(units: bigint): string {
  const size = formatNumber(formatUnits(units < 0n ? -units : units, 8), 2);
  return `${units > 0n ? '+' : units < 0n ? '−' : ''}${size}`;
}
