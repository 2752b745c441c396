/** The live orders of a user, in order of creation, as core/users/users.ts keeps them; users by their uid (core/users/user-records.ts). */
import { USER, USER_NEXT, USER_PREVIOUS } from '../order-record.ts';
import * as layout from '../layout.ts';
import { int, orderAt, setInt, state } from './records.ts';
import { placeFor } from './seats.ts';

export function uidOf(order: i32): f64 {
  return uidAt(int(order, USER));
}

/** Of a user, by index: the uid, and how many events were told so far. */
export function uidAt(user: i32): f64 {
  return load<f64>(userAt(user) + layout.USER_UID);
}
export function eventsOf(user: i32): f64 {
  return load<f64>(userAt(user) + layout.USER_EVENTS);
}

/** The index of the user of that uid, a whole number from 0; 0 where there is none. */
export function userOf(uid: f64): i32 {
  const bits = state(layout.UID_BITS);
  const last = (1 << bits) - 1;
  const whole = uid as i64;
  let place = placeFor((whole as i32) ^ ((whole >> 32) as i32), bits);
  while (userIn(place) != 0 && load<f64>(userAt(userIn(place)) + layout.USER_UID) != uid) place = (place + 1) & last;
  return userIn(place);
}

function userIn(place: i32): i32 {
  return load<i32>(state(layout.UIDS_AT) + place * 4);
}

/** Has the order's user fee rates, vouchers or a trade group of their own? */
export function hasOwnTerms(order: i32): bool {
  return hasTermsOfTheirOwn(int(order, USER));
}
/** The same of a user, by index. */
export function hasTermsOfTheirOwn(user: i32): bool {
  return (load<i32>(userAt(user) + layout.USER_HAS_OWN_TERMS) & layout.OWN_TERMS) != 0;
}

/** Has the user bonus, which backs orders of perpetuals? */
export function hasBonus(user: i32): bool {
  return (load<i32>(userAt(user) + layout.USER_HAS_OWN_TERMS) & layout.OWN_BONUS) != 0;
}

/** So many more events of a user, or of the user of an order, are told, or would be. */
export function countTold(user: i32, events: i32): void {
  const record = userAt(user);
  store<f64>(record + layout.USER_EVENTS, load<f64>(record + layout.USER_EVENTS) + (events as f64));
}

/** Puts a new order behind the others of its user, and counts it in its seat. */
export function openOrder(slot: i32, seat: i32): void {
  const order = orderAt(slot);
  const user = userAt(int(order, USER));
  const last = load<i32>(user + layout.USER_LAST_ORDER);
  setInt(order, USER_NEXT, 0);
  setInt(order, USER_PREVIOUS, last);
  if (last != 0) setInt(orderAt(last), USER_NEXT, slot);
  else store<i32>(user + layout.USER_FIRST_ORDER, slot);
  store<i32>(user + layout.USER_LAST_ORDER, slot);
  store<i32>(seat + layout.SEAT_OPEN_ORDERS, load<i32>(seat + layout.SEAT_OPEN_ORDERS) + 1);
}

/** Takes an order that ends out of its user's list and seat. */
export function closeOrder(order: i32, seat: i32): void {
  const user = userAt(int(order, USER));
  const next = int(order, USER_NEXT);
  const previous = int(order, USER_PREVIOUS);
  if (next != 0) setInt(orderAt(next), USER_PREVIOUS, previous);
  else store<i32>(user + layout.USER_LAST_ORDER, previous);
  if (previous != 0) setInt(orderAt(previous), USER_NEXT, next);
  else store<i32>(user + layout.USER_FIRST_ORDER, next);
  store<i32>(seat + layout.SEAT_OPEN_ORDERS, load<i32>(seat + layout.SEAT_OPEN_ORDERS) - 1);
}

/** The user's newest live order; 0 without any. */
export function newestOf(user: i32): i32 {
  return load<i32>(userAt(user) + layout.USER_LAST_ORDER);
}

export function userAt(index: i32): i32 {
  return state(layout.USERS_AT) + index * layout.USER_BYTES;
}
