/** The shapes that many contracts share. Money and prices cross the wire as decimal strings, ids and times as integers. */
import {
  FEE_MODES,
  ORDER_STATUSES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
  USER_WALLETS,
} from '@agio/core/words';
import { z } from 'zod';
import { DEFAULTS } from './defaults.ts';

/** A plain decimal: digits, at most one dot, no sign, exponent or blanks; 40 characters at most. */
export const decimal = z
  .string()
  .max(40)
  .regex(/^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/, 'must be a plain decimal number');
/** A decimal above 0: for fields in which 0 would mean that none was given. */
export const decimalAboveZero = decimal.regex(/[1-9]/, 'must be above 0');
/** As decimal, but may be negative. */
export const signedDecimal = z
  .string()
  .regex(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/, 'must be a plain decimal number, below zero with a minus');
export const symbol = z.string().regex(/^[A-Z0-9]{2,20}$/, 'must be a market symbol such as BTCUSDT');
export const asset = z.string().regex(/^[A-Z0-9]{1,16}$/, 'must be an asset code such as USDT');
/** What a person or a program writes freely, without the blanks around it: at most `max` characters, no control characters or lone surrogates (SQL refuses them). */
export const freeText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not hold control characters');
/** As freeText, in several lines. */
export const freeLines = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:\n|[^\p{Cc}\p{Cs}])*$/u, 'must not hold control characters but line ends');
export const timeMs = z.int().nonnegative();
/** `.A-Z:/a-z0-9_-`, 1 to 36 characters. */
export const clientOrderId = z.string().regex(/^[.A-Z:/a-z0-9_-]{1,36}$/, 'may hold letters, digits and . : / _ -');
/**
 * A whole number in a query: digits alone, so that no exponent, no 0x10 and no blank is taken for one; in JSON a number. Both
 * bounds may be reached.
 */
export const wholeNumber = (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    // The parameter type is for callers in TypeScript; values from outside are checked all the same.
    (given: string | number) =>
      typeof given === 'string' ? (/^(?:0|[1-9][0-9]{0,15})$/.test(given) ? Number(given) : Number.NaN) : given,
    z.int().min(least).max(most),
  );
/** What a paged list shows at most; what lies behind is found by filters. */
export const PAGED_ROWS = 10_000;
export const page = wholeNumber(1, 10_000).default(1);
export const pageSize = wholeNumber(1, 100).default(DEFAULTS.pageSize);
export const wallet = z.enum(USER_WALLETS);
export const side = z.enum(SIDES);
export const timeInForce = z.enum(TIMES_IN_FORCE);
/** What becomes of an order that would trade with another one of its own user (trading A3). */
export const stpMode = z.enum(STP_MODES);
/** UNTRIGGERED: it waits for its trigger and is not in the book. */
export const orderStatus = z.enum(ORDER_STATUSES);
/** What a market's fees are taken from: what each side receives, or the quote for both (trading A5.2). */
export const feeMode = z.enum(FEE_MODES);
/** Which price of a contract: its last trade's, its mark, its index. */
export const priceSource = z.enum(TRIGGER_SOURCES);
