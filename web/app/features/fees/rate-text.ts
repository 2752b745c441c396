import { decimal, formatUnits } from '../../../ui/decimal.ts';

const SCALE = 8;

/** "0.0005" is 0.05%; a maker who is paid has a minus. Nothing is rounded. */
export function rateText(rate: string): string {
  const isNegative = rate.startsWith('-');
  const percent = formatUnits(decimal(isNegative ? rate.slice(1) : rate, SCALE) * 100n, SCALE);
  return `${isNegative ? '−' : ''}${percent}%`;
}
