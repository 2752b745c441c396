/**
 * Exact numbers: fractions of two whole numbers in lowest terms. 0.1 + 0.2 is 0.3 and (1 / 3) * 3 is 1. Numbers have a
 * greatest size, so that no formula can make the machine count for ever.
 */
export interface Rational {
  readonly numerator: bigint;
  /** Always positive. */
  readonly denominator: bigint;
}

/** About 300 decimal digits. */
const MOST_BITS = 1_024;
const LARGEST = 1n << BigInt(MOST_BITS);
/** Decimals of a result that never ends, and of roots. */
export const SHOWN_DECIMALS = 20;
const ROOT_DECIMALS = 40;
/** A power with a broken exponent comes from floating point; digits beyond these would be noise. */
const FLOAT_DIGITS = 12;
const PLAIN = /^\s*([+-]?)(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d{1,4}))?\s*$/;

/** Null where a number has become too large, or too fine, to count with. */
export function rational(numerator: bigint, denominator: bigint): Rational | null {
  if (denominator === 0n) return null;
  const divisor = commonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  const reduced = { numerator: numerator / divisor, denominator: denominator / divisor };
  return size(reduced.numerator) > LARGEST || reduced.denominator > LARGEST ? null : reduced;
}

export const ZERO: Rational = { numerator: 0n, denominator: 1n };
export const ONE: Rational = { numerator: 1n, denominator: 1n };

export function parseRational(text: string): Rational | null {
  if (text.length > 400) return null;
  const [, sign, digits, exponent] = PLAIN.exec(text) ?? [];
  if (digits === undefined) return null;
  const [whole = '', fraction = ''] = digits.split('.');
  const units = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  const shift = Number(exponent ?? 0) - fraction.length;
  if (Math.abs(shift) > MOST_BITS) return null;
  return shift >= 0 ? rational(units * 10n ** BigInt(shift), 1n) : rational(units, 10n ** BigInt(-shift));
}

export function add(a: Rational, b: Rational): Rational | null {
  return rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function multiply(a: Rational, b: Rational): Rational | null {
  return rational(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** Null for a divisor of 0 as well: ask first. */
export function divide(a: Rational, b: Rational): Rational | null {
  return rational(a.numerator * b.denominator, a.denominator * b.numerator);
}

export function negate(a: Rational): Rational {
  return { numerator: -a.numerator, denominator: a.denominator };
}

export function compare(a: Rational, b: Rational): -1 | 0 | 1 {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whole exponents are exact. The base is not 0 where the exponent is negative: ask first. */
export function power(base: Rational, exponent: Rational): Rational | null {
  if (exponent.denominator !== 1n) return brokenPower(base, exponent);
  const isNegative = exponent.numerator < 0n;
  const times = size(exponent.numerator);
  const largest = size(base.numerator) > base.denominator ? size(base.numerator) : base.denominator;
  if (largest <= 1n) return base.numerator === -1n && times % 2n === 0n ? ONE : times === 0n ? ONE : base;
  if (times * BigInt(largest.toString(2).length - 1) > BigInt(MOST_BITS)) return null;
  const [numerator, denominator] = [base.numerator ** times, base.denominator ** times];
  return isNegative ? rational(denominator, numerator) : rational(numerator, denominator);
}

function brokenPower(base: Rational, exponent: Rational): Rational | null {
  if (base.numerator < 0n) return null;
  if (exponent.numerator === 1n && exponent.denominator === 2n) return squareRoot(base);
  const result = toFloat(base) ** toFloat(exponent);
  return Number.isFinite(result) ? parseRational(result.toPrecision(FLOAT_DIGITS)) : null;
}

/** Exact where the root is a fraction, else cut after 40 decimals; null below 0. */
export function squareRoot(a: Rational): Rational | null {
  if (a.numerator < 0n) return null;
  const [top, bottom] = [wholeRoot(a.numerator), wholeRoot(a.denominator)];
  if (top * top === a.numerator && bottom * bottom === a.denominator) return rational(top, bottom);
  const scale = 10n ** BigInt(ROOT_DECIMALS);
  return rational(wholeRoot((a.numerator * scale * scale) / a.denominator), scale);
}

export type RoundingWay = 'nearest' | 'up' | 'down';

/** To `decimals` after the dot (before it, if negative). Nearest: halves go away from 0; up: away from 0; down: to 0. */
export function round(a: Rational, decimals: number, way: RoundingWay): Rational | null {
  const scale = 10n ** BigInt(Math.abs(decimals));
  const [top, bottom] = decimals >= 0 ? [a.numerator * scale, a.denominator] : [a.numerator, a.denominator * scale];
  const amount = size(top);
  const rest = amount % bottom;
  const goesUp = way === 'up' ? rest > 0n : way === 'nearest' && rest * 2n >= bottom;
  const units = (amount / bottom + (goesUp ? 1n : 0n)) * (top < 0n ? -1n : 1n);
  return decimals >= 0 ? rational(units, scale) : rational(units * scale, 1n);
}

/** Plain decimal text, without trailing zeros; what never ends is rounded. */
export function toText(a: Rational): string {
  return toFixed(a, SHOWN_DECIMALS).replace(/\.?0+$/, '') || '0';
}

/** With exactly that many decimals, rounded to the nearest. */
export function toFixed(a: Rational, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const top = size(a.numerator) * scale;
  const units = top / a.denominator + ((top % a.denominator) * 2n >= a.denominator ? 1n : 0n);
  const digits = units.toString().padStart(decimals + 1, '0');
  const sign = a.numerator < 0n && units !== 0n ? '-' : '';
  const whole = digits.slice(0, digits.length - decimals);
  return sign + whole + (decimals > 0 ? `.${digits.slice(digits.length - decimals)}` : '');
}

/** The whole part, towards 0, where it is a number that can be counted to. */
export function toCount(a: Rational): number {
  return Number(a.numerator / a.denominator);
}

function toFloat(a: Rational): number {
  return Number(toFixed(a, SHOWN_DECIMALS * 2));
}

function size(units: bigint): bigint {
  return units < 0n ? -units : units;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [greater, lesser] = [size(a), size(b)];
  while (lesser > 0n) [greater, lesser] = [lesser, greater % lesser];
  return greater === 0n ? 1n : greater;
}

/** Newton's way, from above: the first step that does not fall is the root. */
function wholeRoot(units: bigint): bigint {
  if (units < 2n) return units;
  let guess = 1n << BigInt(Math.ceil(units.toString(2).length / 2));
  for (;;) {
    const next = (guess + units / guess) / 2n;
    if (next >= guess) return guess;
    guess = next;
  }
}
