/**
 * Exact arithmetic of the perpetuals' formulas: BigInt throughout, every division with its rounding in its name. Prices are
 * 10^-8 quote per whole base, quantities 10^-8 base, amounts 10^-8 quote, rates 10^-8.
 */
export const ONE = 100_000_000n;

/** The quotient rounded towards minus infinity, whatever the signs; the denominator is not 0. */
export function floorDiv(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  if (numerator < 0n === denominator < 0n) return quotient;
  return quotient * denominator === numerator ? quotient : quotient - 1n;
}

/** The quotient rounded towards plus infinity. Divides once (no modulo): it is called several times per order. */
export function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  if (numerator < 0n !== denominator < 0n) return quotient;
  return quotient * denominator === numerator ? quotient : quotient + 1n;
}

/** Half away from zero: how published prices and rates are rounded (trading B8–B10). */
export function roundDiv(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * top + bottom) / (2n * bottom);
  return isNegative ? -rounded : rounded;
}

export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function abs(a: bigint): bigint {
  return a < 0n ? -a : a;
}

/** quantity × price, in quote units. Exact where tick and step decimals fit the quote's scale (trading 0.2), else rounded up. */
export function notionalOf(quantity: bigint, price: bigint): bigint {
  return ceilDiv(quantity * price, ONE);
}
