/** Finding a user's order by id or by client id. */
import type { IdTable } from '../book/id-table.ts';
import { FLAGS, INT_STRIDE, isLive, MARKET, type OrderPool, USER } from '../book/order-pool.ts';
import type { OrderName } from '../protocol/commands.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isCount } from '../protocol/field-checks.ts';
import type { Market } from './market.ts';
import { clientKey, type Users } from '../users/users.ts';

/** The slot of the user's live order of that name in the market, or why there is none. */
export function findLiveOrder(
  orders: OrderPool,
  ids: IdTable,
  users: Users,
  uid: number,
  market: Market,
  name: OrderName,
): number | RejectCode {
  if (!isCount(name.orderId) || (name.orderId === 0 && name.clientOrderId === '')) return 'BAD_FIELDS';
  const order =
    name.orderId !== 0
      ? ids.get(name.orderId)
      : (users.find(uid)?.clientIds.get(clientKey(market.index, name.clientOrderId)) ?? 0);
  if (order === 0) return 'UNKNOWN_ORDER';
  const at = order * INT_STRIDE;
  const isTheirs = users.uidAt(orders.int[at + USER]) === uid && orders.int[at + MARKET] === market.index;
  if (!isTheirs) return 'UNKNOWN_ORDER';
  return isLive(orders.int[at + FLAGS]) ? order : 'ORDER_CLOSED';
}
