/** Statuses of markets and contracts in SQL: which they have, how they changed, and who was told. */
import { DAY_MS } from '@agio/contracts/durations';
import type { TradingStatus } from '@agio/contracts/market-restrictions';
import { CONTRACT_STATUSES, MARKET_KINDS, MARKET_STATUSES, type MarketKind } from '@agio/core/words';
import { type Db, readWord, sql, type Tx } from '../../store/index.ts';

const STATUSES: readonly TradingStatus[] = [...MARKET_STATUSES, ...CONTRACT_STATUSES];

export interface StatusOf {
  readonly market: MarketKind;
  readonly symbol: string;
  readonly status: TradingStatus;
}

export interface StatusChange extends StatusOf {
  readonly seq: number;
  readonly timeMs: number;
}

/** A change that those who hold something in the market are told of. */
export interface ToldChange extends StatusOf {
  readonly id: number;
  readonly timeMs: number;
}

/** As the bell keeps its other entries. */
const KEPT_DAYS = 30;

/** By market and symbol. */
export async function knownStatuses(tx: Tx): Promise<StatusOf[]> {
  const rows = await tx.selectFrom('market_statuses').selectAll().execute();
  return rows.map(statusOf);
}

export async function writeStatuses(tx: Tx, statuses: readonly StatusOf[]): Promise<void> {
  if (statuses.length === 0) return;
  await tx
    .insertInto('market_statuses')
    .values(statuses.map(({ market, symbol, status }) => ({ market, symbol, status })))
    .onConflict((conflict) => conflict.columns(['market', 'symbol']).doUpdateSet({ status: sql`excluded.status` }))
    .execute();
}

