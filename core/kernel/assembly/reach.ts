/** What a fill-or-kill order would meet in a book, before anything of it happens, as core/book/reach.ts counts it (trading A2). */
import { EXPIRE_MAKER, KEY, LOTS, STP_NONE, STP_SHIFT, USER } from '../order-record.ts';
import { first, isLevelKnown, next } from './ladder.ts';
import { int, isPlain, num, orderAt } from './records.ts';
import { hasTermsOfTheirOwn } from './users.ts';

/** Is its whole quantity within reach of its limit? */
export const OUT_OF_REACH = 0;
export const WITHIN_REACH = 1;
/** The core has to count. */
export const REACH_UNKNOWN = 2;

/**
 * Counts what rests on a ladder up to the limit, the largest key that the order may trade with, for an order of so many lots of a user (by index). `flags`
 * as packFlags makes them: its mode of self-trade prevention is asked.
 */
export function reachOf(ladder: i32, limit: i32, lots: f64, flags: i32, user: i32): i32 {
  // Only the core knows who is in the user's trade group. Fee rates and vouchers of one's own set the same flag.
  if (hasTermsOfTheirOwn(user)) return REACH_UNKNOWN;
  const mode = (flags >> STP_SHIFT) & 7;
  let missing = lots;
  for (let slot = first(ladder); slot != 0; slot = next(ladder, orderAt(slot))) {
    const maker = orderAt(slot);
    if (int(maker, KEY) > limit) return OUT_OF_REACH;
    // What an iceberg hides counts, too.
    if (!isPlain(maker)) return REACH_UNKNOWN;
    const isOwn = mode != STP_NONE && int(maker, USER) == user;
    if (isOwn && mode != EXPIRE_MAKER) return OUT_OF_REACH;
    if (!isOwn) missing -= num(maker, LOTS);
    if (missing <= 0) return WITHIN_REACH;
  }
  return isLevelKnown(ladder, limit) ? OUT_OF_REACH : REACH_UNKNOWN;
}
