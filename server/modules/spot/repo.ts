/**
 * The spot tables: orders and fills. New rows go in by COPY, changes of others as one JSON parameter: thousands of them in one statement
 * cost neither parameters nor planning.
 */
import {
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderView,
  type Side,
  SIDES,
  SPOT_END_REASONS,
  STP_MODES,
  TIMES_IN_FORCE,
} from '@agio/core';
import type { Amount, Price } from '@agio/core/fixed';
import {
  copyNewRows,
  type Db,
  countForPages,
  insertRows,
  isLostSpotOrder,
  type NewRow,
  onPage,
  type Page,
  type PageRange,
  readWord,
  type Selectable,
  type SpotFillsTable,
  type SpotOrdersTable,
  sql,
  type Tx,
} from '../../store/index.ts';

export interface FillRow {
  readonly symbol: string;
  readonly tradeId: number;
  readonly isMaker: boolean;
  readonly uid: number;
  readonly orderId: number;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  readonly amount: number;
  readonly fee: number;
  readonly feeAsset: string;
  readonly timeMs: number;
}

/** A fill with what its receipt needs. */
export interface ProvenFill extends FillRow {
  readonly seq: number;
  readonly eventIndex: number;
  /** 10^-8. */
  readonly feeRate: number;
  /** Null where each fill is charged by itself. */
  readonly feeRest: number | null;
  /** The part of the fee that a voucher paid, in quote. */
  readonly voucher: number;
}

/** An order as a row, by column. */
const orderRow = (order: OrderView): NewRow<'spot_orders'> => ({
  order_id: order.orderId,
  uid: order.uid,
  symbol: order.symbol,
  side: order.side,
  type: order.type,
  time_in_force: order.timeInForce,
  price: order.price,
  quantity: order.quantity,
  quote_amount: order.quoteAmount,
  filled_quantity: order.filledQuantity,
  filled_amount: order.filledAmount,
  prevented_quantity: order.preventedQuantity,
  stp_mode: order.stpMode,
  client_order_id: order.clientOrderId,
  status: order.status,
  reason: order.reason,
  amend_count: order.amendCount,
  created_at_ms: order.createdAtMs,
  updated_at_ms: order.updatedAtMs,
  stop_price: order.stopPrice,
  delta_bips: order.deltaBips,
  activation_price: order.activationPrice,
  display_quantity: order.displayQuantity,
  oco_id: order.ocoId,
});

/** The last state of each order that the rows do not know yet. */
export async function insertOrders(tx: Tx, orders: readonly OrderView[]): Promise<void> {
  if (!(await copyNewRows(tx, 'spot_orders', orders.map(orderRow)))) await upsertOrders(tx, orders);
}

/** The last state of each order; a later one replaces an earlier one. */
export async function upsertOrders(tx: Tx, orders: readonly OrderView[]): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map(orderRow);
  await sql`
    insert into spot_orders
    select * from json_populate_recordset(null::spot_orders, ${JSON.stringify(rows)}::json)
    on conflict (order_id) do update set
      price = excluded.price, quantity = excluded.quantity, filled_quantity = excluded.filled_quantity,
      filled_amount = excluded.filled_amount, prevented_quantity = excluded.prevented_quantity, status = excluded.status,
      reason = excluded.reason, stop_price = excluded.stop_price, delta_bips = excluded.delta_bips,
      activation_price = excluded.activation_price, display_quantity = excluded.display_quantity, amend_count = excluded.amend_count, updated_at_ms = excluded.updated_at_ms
  `.execute(tx);
}

export async function insertFills(tx: Tx, fills: readonly ProvenFill[]): Promise<void> {
  const rows = fills.map((fill) => ({
    symbol: fill.symbol,
    trade_id: fill.tradeId,
    is_maker: fill.isMaker,
    uid: fill.uid,
    order_id: fill.orderId,
    side: fill.side,
    price: fill.price,
    quantity: fill.quantity,
    amount: fill.amount,
    fee: fill.fee,
    fee_asset: fill.feeAsset,
    time_ms: fill.timeMs,
    seq: fill.seq,
    event_index: fill.eventIndex,
    fee_rate: fill.feeRate,
    fee_rest: fill.feeRest,
    voucher: fill.voucher,
  }));
  await insertRows(tx, 'spot_fills', rows);
}

