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
