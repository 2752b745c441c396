/**
 * How numbers look. Prices and amounts have a decimal dot and comma groups in every language. Truncated, never rounded: a screen must not show more than there is.
 */
import { decimal, formatUnits, parseDecimal } from './decimal.ts';

const CUT_MARK = '+';

/** Empty text, a lone sign and everything that is no number count as 0. */
export function normalizeNumber(text: string): string {
  const plain = text.replaceAll(',', '').trim();
  if (plain === '' || plain === '+' || plain === '-') return '0';
  const unsigned = plain.startsWith('+') ? plain.slice(1) : plain;
  return parseDecimal(unsigned, 0) === null ? '0' : unsigned;
}

/** Cuts a decimal text to `decimals` digits after the dot. */
export function truncate(text: string, decimals: number): string {
  const plain = normalizeNumber(text);
  const dot = plain.indexOf('.');
  if (dot < 0) return plain;
  const cut = decimals === 0 ? plain.slice(0, dot) : plain.slice(0, dot + 1 + decimals);
  return cut === '' || cut === '-' ? `${cut}0` : cut;
}

/** Truncates, pads to exactly `decimals` and groups the thousands: 97142.6 with 2 is 97,142.60. */
export function formatNumber(text: string, decimals: number): string {
  const [whole = '0', fraction = ''] = truncate(text, decimals).split('.');
  const padded = fraction.padEnd(decimals, '0');
  return groupThousands(whole === '' ? '0' : whole) + (decimals > 0 ? `.${padded}` : '');
}

/** Truncates to at most `decimals` and groups the thousands, without padding. */
export function formatAmount(text: string, decimals: number): string {
  const cut = truncate(text, decimals);
  const [whole = '0', fraction = ''] = cut.split('.');
  const rest = fraction.replace(/0+$/, '');
  return groupThousands(whole === '' ? '0' : whole) + (rest ? `.${rest}` : '');
}

/** The same, padded to two decimals: money of which the smallest part counts, beside other money. */
export function formatExactMoney(text: string, decimals: number): string {
  const shown = formatAmount(text, decimals);
  const [, fraction = ''] = shown.split('.');
  return fraction.length < 2 ? formatNumber(text, 2) : shown;
}

export function groupThousands(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** 412610000 is 412.61M. */
export function formatCompact(text: string): string {
  const units = parseDecimal(normalizeNumber(text), 2) ?? 0n;
  const steps: readonly (readonly [bigint, string])[] = [
    [10n ** 12n, 'T'],
    [10n ** 9n, 'B'],
    [10n ** 6n, 'M'],
    [10n ** 3n, 'K'],
  ];
  for (const [size, letter] of steps) {
    if (units >= size * 100n) return formatUnits(units / size, 2, 2) + letter;
  }
  return formatUnits(units, 2, 2);
}

/**
 * A number with its sign, so that direction is not shown by color alone; what shows as zero has none. The minus is the typographic
 * one, as wide as the plus. `format` shows the size: formatNumber pads it to `decimals`, formatAmount does not.
 */
export function formatSigned(text: string, decimals: number, format = formatNumber): string {
  const cut = truncate(text, decimals);
  const sign = signOf(cut);
  return `${sign > 0 ? '+' : sign < 0 ? '−' : ''}${format(cut.replace('-', ''), decimals)}`;
}

/** The sign that formatSigned shows. */
export function shownSign(text: string, decimals: number): -1 | 0 | 1 {
  return signOf(truncate(text, decimals));
}

/** A percent with its sign. */
export function formatPercent(text: string, decimals = 2): string {
  return `${formatSigned(text, decimals)}%`;
}

export function signOf(text: string): -1 | 0 | 1 {
  const plain = normalizeNumber(text);
  if (!/[1-9]/.test(plain)) return 0;
  return plain.startsWith('-') ? -1 : 1;
}

/** A number longer than its place is cut there and ends in +. */
export function fitNumber(text: string, characters: number): string {
  return text.length <= characters ? text : text.slice(0, characters) + CUT_MARK;
}

/** part / whole as a percent between 0 and 100; a negative progress is 0. */
export function percentOf(part: string, whole: string): number {
  const scale = 18;
  const total = decimal(normalizeNumber(whole), scale);
  if (total <= 0n) return 0;
  const share = (decimal(normalizeNumber(part), scale) * 10_000n) / total;
  return Math.max(0, Math.min(100, Number(share) / 100));
}

const RATIO_CHARACTERS = 4;

/**
 * Progress towards a goal in whole percent: the ratio as text, cut after 4 characters (1/3 is 0.33), times 100. A negative
 * amount counts as 0, more than the goal as the goal.
 */
export function progressPercent(amount: string, goal: string): number {
  const scale = 18;
  const total = decimal(normalizeNumber(goal), scale);
  const done = decimal(normalizeNumber(amount), scale);
  if (total <= 0n || done <= 0n) return 0;
  if (done >= total) return 100;
  const ratio = formatUnits((done * 10n ** BigInt(scale)) / total, scale);
  return Number(decimal(ratio.slice(0, RATIO_CHARACTERS), 2));
}
