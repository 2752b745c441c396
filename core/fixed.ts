/**
 * Exact numbers. An Amount, Price or Rate is a safe integer held in a double, branded so that the compiler keeps them
 * apart. Text on the wire is a decimal string; it becomes one of these here and nowhere else.
 */
declare const amountBrand: unique symbol;
declare const priceBrand: unique symbol;
declare const rateBrand: unique symbol;

/** Ledger units of an asset: 10^-scale of one whole. At most 2^53 - 1 in one command. */
export type Amount = number & { readonly [amountBrand]: true };
/** 10^-8 quote per whole base. */
export type Price = number & { readonly [priceBrand]: true };
/** 10^-8: 0.1 % is 100_000. */
export type Rate = number & { readonly [rateBrand]: true };

export const PRICE_SCALE = 8;
export const RATE_SCALE = 8;
/** A price of 1, in units of a price. */
export const PRICE_ONE = 100_000_000;

/**
 * Reads a plain decimal ("12.5", "0.001"; no sign, exponent, blanks or other digits than 0-9) as integer units of
 * 10^-scale. Answers null when it is no such text, has more than `scale` decimals that are not zero, or passes 2^53 - 1.
 */
export function parseUnits(text: string, scale: number): number | null {
  if (text.length > 40 || !/^(?:0|[1-9][0-9]*|)(?:\.[0-9]*)?$/.test(text) || !/[0-9]/.test(text)) return null;
  const dot = text.indexOf('.');
  const whole = dot < 0 ? text : text.slice(0, dot);
  const fraction = (dot < 0 ? '' : text.slice(dot + 1)).replace(/0+$/, '');
  if (fraction.length > scale) return null;
  const units = BigInt(whole + fraction.padEnd(scale, '0') || '0');
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(units);
}

/**
 * Writes integer units of 10^-scale as a plain decimal without trailing zeros: formatUnits(150000000, 8) is "1.5".
 * Never an exponent.
 */
export function formatUnits(units: number | bigint, scale: number): string {
  const sign = units < 0 ? '-' : '';
  const digits = (units < 0 ? -BigInt(units) : BigInt(units)).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return sign + digits.slice(0, -scale) + (fraction ? `.${fraction}` : '');
}

/** The largest number of units that one command, one order or one level may hold. */
export const MAX_UNITS = Number.MAX_SAFE_INTEGER;
/** The number itself where a double holds it and its neighbours exactly, else NaN: every comparison with that fails. */
export const safeOrNaN = (units: number): number => (Number.isSafeInteger(units) ? units : NaN);
/** A rate of one (100 %). */
export const RATE_ONE = 100_000_000;
/** One in hundredths of a percent, in which trailing stops count. */
export const BIPS_ONE = 10_000;
/** Fee rates stop at 50 %: below it `rest * rate` of `rateFloor` stays a safe integer. */
export const MAX_FEE_RATE = 50_000_000;

/** 2^27 + 1: Veltkamp's constant, which halves a double into two of 26 bits. */
const SPLITTER = 134_217_729;

/** What rounding took from the product `a * b` (Dekker): `a * b` is exactly `product + productError(...)`. */
function productError(a: number, b: number, product: number): number {
  const scaledA = SPLITTER * a;
  const highA = scaledA - (scaledA - a);
  const lowA = a - highA;
  const scaledB = SPLITTER * b;
  const highB = scaledB - (scaledB - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

/**
 * floor(a * b / c), exact although the product may need 106 bits. Safe integers, a and b not negative, c positive.
 * Answers Infinity when the result passes 2^53 - 1: every limit refuses that.
 */
export function mulDivFloor(a: number, b: number, c: number): number {
  const product = a * b;
  let quotient = Math.floor(product / c);
  if (quotient > MAX_UNITS + 4) return Infinity;
  const back = quotient * c;
  let rest = product - back + (productError(a, b, product) - productError(quotient, c, back));
  while (rest < 0) {
    quotient -= 1;
    rest += c;
  }
  while (rest >= c) {
    quotient += 1;
    rest -= c;
  }
  return quotient > MAX_UNITS ? Infinity : quotient;
}

/** ceil(a * b / c); as mulDivFloor. */
export function mulDivCeil(a: number, b: number, c: number): number {
  const quotient = mulDivFloor(a, b, c);
  const product = a * b;
  const back = quotient * c;
  const isExact = product === back && productError(a, b, product) === productError(quotient, c, back);
  if (isExact || quotient === Infinity) return quotient;
  return quotient === MAX_UNITS ? Infinity : quotient + 1;
}

/** floor(units * rate); the rate not negative and at most MAX_FEE_RATE. */
export function rateFloor(units: number, rate: number): number {
  const product = units * rate;
  if (product <= MAX_UNITS) return Math.floor(product / RATE_ONE);
  const whole = Math.floor(units / RATE_ONE);
  return whole * rate + Math.floor(((units - whole * RATE_ONE) * rate) / RATE_ONE);
}

/** What rateFloor leaves: `units * rate` less its floor, in 10^-8 of a unit (0 to 99,999,999). */
export function rateRest(units: number, rate: number): number {
  const product = (units - Math.floor(units / RATE_ONE) * RATE_ONE) * rate;
  return product - Math.floor(product / RATE_ONE) * RATE_ONE;
}

/** ceil(units * rate): what a user pays (trading 0.3). */
export function rateCeil(units: number, rate: number): number {
  return rateFloor(units, rate) + (rateRest(units, rate) > 0 ? 1 : 0);
}