/** Orders that ended without a fill before this moment. */
export async function deleteEndedUnfilled(tx: Tx, beforeMs: number): Promise<void> {
  await tx
    .deleteFrom('spot_orders')
    .where('filled_quantity', '=', 0)
    .where('status', 'in', ['CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH'])
    .where('updated_at_ms', '<', beforeMs)
    .execute();
}

export function toOrder(row: Selectable<SpotOrdersTable>): OrderView {
  return {
    orderId: row.order_id,
    uid: row.uid,
    symbol: row.symbol,
    side: readWord('side', row.side, SIDES),
    type: readWord('type', row.type, ORDER_TYPES),
    timeInForce: readWord('time_in_force', row.time_in_force, TIMES_IN_FORCE),
    price: row.price as Price,
    quantity: row.quantity as Amount,
    quoteAmount: row.quote_amount as Amount,
    filledQuantity: row.filled_quantity as Amount,
    filledAmount: row.filled_amount as Amount,
    preventedQuantity: row.prevented_quantity as Amount,
    stpMode: readWord('stp_mode', row.stp_mode, STP_MODES),
    clientOrderId: row.client_order_id,
    status: readWord('status', row.status, ORDER_STATUSES),
    reason: readWord('reason', row.reason, SPOT_END_REASONS),
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    amendCount: row.amend_count,
    stopPrice: row.stop_price as Price,
    deltaBips: row.delta_bips,
    activationPrice: row.activation_price as Price,
    displayQuantity: row.display_quantity as Amount,
    ocoId: row.oco_id,
  };
}

function toFill(row: Selectable<SpotFillsTable>): FillRow {
  return {
    symbol: row.symbol,
    tradeId: row.trade_id,
    isMaker: row.is_maker,
    uid: row.uid,
    orderId: row.order_id,
    side: readWord('side', row.side, SIDES),
    price: row.price,
    quantity: row.quantity,
    amount: row.amount,
    fee: row.fee,
    feeAsset: row.fee_asset,
    timeMs: row.time_ms,
  };
}

