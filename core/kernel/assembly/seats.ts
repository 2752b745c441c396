/** What users have in markets, as core/users/seats.ts keeps it. */
import * as layout from '../layout.ts';
import { state } from './records.ts';

/** The seat of a user (by index) in a market (by index); 0 where only the core knows whether there is one. */
export function seatOf(user: i32, market: i32): i32 {
  if (user >= layout.SEATED_USERS) return 0;
  const key = (user << layout.SEAT_MARKET_BITS) | market;
  const bits = state(layout.SEAT_BITS);
  const last = (1 << bits) - 1;
  let place = placeFor(key, bits);
  while (keyAt(place) != key && keyAt(place) != 0) place = (place + 1) & last;
  return keyAt(place) == 0 ? 0 : seatAt(place);
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
