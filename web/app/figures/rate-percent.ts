import { decimal } from '../../ui/decimal.ts';

/** A rate as a percentage without losing a digit: 0.001 is 0.1%, -0.00005 is -0.005%. */
export function ratePercent(rate: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(rate) ?? [];
  const digits = fraction.padEnd(2, '0');
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${sign}${percent}${rest && `.${rest}`}%`;
}

/** The most digits that a rate has. */
const RATE_SCALE = 10;

/** The rates of several markets: one where all have the same, else the lowest and the highest. */
export function rateRange(rates: readonly string[]): string {
  const sorted = rates.toSorted((a, b) => Number(decimal(a, RATE_SCALE) - decimal(b, RATE_SCALE)));
  const [low = '', high = ''] = [sorted.at(0), sorted.at(-1)].map((rate = '') => ratePercent(rate));
  return low === high ? low : `${low}–${high}`;
}
