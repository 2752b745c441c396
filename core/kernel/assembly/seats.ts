/** What users have in markets, as core/users/seats.ts keeps it. */
import * as layout from '../layout.ts';
import { setState, state } from './records.ts';

/** The seat of a user (by index) in a market (by index); 0 where only the core knows whether there is one. */
export function seatOf(user: i32, market: i32): i32 {
  if (user >= layout.SEATED_USERS) return 0;
  const place = placeOf(keyOf(user, market));
  return keyAt(place) == 0 ? 0 : seatAt(place);
}

/** May a user who has no seat in a market get one here? The core makes room, and knows who has live orders without one. */
export function mayAddSeat(user: i32): bool {
  const isFull = state(layout.SEATS_USED) * 4 >= (1 << state(layout.SEAT_BITS)) * 3;
  return user < layout.SEATED_USERS && !isFull && state(layout.SEAT_STRAYS) == 0;
}

/** The seat of a user who has none in the market and `mayAddSeat`: without orders, which lock in these rows. */
export function addSeat(user: i32, market: i32, baseRow: i32, quoteRow: i32): i32 {
  const key = keyOf(user, market);
  const seat = seatAt(placeOf(key));
  store<i32>(seat + layout.SEAT_KEY, key);
  store<i32>(seat + layout.SEAT_OPEN_ORDERS, 0);
  store<i32>(seat + layout.SEAT_BASE_ROW, baseRow);
  store<i32>(seat + layout.SEAT_QUOTE_ROW, quoteRow);
  setState(layout.SEATS_USED, state(layout.SEATS_USED) + 1);
  return seat;
}

function keyOf(user: i32, market: i32): i32 {
  return (user << layout.SEAT_MARKET_BITS) | market;
}

/** The place of the key, or the free one where it would be. */
function placeOf(key: i32): i32 {
  const bits = state(layout.SEAT_BITS);
  const last = (1 << bits) - 1;
  let place = placeFor(key, bits);
  while (keyAt(place) != key && keyAt(place) != 0) place = (place + 1) & last;
  return place;
}

function keyAt(place: i32): i32 {
  return load<i32>(seatAt(place) + layout.SEAT_KEY);
}
function seatAt(place: i32): i32 {
  return state(layout.SEATS_AT) + place * layout.SEAT_BYTES;
}

/** A multiplication that spreads neighbouring keys (Fibonacci hashing). */
export function placeFor(key: i32, bits: i32): i32 {
  return (((key as u32) * 2654435769) >> (32 - bits)) as i32;
}
