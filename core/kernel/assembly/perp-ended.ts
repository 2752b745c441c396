/** Orders of perpetuals that ended, as PerpOrders.remember of core/perp/orders keeps them: in their slots, chained by account, the oldest first. */
import { CLIENT_ID_FLAG, FLAGS, ID, USER_NEXT, USER_PREVIOUS } from '../order-record.ts';
import * as perp from '../perp-layout.ts';
import { leave } from './ids.ts';
import { giveSlot } from './pool.ts';
import { int, num, orderAt, setInt } from './records.ts';

/**
 * Lets an account remember one more, and forgets its oldest for it where it has as many as are kept. False: nothing was done. An account that the core has not
 * yet entered among those with ended orders (ACCOUNT_MAY_HAVE_ENDED) is the core's.
 */
export function makeRoomForEnded(account: i32): bool {
  const count = load<i32>(account + perp.ACCOUNT_ENDED_COUNT);
  if (load<i32>(account + perp.ACCOUNT_MAY_HAVE_ENDED) == 0 || count > perp.PERP_ENDED_KEPT) return false;
  return count < perp.PERP_ENDED_KEPT || forgetOldest(account);
}

/** Keeps an order that ended and is in no other list, of an account that has room for it (`makeRoomForEnded`). */
export function keepPerpEnded(slot: i32, account: i32): void {
  const last = load<i32>(account + perp.ACCOUNT_ENDED_LAST);
  setInt(orderAt(slot), USER_NEXT, 0);
  setInt(orderAt(slot), USER_PREVIOUS, last);
  if (last != 0) setInt(orderAt(last), USER_NEXT, slot);
  else store<i32>(account + perp.ACCOUNT_ENDED_FIRST, slot);
  store<i32>(account + perp.ACCOUNT_ENDED_LAST, slot);
  store<i32>(account + perp.ACCOUNT_ENDED_COUNT, load<i32>(account + perp.ACCOUNT_ENDED_COUNT) + 1);
}

/** There is another one behind it. */
function forgetOldest(account: i32): bool {
  const slot = load<i32>(account + perp.ACCOUNT_ENDED_FIRST);
  const order = orderAt(slot);
  if ((int(order, FLAGS) & CLIENT_ID_FLAG) != 0 || !leave(num(order, ID))) return false;
  const next = int(order, USER_NEXT);
  setInt(orderAt(next), USER_PREVIOUS, 0);
  store<i32>(account + perp.ACCOUNT_ENDED_FIRST, next);
  store<i32>(account + perp.ACCOUNT_ENDED_COUNT, load<i32>(account + perp.ACCOUNT_ENDED_COUNT) - 1);
  giveSlot(slot);
  return true;
}
