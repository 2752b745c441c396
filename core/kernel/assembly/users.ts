/** The live orders of a user, in order of creation, as core/users/users.ts keeps them. */
import { USER, USER_NEXT, USER_PREVIOUS } from '../order-record.ts';
import {
  SHARED,
  USER_BYTES,
  USER_EVENTS,
  USER_FIRST_ORDER,
  USER_HAS_OWN_TERMS,
  USER_LAST_ORDER,
  USER_UID,
  USERS_AT,
} from '../layout.ts';
import { int, orderAt, setInt } from './records.ts';

export function uidOf(order: i32): f64 {
  return load<f64>(userAt(int(order, USER)) + USER_UID);
}

/** Has the order's user fee rates, vouchers or a trade group of their own? */
export function hasOwnTerms(order: i32): bool {
  return load<i32>(userAt(int(order, USER)) + USER_HAS_OWN_TERMS) != 0;
}

/** So many more events of the order's user are told, or would be. */
export function countTold(order: i32, events: i32): void {
  const user = userAt(int(order, USER));
  store<f64>(user + USER_EVENTS, load<f64>(user + USER_EVENTS) + (events as f64));
}

/** Puts a new order behind the others of its user. */
export function openOrder(slot: i32): void {
  const order = orderAt(slot);
  const user = userAt(int(order, USER));
  const last = load<i32>(user + USER_LAST_ORDER);
  setInt(order, USER_NEXT, 0);
  setInt(order, USER_PREVIOUS, last);
  if (last != 0) setInt(orderAt(last), USER_NEXT, slot);
  else store<i32>(user + USER_FIRST_ORDER, slot);
  store<i32>(user + USER_LAST_ORDER, slot);
}

/** Takes an order that ends out of its user's list. */
export function closeOrder(order: i32): void {
  const user = userAt(int(order, USER));
  const next = int(order, USER_NEXT);
  const previous = int(order, USER_PREVIOUS);
  if (next != 0) setInt(orderAt(next), USER_PREVIOUS, previous);
  else store<i32>(user + USER_LAST_ORDER, previous);
  if (previous != 0) setInt(orderAt(previous), USER_NEXT, next);
  else store<i32>(user + USER_FIRST_ORDER, next);
}

function userAt(index: i32): i32 {
  return load<i32>(SHARED + USERS_AT) + index * USER_BYTES;
}
