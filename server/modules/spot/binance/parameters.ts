/** Reading the dialect's parameters: texts, each mistake with the code and sentence that clients know. */
import { DialectError } from '@agio/contracts/errors';
import type { LiveMarket, LiveMarkets } from '../../markets/index.ts';

export type Parameters = Readonly<Record<string, string | undefined>>;

const INTEGER = /^-?[0-9]{1,16}$/;
const DECIMAL = /^(?:0|[1-9][0-9]{0,19})(?:\.[0-9]{1,20})?$/;
const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

export const missing = (name: string): DialectError =>
  new DialectError(400, -1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
export const notRequired = (name: string): DialectError =>
  new DialectError(400, -1106, `Parameter '${name}' sent when not required.`);
export const illegal = (name: string, range: string): DialectError =>
  new DialectError(400, -1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`);
export const notValid = (name: string): DialectError =>
  new DialectError(400, -1130, `Data sent for parameter '${name}' is not valid.`);

export function required(params: Parameters, name: string): string {
  const value = params[name];
  if (value === undefined || value === '') throw missing(name);
  return value;
}

/** An empty text counts as not sent. */
export function optional(params: Parameters, name: string): string | undefined {
  return params[name] === '' ? undefined : params[name];
}

export function integer(params: Parameters, name: string): number | null {
  const value = optional(params, name);
  if (value === undefined) return null;
  if (!INTEGER.test(value)) throw illegal(name, '^[0-9]{1,20}$');
  const number = Number(value);
  if (number < 0) throw notValid(name);
  return number;
}

/** Above the most it is the most; below 1 it is a mistake. */
export function limitOf(params: Parameters, otherwise: number, most: number): number {
  const limit = integer(params, 'limit');
  if (limit === 0) throw notValid('limit');
  return Math.min(limit ?? otherwise, most);
}

/** Plain decimal text above or equal to zero. */
export function decimalText(params: Parameters, name: string): string | undefined {
  const value = optional(params, name);
  if (value !== undefined && !DECIMAL.test(value)) throw illegal(name, '^([0-9]{1,20})(\\.[0-9]{1,20})?$');
  return value;
}

export function clientId(params: Parameters, name: string): string | undefined {
  const value = optional(params, name);
  if (value !== undefined && !CLIENT_ID.test(value)) throw illegal(name, '^[\\.A-Z\\:/a-z0-9_-]{1,36}$');
  return value;
}

export function oneOf<const Value extends string>(
  params: Parameters,
  name: string,
  values: readonly Value[],
  refusal: DialectError,
): Value | undefined {
  const value = optional(params, name);
  if (value === undefined) return undefined;
  const found = values.find((each) => each === value);
  if (!found) throw refusal;
  return found;
}

export function marketOf(live: LiveMarkets, params: Parameters): LiveMarket {
  const market = live.markets.get(required(params, 'symbol'));
  if (!market) throw new DialectError(400, -1121, 'Invalid symbol.');
  return market;
}

/** One market by `symbol`, several by `symbols` (a JSON list), or all of them. */
export function marketsOf(live: LiveMarkets, params: Parameters): LiveMarket | LiveMarket[] {
  if (optional(params, 'symbol') !== undefined) {
    if (optional(params, 'symbols') !== undefined) throw notRequired('symbols');
    return marketOf(live, params);
  }
  const symbols = optional(params, 'symbols');
  if (symbols === undefined) return [...live.markets.values()];
  return symbolList(symbols).map((symbol) => marketOf(live, { symbol }));
}

function symbolList(text: string): string[] {
  // ["BTCUSDT","ETHUSDT"]; read by its grammar, so that nothing else is ever parsed.
  if (!/^\[\s*"[A-Z0-9]{1,20}"(?:\s*,\s*"[A-Z0-9]{1,20}")*\s*\]$/.test(text))
    throw illegal('symbols', '^\\["[A-Z0-9]{1,20}"(,"[A-Z0-9]{1,20}")*\\]$');
  return JSON.parse(text) as string[];
}
