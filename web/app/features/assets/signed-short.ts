import { decimal, formatUnits } from '../../../ui/decimal.ts';
import { formatNumber, signOf } from '../../../ui/format.ts';

/** At most five letters and a sign, for narrow places: 9.99, 99.9, 999, 1.2K, 12K, 4.5M. Cut, never rounded. */
export function signedShort(amount: string): string {
  const size = decimal(amount.replace('-', ''), 2);
  const steps: readonly (readonly [bigint, string])[] = [
    [10n ** 11n, 'B'],
    [10n ** 8n, 'M'],
    [10n ** 5n, 'K'],
  ];
  const [unit, letter] = steps.find(([least]) => size >= least) ?? [100n, ''];
  const sign = size === 0n ? '' : signOf(amount) > 0 ? '+' : '−';
  const decimals = letter === '' ? (size < 1_000n ? 2 : size < 10_000n ? 1 : 0) : size < unit * 10n ? 1 : 0;
  return sign + formatNumber(formatUnits((size * 100n) / unit, 2), decimals) + letter;
}
