/** TEXT(number, format): the number formats of spreadsheets that amounts need. */
import { fail } from './errors.ts';
import { multiply, type Rational, toFixed } from './rational.ts';
import { counted } from './values.ts';

/** What stands before, digits with optional groups and decimals, a percent sign, what stands after. */
const FORMAT = /^([^#0.,%]*)([#0,]*)(?:\.([#0]*))?(%?)([^#0.,%]*)$/;
const MOST_DECIMALS = 30;
const HUNDRED: Rational = { numerator: 100n, denominator: 1n };

export function formatAs(number: Rational, format: string): string {
  const [, before = '', whole = '', fraction, percent, after = ''] = FORMAT.exec(format) ?? fail('notAvailable');
  if (whole === '' && fraction === undefined) return fail('notAvailable');
  if ((fraction?.length ?? 0) > MOST_DECIMALS || whole.length > MOST_DECIMALS) return fail('notAvailable');
  const scaled = percent ? counted(multiply(number, HUNDRED)) : number;
  const text = toFixed(scaled, fraction?.length ?? 0);
  const isNegative = text.startsWith('-');
  const [digits = '', decimals = ''] = (isNegative ? text.slice(1) : text).split('.');
  const leastDigits = whole.replaceAll(/[^0]/g, '').length;
  const bare = digits === '0' && leastDigits === 0 ? '' : digits.padStart(leastDigits, '0');
  const grouped = whole.includes(',') ? bare.replace(/\B(?=(\d{3})+(?!\d))/g, ',') : bare;
  const kept = trimOptional(decimals, fraction ?? '');
  return `${isNegative ? '-' : ''}${before}${grouped}${kept ? `.${kept}` : ''}${percent ?? ''}${after}`;
}

/** A 0 at the end goes where the format has # there. */
function trimOptional(decimals: string, fraction: string): string {
  let length = decimals.length;
  while (length > 0 && decimals[length - 1] === '0' && fraction[length - 1] === '#') length -= 1;
  return decimals.slice(0, length);
}
