/** Balances, as core/ledger/ledger.ts and limbs.ts keep them, and fees, as core/formulas/fee.ts counts them. */
import {
  AMOUNT_IN_RANGE,
  CONTROL,
  GIVES_BACK_WHAT_IT_LOCKED,
  IS_OVERDRAWN,
  ROW_AVAILABLE,
  ROW_FUTURES,
  ROW_LOCKED,
  ROW_SPOT_TOUCHED,
  SHARED,
  MOST_TOUCHED,
  TOUCHED_AT,
  TOUCHED_COUNT,
  TOUCHED_ROOM,
  TOUCHED_USERS_AT,
  CHANGED_COUNT,
} from '../layout.ts';
import { USER } from '../order-record.ts';
import { demand, int, lockedRow, MAX_UNITS, rowAt } from './records.ts';

/** 2^52: a balance is `high * LIMB + low`, the low limb first. */
const LIMB: f64 = 4503599627370496;
const HIGH = 8;
const RATE_ONE: f64 = 100000000;

/** Does the bucket of a row hold at least so much? */
export function covers(bucket: i32, amount: f64): bool {
  const high = load<f64>(bucket + HIGH);
  return high > 1 || high * LIMB + load<f64>(bucket) >= amount;
}

/** A new command: touched rows and changed levels count anew. */
export function begin(): void {
  store<i32>(SHARED + TOUCHED_COUNT, 0);
  store<i32>(SHARED + CHANGED_COUNT, 0);
}

/** Has the list of touched rows room for one more step? */
export function mayTouch(): bool {
  return load<i32>(SHARED + TOUCHED_COUNT) + MOST_TOUCHED <= load<i32>(SHARED + TOUCHED_ROOM);
}

/** Between two buckets of a user's spot wallet; users are named by their indexes here. */
export function shift(user: i32, row: i32, from: i32, to: i32, amount: f64): void {
  touch(user, row);
  const at = rowAt(row);
  takeFrom(at + from, amount);
  addTo(at + to, amount);
  if (load<f64>(at + from + HIGH) < 0) store<i32>(SHARED + IS_OVERDRAWN, 1);
}

/** One side of a transfer whose other sides follow. */
export function take(user: i32, row: i32, asset: i32, bucket: i32, amount: f64): void {
  control(asset, -amount);
  touch(user, row);
  const at = rowAt(row) + bucket;
  takeFrom(at, amount);
  if (load<f64>(at + HIGH) < 0) store<i32>(SHARED + IS_OVERDRAWN, 1);
}
export function give(user: i32, row: i32, asset: i32, bucket: i32, amount: f64): void {
  control(asset, amount);
  touch(user, row);
  addTo(rowAt(row) + bucket, amount);
}
/** To a row of the house, of HOUSE_FEE or of an account with a name; what is below 0 it pays, and it may go below zero. */
export function giveHouse(row: i32, asset: i32, amount: f64): void {
  control(asset, amount);
  addSigned(rowAt(row) + ROW_AVAILABLE, amount);
}

/** The other side of it: to a user's FUTURES wallet, which holds what it pays. The caller counts the event. */
export function giveFutures(row: i32, asset: i32, amount: f64): void {
  control(asset, amount);
  addSigned(rowAt(row) + ROW_FUTURES, amount);
}

function addSigned(bucket: i32, amount: f64): void {
  if (amount >= 0) addTo(bucket, amount);
  else takeFrom(bucket, -amount);
}

/** Gives back what the order had locked. */
export function release(order: i32, amount: f64): void {
  if (amount == 0) return;
  const row = lockedRow(order);
  demand(amount > 0 && covers(rowAt(row) + ROW_LOCKED, amount), GIVES_BACK_WHAT_IT_LOCKED);
  shift(int(order, USER), row, ROW_LOCKED, ROW_AVAILABLE, amount);
}

/** Fee of one fill, taken from what the side received; the rate is not below 0. */
export function feeOfFill(received: f64, rate: f64): f64 {
  const whole = Math.floor(received / RATE_ONE);
  const part = (received - whole * RATE_ONE) * rate;
  const product = received * rate;
  const floor = product <= MAX_UNITS ? Math.floor(product / RATE_ONE) : whole * rate + Math.floor(part / RATE_ONE);
  const rest = part - Math.floor(part / RATE_ONE) * RATE_ONE;
  return Math.min(floor + (rest > 0 ? 1 : 0), received);
}

function control(asset: i32, change: f64): void {
  const at = SHARED + CONTROL + asset * 8;
  store<f64>(at, load<f64>(at) + change);
}

/** A user's row, told once in the present command (Ledger.note). */
function touch(user: i32, row: i32): void {
  const at = rowAt(row) + ROW_SPOT_TOUCHED;
  const place = load<i32>(at);
  const count = load<i32>(SHARED + TOUCHED_COUNT);
  const touched = load<i32>(SHARED + TOUCHED_AT);
  if (place < count && load<i32>(touched + place * 4) == row * 2) return;
  store<i32>(at, count);
  store<i32>(touched + count * 4, row * 2);
  store<i32>(load<i32>(SHARED + TOUCHED_USERS_AT) + count * 4, user);
  store<i32>(SHARED + TOUCHED_COUNT, count + 1);
}

function addTo(bucket: i32, amount: f64): void {
  demand(amount >= 0 && amount <= MAX_UNITS, AMOUNT_IN_RANGE);
  let rest = amount;
  if (rest >= LIMB) {
    rest -= LIMB;
    store<f64>(bucket + HIGH, load<f64>(bucket + HIGH) + 1);
  }
  const low = load<f64>(bucket) + rest;
  if (low < LIMB) {
    store<f64>(bucket, low);
    return;
  }
  store<f64>(bucket, low - LIMB);
  store<f64>(bucket + HIGH, load<f64>(bucket + HIGH) + 1);
}

/** What is not there leaves the high limb below 0. */
function takeFrom(bucket: i32, amount: f64): void {
  demand(amount >= 0 && amount <= MAX_UNITS, AMOUNT_IN_RANGE);
  let rest = amount;
  if (rest >= LIMB) {
    rest -= LIMB;
    store<f64>(bucket + HIGH, load<f64>(bucket + HIGH) - 1);
  }
  const low = load<f64>(bucket) - rest;
  if (low >= 0) {
    store<f64>(bucket, low);
    return;
  }
  store<f64>(bucket, low + LIMB);
  store<f64>(bucket + HIGH, load<f64>(bucket + HIGH) - 1);
}
