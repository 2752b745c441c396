/**
 * Exact decimals for the screen: a decimal string becomes a bigint of 10^-scale units, is counted with, and goes back to
 * text. No amount or price ever passes through a fractional JavaScript number. The core has functions of the same names; the design
 * system knows no product, so it has its own.
 */

/** The most decimals that an amount of any coin has (trading A1). */
export const AMOUNT_DECIMALS = 8;

export const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)$/;

/** Digits beyond `scale` are cut, so that a preview never promises more than the engine counts. Null: not a decimal. */
export function parseDecimal(text: string, scale: number): bigint | null {
  if (!DECIMAL.test(text)) return null;
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0') || '0');
  return negative ? -units : units;
}

/** For texts that our own server wrote; anything else is a bug and says so. */
export function decimal(text: string, scale: number): bigint {
  const units = parseDecimal(text, scale);
  if (units === null) throw new Error(`not a decimal: ${text}`);
  return units;
}

/** Plain decimal without trailing zeros, but with at least `minDecimals` of them. */
export function formatUnits(units: bigint, scale: number, minDecimals = 0): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits
    .slice(digits.length - scale)
    .replace(/0+$/, '')
    .padEnd(Math.min(minDecimals, scale), '0');
  return sign + whole + (fraction ? `.${fraction}` : '');
}

export function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

export function ceilDiv(a: bigint, b: bigint): bigint {
  return -floorDiv(-a, b);
}

export function floorTo(units: bigint, step: bigint): bigint {
  return floorDiv(units, step) * step;
}

export function ceilTo(units: bigint, step: bigint): bigint {
  return ceilDiv(units, step) * step;
}

/** Decimals that a step has: "0.010" has 2, "10" has 0. */
export function decimalsOf(step: string): number {
  const fraction = step.split('.')[1] ?? '';
  return fraction.replace(/0+$/, '').length;
}

export function compareDecimals(a: string, b: string): number {
  const scale = Math.max(decimalsOf(a), decimalsOf(b));
  const difference = decimal(a, scale) - decimal(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function multiplyByPowerOfTen(step: string, exponent: number): string {
  const scale = decimalsOf(step) + 8;
  return formatUnits(decimal(step, scale) * 10n ** BigInt(exponent), scale);
}
