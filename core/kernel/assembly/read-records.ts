/**
 * Records of a snapshot as core/codec/state.ts writes them, one behind the other, read into the tables: users without terms of their own, with their balances, and
 * orders of spot without a name and terms. All others are the core's to read. A record counts once it was read to its end; what is written of one that was not is written
 * over by the core, which reads the same record next.
 */
import * as order from '../order-record.ts';
import * as layout from '../layout.ts';
import { lengthOf, valueOf } from './read-commands.ts';
import { MAX_UNITS, orderAt, rowAt, setState, state } from './records.ts';
import { userAt } from './users.ts';

/** No number takes more bytes here, and no balance has more digits. */
const NUMBER_BYTES = 8;
const MOST_DIGITS: i32 = 13;
/** The most bytes of an order: sixteen numbers, a sign and the length of an empty name. */
const MOST_ORDER_BYTES = 16 * NUMBER_BYTES + 2;
/** What stands behind the rows of a user, all of it zero: neither rates nor a trade group of its own. */
const TERMS_BYTES: i32 = 5;
/** The most bytes of what stands before them, and of a row, each with the terms behind it. */
const MOST_START_BYTES = 3 * NUMBER_BYTES + TERMS_BYTES;
const MOST_ROW_BYTES = NUMBER_BYTES + 3 * (1 + MOST_DIGITS) + TERMS_BYTES;
const MOST_INT: f64 = 2147483647;

/** Where the next number begins. */
let at: i32 = 0;
/** What the record has so far is not for the kernel: to be asked once at its end. */
let isLeft: bool = false;

/** A whole number from 0 to 2^53 - 1. */
function count(): f64 {
  const bytes = load<u64>(at);
  const value = valueOf(bytes);
  at += lengthOf(bytes);
  if (value > MAX_UNITS) isLeft = true;
  return value;
}
/** One that fits into a word. */
function word(): i32 {
  const value = count();
  if (value > MOST_INT) isLeft = true;
  return isLeft ? 0 : (value as i32);
}
/** A balance from 0 to 2^52 - 1: hexadecimal digits behind their number. */
function units(): f64 {
  const digits = load<u8>(at) as i32;
  if (digits == 1 && load<u8>(at + 1) == 48) {
    at += 2;
    return 0;
  }
  if (digits == 0 || digits > MOST_DIGITS) isLeft = true;
  const end = at + 1 + (isLeft ? 0 : digits);
  let value: i64 = 0;
  for (let place = at + 1; place < end; place += 1) {
    const letter = load<u8>(place) as i32;
    const digit = letter < 58 ? letter - 48 : letter - 87;
    if (digit < 0 || digit > 15 || (letter > 57 && letter < 97)) isLeft = true;
    value = (value << 4) | (digit as i64);
  }
  at = end;
  return value as f64;
}

/**
 * Reads at most so many users from `begin` on, of whom the first gets that index. There is room for their records, and all of it is zero, as is that of rows that were never used: only what is not zero of a
 * plain user is written. Answers how many, and in RUN_AT where the next record begins. Rows have no place in their table yet.
 */
export function readUsers(begin: i32, end: i32, first: i32, most: i32): i32 {
  at = begin;
  isLeft = false;
  let read = 0;
  while (read < most) {
    const recordAt = at;
    if (!readUser(first + read, end)) {
      at = recordAt;
      break;
    }
    read += 1;
  }
  setState(layout.RUN_AT, at);
  return read;
}

function readUser(index: i32, end: i32): bool {
  if (end - at < MOST_START_BYTES) return false;
  const record = userAt(index);
  store<f64>(record + layout.USER_UID, count());
  store<f64>(record + layout.USER_EVENTS, count());
  const firstRow = state(layout.ROWS_USED);
  const rows = word();
  if (isLeft || rows > state(layout.ROW_ROOM) - firstRow) return false;
  for (let row = firstRow; row < firstRow + rows; row += 1) {
    if (isLeft || end - at < MOST_ROW_BYTES) return false;
    readRow(rowAt(row), index);
  }
  if (isLeft || load<u32>(at) != 0 || load<u8>(at + 4) != 0) return false;
  at += TERMS_BYTES;
  setState(layout.ROWS_USED, firstRow + rows);
  return true;
}

function readRow(row: i32, owner: i32): void {
  store<i32>(row + layout.ROW_ASSET, word());
  store<i32>(row + layout.ROW_OWNER, owner);
  store<f64>(row + layout.ROW_AVAILABLE, units());
  store<f64>(row + layout.ROW_LOCKED, units());
  store<f64>(row + layout.ROW_FUTURES, units());
}

/**
 * Reads at most so many orders from `begin` on into slots that were never used, of users and markets below those indexes. Answers how many, and in RUN_AT where the next
 * record begins.
 */
export function readOrders(begin: i32, end: i32, most: i32, users: i32, markets: i32): i32 {
  at = begin;
  isLeft = false;
  const first = state(layout.POOL_USED);
  const room = state(layout.POOL_FREE_COUNT) == 0 ? min(most, state(layout.POOL_CAPACITY) - first) : 0;
  let read = 0;
  while (read < room) {
    const recordAt = at;
    if (end - at < MOST_ORDER_BYTES || !readOrder(orderAt(first + read), users, markets)) {
      at = recordAt;
      break;
    }
    read += 1;
  }
  setState(layout.POOL_USED, first + read);
  setState(layout.RUN_AT, at);
  return read;
}

function readOrder(record: i32, users: i32, markets: i32): bool {
  store<f64>(record + order.ID * 8, count());
  const user = word();
  const market = word();
  const flags = word();
  if (user < 1 || user >= users || market >= markets) return false;
  if ((flags & order.TERMS_FLAG) != 0) return false;
  store<i32>(record + order.USER * 4, user);
  store<i32>(record + order.MARKET * 4, market);
  store<i32>(record + order.FLAGS * 4, flags);
  store<i32>(record + order.AMENDS * 4, word());
  store<i32>(record + order.FEE_REST * 4, word());
  const sign = load<u8>(at) as i32;
  if (sign > 1) isLeft = true;
  at += 1;
  const key = word();
  store<i32>(record + order.KEY * 4, sign == 1 ? -key : key);
  store<f64>(record + order.LOTS * 8, count());
  store<f64>(record + order.TOTAL_LOTS * 8, count());
  store<f64>(record + order.QUOTE_AMOUNT * 8, count());
  store<f64>(record + order.FILLED_LOTS * 8, count());
  store<f64>(record + order.FILLED_AMOUNT * 8, count());
  store<f64>(record + order.PREVENTED_LOTS * 8, count());
  store<f64>(record + order.PREVENTED_AMOUNT * 8, count());
  store<f64>(record + order.CREATED * 8, count());
  store<f64>(record + order.UPDATED * 8, count());
  // Without a name.
  const isUnnamed = load<u8>(at) == 0;
  at += 1;
  return isUnnamed && !isLeft;
}
