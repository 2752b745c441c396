/**
 * Reading the parameters of calls in the Binance dialect: texts, each mistake with the code and sentence that clients know. For every
 * module that has such calls.
 */
import { DialectError } from '@agio/contracts/errors';

export type Parameters = Readonly<Record<string, string | undefined>>;

const INTEGER = /^-?[0-9]{1,16}$/;
const DECIMAL = /^(?:0|[1-9][0-9]{0,19})(?:\.[0-9]{1,20})?$/;
const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

/** A required parameter was not sent. */
export const missing = (name: string): DialectError =>
  new DialectError(400, -1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
/** This parameter cannot be combined with the others. */
export const notRequired = (name: string): DialectError =>
  new DialectError(400, -1106, `Parameter '${name}' sent when not required.`);
/** The text has the wrong form, such as letters in a number. */
export const illegal = (name: string, range: string): DialectError =>
  new DialectError(400, -1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`);
/** The text has the right form, but its value is not allowed. */
export const notValid = (name: string): DialectError =>
  new DialectError(400, -1130, `Data sent for parameter '${name}' is not valid.`);

/** A required parameter; it must not be empty. */
export function required(params: Parameters, name: string): string {
  const value = params[name];
  if (value === undefined || value === '') throw missing(name);
  return value;
}

/** An empty text counts as not sent. */
export function optional(params: Parameters, name: string): string | undefined {
  return params[name] === '' ? undefined : params[name];
}

/** A whole number, zero included; null where it was not sent. */
export function integer(params: Parameters, name: string): number | null {
  const value = optional(params, name);
  if (value === undefined) return null;
  if (!INTEGER.test(value)) throw illegal(name, '^[0-9]{1,20}$');
  const number = Number(value);
  if (number < 0) throw notValid(name);
  return number;
}

/** The count of rows that a call asks for by `limit`. */
export const limitOf = (params: Parameters, otherwise: number, most: number): number =>
  countOf(params, 'limit', otherwise, most);

/** A number from 1: above the most it is the most, zero is a mistake. */
export function countOf(params: Parameters, name: string, otherwise: number, most: number): number {
  const count = integer(params, name);
  if (count === 0) throw notValid(name);
  return Math.min(count ?? otherwise, most);
}

/** Plain decimal text above or equal to zero. */
export function decimalText(params: Parameters, name: string): string | undefined {
  const value = optional(params, name);
  if (value !== undefined && !DECIMAL.test(value)) throw illegal(name, '^([0-9]{1,20})(\\.[0-9]{1,20})?$');
  return value;
}

/** A name that the client chose for its order. */
export function clientId(params: Parameters, name: string): string | undefined {
  const value = optional(params, name);
  if (value !== undefined && !CLIENT_ID.test(value)) throw illegal(name, '^[\\.A-Z\\:/a-z0-9_-]{1,36}$');
  return value;
}

/** One of these words; undefined where it was not sent. Any other is refused; the refusal is made only then, since an error costs its stack. */
export function oneOf<const Value extends string>(
  params: Parameters,
  name: string,
  values: readonly Value[],
  refusal: () => DialectError,
): Value | undefined {
  const value = optional(params, name);
  if (value === undefined) return undefined;
  const found = values.find((each) => each === value);
  if (!found) throw refusal();
  return found;
}
