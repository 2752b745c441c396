/** Pairs of orders of which one cancels the other, in SQL, and the names that clients give them. */
import type { OrderView } from '@agio/core';
import type { Db } from '../../store/index.ts';
import { type RangeQuery, toOrder } from './repo.ts';

/** The orders of these pairs, by id. */
export async function ordersOfOcos(db: Db, uid: number, ocoIds: readonly number[]): Promise<OrderView[]> {
  if (ocoIds.length === 0) return [];
  const rows = await db
    .selectFrom('spot_orders')
    .selectAll()
    .where('uid', '=', uid)
    .where('oco_id', 'in', ocoIds)
    .orderBy('order_id')
    .execute();
  return rows.map(toOrder);
}

/** Ids of pairs, the oldest first; with neither an id nor a start the newest ones. */
export async function ocosInRange(db: Db, uid: number, range: RangeQuery): Promise<number[]> {
  let ocos = db.selectFrom('spot_orders').select('oco_id').distinct().where('uid', '=', uid).where('oco_id', '<>', 0);
  if (range.fromId !== null) ocos = ocos.where('oco_id', '>=', range.fromId);
  if (range.startTime !== null) ocos = ocos.where('created_at_ms', '>=', range.startTime);
  if (range.endTime !== null) ocos = ocos.where('created_at_ms', '<=', range.endTime);
  const isForward = range.fromId !== null || range.startTime !== null;
  const rows = await ocos
    .orderBy('oco_id', isForward ? 'asc' : 'desc')
    .limit(range.limit)
    .execute();
  const ids = rows.map((row) => row.oco_id);
  return isForward ? ids : ids.reverse();
}

/** The newest pair whose first order has this client id; null when there is none. */
export async function ocoByFirstName(db: Db, uid: number, clientOrderId: string): Promise<number | null> {
  const row = await db
    .selectFrom('spot_orders')
    .select('oco_id')
    .where('uid', '=', uid)
    .where('client_order_id', '=', clientOrderId)
    .whereRef('oco_id', '=', 'order_id')
    .orderBy('order_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.oco_id ?? null;
}

export interface ListName {
  readonly symbol: string;
  readonly listClientOrderId: string;
  readonly firstClientOrderId: string;
}

export async function insertListName(db: Db, uid: number, name: ListName, nowMs: number): Promise<void> {
  await db
    .insertInto('spot_order_lists')
    .values({
      uid,
      symbol: name.symbol,
      list_client_order_id: name.listClientOrderId,
      first_client_order_id: name.firstClientOrderId,
      created_at_ms: nowMs,
    })
    .execute();
}

/** The client id of the first order of the newest pair with this name; null if there is none. */
export async function firstNameOf(db: Db, uid: number, listClientOrderId: string): Promise<string | null> {
  const row = await db
    .selectFrom('spot_order_lists')
    .select('first_client_order_id')
    .where('uid', '=', uid)
    .where('list_client_order_id', '=', listClientOrderId)
    .orderBy('created_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.first_client_order_id ?? null;
}

/** The list client order id of each pair, by the id of its first order: the newest one stored before that order was placed. */
export async function listNamesOf(db: Db, uid: number, firsts: readonly OrderView[]): Promise<Map<number, string>> {
  const names = new Map(firsts.map((order) => [order.orderId, order.clientOrderId]));
  const given = firsts.map(({ clientOrderId }) => clientOrderId).filter((name) => name !== '');
  if (given.length === 0) return names;
  const rows = await db
    .selectFrom('spot_order_lists')
    .selectAll()
    .where('uid', '=', uid)
    .where('first_client_order_id', 'in', given)
    .orderBy('created_at_ms')
    .execute();
  for (const first of firsts) {
    const row = rows.findLast(
      (each) =>
        each.first_client_order_id === first.clientOrderId &&
        each.symbol === first.symbol &&
        each.created_at_ms <= first.createdAtMs,
    );
    if (row) names.set(first.orderId, row.list_client_order_id);
  }
  return names;
}
