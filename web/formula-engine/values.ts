/** The three kinds of value and how one is read as another. */
import { fail } from './errors.ts';
import { ONE, parseRational, type Rational, toText, ZERO } from './rational.ts';

export type Value = Rational | string | boolean;

/** Text that is a plain number counts as one: amounts come from the server as text. */
export function asNumber(value: Value): Rational {
  if (typeof value === 'boolean') return value ? ONE : ZERO;
  if (typeof value !== 'string') return value;
  return parseRational(value) ?? fail('notAvailable');
}

export function asText(value: Value): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'string' ? value : toText(value);
}

/** 0 is no, every other number is yes. */
export function asTruth(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toUpperCase() === 'TRUE';
  return asNumber(value).numerator !== 0n;
}

/** Null from the arithmetic means: too large to count with. */
export function counted(result: Rational | null): Rational {
  return result ?? fail('notAvailable');
}
