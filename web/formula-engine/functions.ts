/** The functions a formula may call. IF is not here: it looks at one of its branches only. */
import { fail } from './errors.ts';
import { formatAs } from './format-text.ts';
import {
  add,
  compare,
  divide,
  parseRational,
  type Rational,
  round,
  type RoundingWay,
  squareRoot,
  toCount,
  ZERO,
} from './rational.ts';
import { asNumber, asText, counted, type Value } from './values.ts';

export const MOST_TEXT = 10_000;
const MOST_DIGITS = 100;
const MOST_COUNT = 1_000_000;
const HUNDRED: Rational = { numerator: 100n, denominator: 1n };

interface Definition {
  readonly least: number;
  readonly most: number;
  run(args: readonly Value[]): Value;
}

const ANY = Number.MAX_SAFE_INTEGER;

export const FUNCTIONS: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  ['MAX', { least: 1, most: ANY, run: (args) => extreme(args, 1) }],
  ['MIN', { least: 1, most: ANY, run: (args) => extreme(args, -1) }],
  [
    'SUM',
    { least: 1, most: ANY, run: (args) => args.reduce<Rational>((sum, arg) => counted(add(sum, asNumber(arg))), ZERO) },
  ],
  ['ABS', { least: 1, most: 1, run: ([value]) => absolute(asNumber(value!)) }],
  ['SQRT', { least: 1, most: 1, run: ([value]) => counted(squareRoot(asNumber(value!))) }],
  ['ROUND', { least: 1, most: 2, run: (args) => rounded(args, 'nearest') }],
  ['ROUNDUP', { least: 1, most: 2, run: (args) => rounded(args, 'up') }],
  ['ROUNDDOWN', { least: 1, most: 2, run: (args) => rounded(args, 'down') }],
  ['TEXT', { least: 2, most: 2, run: ([value, format]) => formatAs(asNumber(value!), asText(format!)) }],
  ['REPT', { least: 2, most: 2, run: ([text, times]) => repeated(asText(text!), asNumber(times!)) }],
  ['VALUE', { least: 1, most: 1, run: ([text]) => numberIn(text!) }],
]);

function extreme(args: readonly Value[], sign: 1 | -1): Rational {
  const numbers = args.map(asNumber);
  return numbers.reduce((best, number) => (compare(number, best) === sign ? number : best));
}

function absolute(number: Rational): Rational {
  return number.numerator < 0n ? { ...number, numerator: -number.numerator } : number;
}

function rounded([value, digits]: readonly Value[], way: RoundingWay): Rational {
  const decimals = digits === undefined ? 0 : toCount(asNumber(digits));
  if (Math.abs(decimals) > MOST_DIGITS) return fail('notAvailable');
  return counted(round(asNumber(value!), decimals, way));
}

function repeated(text: string, times: Rational): string {
  const count = toCount(times);
  if (count < 0 || count > MOST_COUNT || count * text.length > MOST_TEXT) return fail('notAvailable');
  return text.repeat(count);
}

/** Reads what people write: comma groups and a percent sign are allowed. */
function numberIn(value: Value): Rational {
  if (typeof value !== 'string') return asNumber(value);
  const text = value.trim();
  const isPercent = text.endsWith('%');
  const plain = isPercent ? text.slice(0, -1) : text;
  if (plain.includes(',') && !/^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)) return fail('notAvailable');
  const number = parseRational(plain.replaceAll(',', '')) ?? fail('notAvailable');
  return isPercent ? counted(divide(number, HUNDRED)) : number;
}
