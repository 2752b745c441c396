/** Finding a user's order by id or by client id. */
import type { IdTable } from '../book/id-table.ts';
import { FLAGS, INT_STRIDE, isLive, MARKET, type OrderPool, USER } from '../book/order-pool.ts';
import type { OrderName } from '../protocol/commands.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isCount } from '../protocol/field-checks.ts';
import type { Market } from './market.ts';
import type { Users } from '../users/users.ts';

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
  const orderId = name.orderId !== 0 ? name.orderId : newestOf(users, uid, market, name.clientOrderId);
  const order = ids.get(orderId);
  if (order === 0) return 'UNKNOWN_ORDER';
  if (order < 0)
    return isTheirs(users, users.recalled, users.recall(-order, orderId), uid, market)
      ? 'ORDER_CLOSED'
      : 'UNKNOWN_ORDER';
  if (!isTheirs(users, orders, order, uid, market)) return 'UNKNOWN_ORDER';
  return isLive(orders.int[order * INT_STRIDE + FLAGS]) ? order : 'ORDER_CLOSED';
}

function newestOf(users: Users, uid: number, market: Market, clientOrderId: string): number {
  const user = users.find(uid);
  return user === undefined ? 0 : users.orderNames.newest(user, market.index, clientOrderId);
}

function isTheirs(users: Users, { int }: OrderPool, order: number, uid: number, market: Market): boolean {
  const at = order * INT_STRIDE;
  return users.uidAt(int[at + USER]) === uid && int[at + MARKET] === market.index;
}