export async function orderById(db: Db, uid: number, orderId: number): Promise<OrderView | null> {
  const row = await db
    .selectFrom('spot_orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** The newest order of that client id. */
export async function orderByClientId(
  db: Db,
  uid: number,
  symbol: string,
  clientOrderId: string,
): Promise<OrderView | null> {
  const row = await db
    .selectFrom('spot_orders')
    .selectAll()
    .where('uid', '=', uid)
    .where('symbol', '=', symbol)
    .where('client_order_id', '=', clientOrderId)
    .where('client_order_id', '<>', '')
    .orderBy('order_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

export interface HistoryQuery extends PageRange {
  readonly symbol: string | undefined;
  readonly side: Side | undefined;
  /** Both moments included; undefined: open. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export interface EndedQuery extends HistoryQuery {
  /** Only those that ended without their user wanting it. */
  readonly isLost: boolean;
}

/** Ended orders, newest first; of the lost ones that which ended last. */
export async function endedOrders(db: Db, uid: number, query: EndedQuery): Promise<Page<OrderView>> {
  let ended = db
    .selectFrom('spot_orders')
    .where('uid', '=', uid)
    .where('status', 'not in', ['NEW', 'PARTIALLY_FILLED', 'UNTRIGGERED']);
  const { symbol, side, fromMs, toMs, isLost } = query;
  if (isLost) ended = ended.where(isLostSpotOrder);
  if (symbol) ended = ended.where('symbol', '=', symbol);
  if (side !== undefined) ended = ended.where('side', '=', side);
  if (fromMs !== undefined) ended = ended.where('created_at_ms', '>=', fromMs);
  if (toMs !== undefined) ended = ended.where('created_at_ms', '<=', toMs);
  const total = await countForPages(db, ended);
  const inOrder = isLost ? ended.orderBy('updated_at_ms', 'desc') : ended;
  const rows = await inOrder.selectAll().orderBy('order_id', 'desc').$call(onPage(query)).execute();
  return { total, items: rows.map(toOrder) };
}

/** What a fill says of its order. */
export type OrderOfFill = Pick<OrderView, 'type' | 'ocoId'>;

export interface KnownFill {
  readonly fill: FillRow;
  /** Null: the order has no row. */
  readonly order: OrderOfFill | null;
}

/** Fills, newest first. */
export async function pageOfFills(db: Db, uid: number, query: HistoryQuery): Promise<Page<KnownFill>> {
  let fills = db.selectFrom('spot_fills').where('uid', '=', uid);
  const { symbol, side, fromMs, toMs } = query;
  if (symbol) fills = fills.where('symbol', '=', symbol);
  if (side !== undefined) fills = fills.where('side', '=', side);
  if (fromMs !== undefined) fills = fills.where('time_ms', '>=', fromMs);
  if (toMs !== undefined) fills = fills.where('time_ms', '<=', toMs);
  const total = await countForPages(db, fills);
  const rows = await fills
    .selectAll()
    .orderBy('time_ms', 'desc')
    .orderBy('symbol')
    .orderBy('trade_id', 'desc')
    .$call(onPage(query))
    .execute();
  const orders = await ordersOfFills(db, rows);
  return { total, items: rows.map((row) => ({ fill: toFill(row), order: orders.get(row.order_id) ?? null })) };
}

async function ordersOfFills(
  db: Db,
  fills: readonly Pick<Selectable<SpotFillsTable>, 'order_id'>[],
): Promise<ReadonlyMap<number, OrderOfFill>> {
  const ids = [...new Set(fills.map(({ order_id }) => order_id))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('spot_orders')
    .select(['order_id', 'type', 'oco_id'])
    .where('order_id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [row.order_id, { type: readWord('type', row.type, ORDER_TYPES), ocoId: row.oco_id }]),
  );
}

export interface RangeQuery {
  readonly fromId: number | null;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly limit: number;
}

/** Orders of a market, oldest first; with neither an id nor a start the newest ones. */
export async function ordersInRange(db: Db, uid: number, symbol: string, range: RangeQuery): Promise<OrderView[]> {
  let orders = db.selectFrom('spot_orders').selectAll().where('uid', '=', uid).where('symbol', '=', symbol);
  if (range.fromId !== null) orders = orders.where('order_id', '>=', range.fromId);
  if (range.startTime !== null) orders = orders.where('created_at_ms', '>=', range.startTime);
  if (range.endTime !== null) orders = orders.where('created_at_ms', '<=', range.endTime);
  const isForward = range.fromId !== null || range.startTime !== null;
  const rows = await orders
    .orderBy('order_id', isForward ? 'asc' : 'desc')
    .limit(range.limit)
    .execute();
  return (isForward ? rows : rows.reverse()).map(toOrder);
}

/** With the pair that the order belongs to; 0 for none. */
export type FillOfOrder = FillRow & { readonly ocoId: number };

/** Fills of a market, oldest first; with neither an id nor a start the newest ones. */
export async function fillsInRange(
  db: Db,
  uid: number,
  symbol: string,
  orderId: number | null,
  range: RangeQuery,
): Promise<FillOfOrder[]> {
  let fills = db
    .selectFrom('spot_fills')
    .leftJoin('spot_orders', 'spot_orders.order_id', 'spot_fills.order_id')
    .selectAll('spot_fills')
    .select('spot_orders.oco_id')
    .where('spot_fills.uid', '=', uid)
    .where('spot_fills.symbol', '=', symbol);
  if (orderId !== null) fills = fills.where('spot_fills.order_id', '=', orderId);
  if (range.fromId !== null) fills = fills.where('trade_id', '>=', range.fromId);
  if (range.startTime !== null) fills = fills.where('time_ms', '>=', range.startTime);
  if (range.endTime !== null) fills = fills.where('time_ms', '<=', range.endTime);
  const isForward = range.fromId !== null || range.startTime !== null;
  const rows = await fills
    .orderBy('trade_id', isForward ? 'asc' : 'desc')
    .limit(range.limit)
    .execute();
  return (isForward ? rows : rows.reverse()).map((row) => ({ ...toFill(row), ocoId: row.oco_id ?? 0 }));
}
