/** Reading and writing the records that the core and its kernel share (core/kernel/layout.ts, core/kernel/order-record.ts). */
import {
  BASE_ROW,
  BUY,
  FLAGS,
  INT_STRIDE,
  KEEP_MASK,
  LINKED_FLAG,
  LOTS,
  QUOTE_ROW,
  REASON_SHIFT,
  STATUS_SHIFT,
  TERMS_FLAG,
} from '../order-record.ts';
import {
  ASKS,
  BIDS,
  IDS_AT,
  LAST_ORDER_ID,
  ORDERS_AT,
  PERP_IDS,
  ROW_BYTES,
  ROWS_AT,
  SHARED,
  STEP_SIZE,
  UNIT,
} from '../layout.ts';

/** What the core and the kernel keep together, a whole number each. */
export function state(field: i32): i32 {
  return load<i32>(SHARED + field);
}
export function setState(field: i32, value: i32): void {
  store<i32>(SHARED + field, value);
}

/** Orders of spot and of perpetuals are in one pool, and have ids of their own: where is said what the last id is, and where the table is. */
let ids: i32 = SHARED;

/** From here on ids are those of orders of perpetuals, or of spot, as at the beginning. */
export function useIds(ofPerps: bool): void {
  ids = ofPerps ? SHARED + PERP_IDS : SHARED;
}

/** Where their pages are found (IDS_AT). */
export function idsAt(): i32 {
  return load<i32>(ids + IDS_AT);
}
/** Ids follow each other. */
export function lastOrderId(): f64 {
  return load<f64>(ids + LAST_ORDER_ID);
}
export function setLastOrderId(id: f64): void {
  store<f64>(ids + LAST_ORDER_ID, id);
}

/** 2^53 - 1. */
export const MAX_UNITS: f64 = 9007199254740991;

/** The record of an order. */
export function orderAt(slot: i32): i32 {
  return state(ORDERS_AT) + slot * (INT_STRIDE * 4);
}

export function slotOf(order: i32): i32 {
  return (order - state(ORDERS_AT)) / (INT_STRIDE * 4);
}

/** One of its whole numbers, and one of its doubles: fields of order-record.ts. */
export function int(order: i32, field: i32): i32 {
  return load<i32>(order + field * 4);
}
export function setInt(order: i32, field: i32, value: i32): void {
  store<i32>(order + field * 4, value);
}
export function num(order: i32, field: i32): f64 {
  return load<f64>(order + field * 8);
}
export function setNum(order: i32, field: i32, value: f64): void {
  store<f64>(order + field * 8, value);
}

/** Without trigger, slices or pair. */
export function isPlain(order: i32): bool {
  return (int(order, FLAGS) & (TERMS_FLAG | LINKED_FLAG)) == 0;
}

export function sideOf(order: i32): i32 {
  return int(order, FLAGS) & 1;
}
export function setStatus(order: i32, status: i32, reason: i32): void {
  setInt(order, FLAGS, (int(order, FLAGS) & KEEP_MASK) | (status << STATUS_SHIFT) | (reason << REASON_SHIFT));
}

/** What a limit order locks (core/spot/reservation.ts): quote of a buy, base of a sell. */
export function reserveOf(market: i32, order: i32, ticks: f64): f64 {
  return sideOf(order) == BUY
    ? ticks * load<f64>(market + UNIT) * num(order, LOTS)
    : num(order, LOTS) * load<f64>(market + STEP_SIZE);
}

/** The bids or the asks of a market. */
export function ladderOf(market: i32, side: i32): i32 {
  return load<i32>(market + (side == BUY ? BIDS : ASKS));
}

/** The row of the ledger in which an order locks. */
export function lockedRow(order: i32): i32 {
  return int(order, sideOf(order) == BUY ? QUOTE_ROW : BASE_ROW);
}

export function rowAt(row: i32): i32 {
  return load<i32>(SHARED + ROWS_AT) + row * ROW_BYTES;
}

/**
 * Stops the program where the state is not what it must be: whoever goes on would book money wrongly. `abort` of the core throws the sentence of
 * that number.
 */
export function demand(holds: bool, sentence: i32): void {
  if (!holds) abort(null, null, sentence);
}