/** Those that are known stay as they are. */
export async function writeUnknown(db: Db, statuses: readonly StatusOf[]): Promise<void> {
  if (statuses.length === 0) return;
  await db
    .insertInto('market_statuses')
    .values(statuses.map(({ market, symbol, status }) => ({ market, symbol, status })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The same changes may come twice: a replay writes what is there already. */
export async function insertChanges(tx: Tx, changes: readonly StatusChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('market_status_changes')
    .values(
      changes.map(({ seq, market, symbol, status, timeMs }) => ({ seq, market, symbol, status, time_ms: timeMs })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ended before it was filled in whole; the words of the indexes of such orders. */
const isEnded = sql`own.status in ('CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH')`;

/**
 * Whose orders were filled since the change; null of those that were placed later. They are found by trade ids: the last trade before the
 * change is looked up from the newest one back, then what is newer. The reader needs no order: `order by` and the lookup of each order by
 * itself keep PostgreSQL from reading a whole history, which it would think no dearer, as it cannot know how few trades are newer.
 */
const filledSince = ({ orders, fills }: OrderTables) => sql`(
  select (
    select own.uid from ${sql.table(orders)} own where own.order_id = fill.order_id and own.created_at_ms <= change.time_ms
  ) as uid from ${sql.table(fills)} fill
    where fill.symbol = change.symbol and fill.trade_id > coalesce((
      select trade_id from ${sql.table(fills)} earlier where earlier.symbol = change.symbol and earlier.time_ms < change.time_ms
        order by trade_id desc limit 1
    ), 0)
    order by fill.trade_id desc
)`;

/**
 * Whose order of the table was open when the market changed: it still is, it ended since (filled in part or not at all), or it was
 * filled since, also if in whole. Filled orders are found by their fills and need no index that each of them would be written into.
 */
const orderHolders = (tables: OrderTables) => {
  const [market, orders] = [sql.lit(tables.market), sql.table(tables.orders)];
  return sql`
    select own.uid, change.id from change join ${orders} own on own.symbol = change.symbol
      where change.market = ${market} and own.created_at_ms <= change.time_ms and own.status in (${sql.raw(tables.open)})
    union
    select own.uid, change.id from change join ${orders} own on own.symbol = change.symbol
      where change.market = ${market} and own.created_at_ms <= change.time_ms
        and own.updated_at_ms >= change.time_ms and own.filled_quantity = 0 and ${isEnded}
    union
    select own.uid, change.id from change join ${orders} own on own.symbol = change.symbol
      where change.market = ${market} and own.created_at_ms <= change.time_ms
        and own.updated_at_ms >= change.time_ms and own.filled_quantity > 0 and ${isEnded}
    union
    select filled.uid, change.id from change cross join lateral ${filledSince(tables)} filled
      where change.market = ${market} and filled.uid is not null`;
};

interface OrderTables {
  readonly market: MarketKind;
  readonly orders: 'spot_orders' | 'futures_orders';
  readonly fills: 'spot_fills' | 'futures_fills';
  /** The statuses of open orders, word for word as in the index of those. */
  readonly open: string;
}

/**
 * Writes who is told of the changes that nobody was told of yet: whoever held a position or an open order in that market at that moment,
 * also one that ended by the change or since. Answers these changes. Each part has its index, so that nothing is read but what is open in
 * that market and what ended since.
 */
export async function noticeHolders(db: Db): Promise<ToldChange[]> {
  const told = await sql<ChangeRow>`
    with change as (
      update market_status_changes set is_told = true where not is_told returning id, market, symbol, status, time_ms
    ), holder as (
      ${orderHolders({ market: 'SPOT', orders: 'spot_orders', fills: 'spot_fills', open: `'NEW', 'PARTIALLY_FILLED', 'UNTRIGGERED'` })}
      union
      ${orderHolders({ market: 'FUTURES', orders: 'futures_orders', fills: 'futures_fills', open: `'NEW', 'PARTIALLY_FILLED'` })}
      union
      select own.uid, change.id from change join futures_stop_orders own on own.symbol = change.symbol
        where change.market = 'FUTURES' and own.created_at_ms <= change.time_ms and own.status = 'NEW'
      union
      select own.uid, change.id from change join futures_stop_orders own on own.symbol = change.symbol
        where change.market = 'FUTURES' and own.created_at_ms <= change.time_ms
          and own.updated_at_ms >= change.time_ms and own.status in ('CANCELED', 'EXPIRED')
      union
      select own.uid, change.id from change join futures_stop_orders own on own.symbol = change.symbol
        where change.market = 'FUTURES' and own.created_at_ms <= change.time_ms
          and own.updated_at_ms >= change.time_ms and own.status = 'TRIGGERED'
      union
      select own.uid, change.id from change join futures_positions own on own.symbol = change.symbol
        where change.market = 'FUTURES' and (own.body ->> 'openedAtMs')::bigint <= change.time_ms and own.is_open
      union
      select own.uid, change.id from change join futures_positions own on own.symbol = change.symbol
        where change.market = 'FUTURES' and (own.body ->> 'openedAtMs')::bigint <= change.time_ms
          and own.updated_at_ms >= change.time_ms and not own.is_open
    ), noticed as (
      insert into market_status_notices (uid, change_id) select uid, id from holder on conflict do nothing
    )
    select * from change order by id
  `.execute(db);
  return told.rows.map(changeOf);
}

/** Who is told of a change, in the order of their uids: at most `limit` of those after `afterUid`. */
export async function noticedUids(db: Db, changeId: number, afterUid: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('market_status_notices')
    .select('uid')
    .where('change_id', '=', changeId)
    .where('uid', '>', afterUid)
    .orderBy('uid')
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Newest first. */
export async function newestNotices(db: Db, uid: number, limit: number): Promise<ToldChange[]> {
  const rows = await db
    .selectFrom('market_status_notices')
    .innerJoin('market_status_changes', 'market_status_changes.id', 'market_status_notices.change_id')
    .select(['id', 'market', 'symbol', 'status', 'time_ms'])
    .where('uid', '=', uid)
    .orderBy('change_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(changeOf);
}

export async function deleteOldChanges(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('market_status_changes')
    .where('time_ms', '<', nowMs - KEPT_DAYS * DAY_MS)
    .execute();
}

interface ChangeRow {
  readonly id: number;
  readonly market: string;
  readonly symbol: string;
  readonly status: string;
  readonly time_ms: number;
}

const changeOf = (row: ChangeRow): ToldChange => ({ ...statusOf(row), id: row.id, timeMs: row.time_ms });

const statusOf = ({ market, symbol, status }: Pick<ChangeRow, 'market' | 'symbol' | 'status'>): StatusOf => ({
  market: readWord('market', market, MARKET_KINDS),
  symbol,
  status: readWord('status', status, STATUSES),
});
