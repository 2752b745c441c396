/** Statuses of markets and contracts in SQL: which they have, how they changed, and who was told. */
import { DAY_MS } from '@agio/contracts/durations';
import {
  CONTRACT_STATUSES,
  type ContractStatus,
  MARKET_KINDS,
  MARKET_STATUSES,
  type MarketKind,
  type MarketStatus,
} from '@agio/core/words';
import { type Db, readWord, sql, type Tx } from '../../store/index.ts';

export type TradingStatus = MarketStatus | ContractStatus;
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

export interface StatusNotice extends StatusOf {
  readonly id: number;
  readonly uid: number;
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

/** An order that ended unfilled, of the tables of orders: the condition of their indexes, word for word. */
const endedUnfilled = sql`own.filled_quantity = 0 and own.status in ('CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH')`;

/**
 * Writes who is told of the changes that nobody was told of yet, and answers them: whoever held a position or an open order in that market
 * at that moment, also one that ended by the change. Each part has its index, so that nothing is read but what is open in that market and
 * what ended since.
 */
export function noticeHolders(db: Db): Promise<StatusNotice[]> {
  return db.transaction().execute(async (tx) => {
    const found = await sql<NoticeRow>`
      with change as (
        update market_status_changes set is_told = true where not is_told returning id, market, symbol, status, time_ms
      ), holder as (
        select own.uid, change.id from change join spot_orders own on own.symbol = change.symbol
          where change.market = 'SPOT' and own.created_at_ms <= change.time_ms
            and own.status in ('NEW', 'PARTIALLY_FILLED', 'UNTRIGGERED')
        union
        select own.uid, change.id from change join spot_orders own on own.symbol = change.symbol
          where change.market = 'SPOT' and own.created_at_ms <= change.time_ms
            and own.updated_at_ms >= change.time_ms and ${endedUnfilled}
        union
        select own.uid, change.id from change join futures_orders own on own.symbol = change.symbol
          where change.market = 'FUTURES' and own.created_at_ms <= change.time_ms and own.status in ('NEW', 'PARTIALLY_FILLED')
        union
        select own.uid, change.id from change join futures_orders own on own.symbol = change.symbol
          where change.market = 'FUTURES' and own.created_at_ms <= change.time_ms
            and own.updated_at_ms >= change.time_ms and ${endedUnfilled}
        union
        select own.uid, change.id from change join futures_stop_orders own on own.symbol = change.symbol
          where change.market = 'FUTURES' and own.created_at_ms <= change.time_ms and own.status = 'NEW'
        union
        select own.uid, change.id from change join futures_stop_orders own on own.symbol = change.symbol
          where change.market = 'FUTURES' and own.created_at_ms <= change.time_ms
            and own.updated_at_ms >= change.time_ms and own.status in ('CANCELED', 'EXPIRED')
        union
        select own.uid, change.id from change join futures_positions own on own.symbol = change.symbol
          where change.market = 'FUTURES' and (own.body ->> 'openedAtMs')::bigint <= change.time_ms and own.is_open
        union
        select own.uid, change.id from change join futures_positions own on own.symbol = change.symbol
          where change.market = 'FUTURES' and (own.body ->> 'openedAtMs')::bigint <= change.time_ms
            and own.updated_at_ms >= change.time_ms and not own.is_open
      ), told as (
        insert into market_status_notices (uid, change_id) select uid, id from holder on conflict do nothing returning uid, change_id
      )
      select told.uid, change.* from told join change on change.id = told.change_id order by change.id
    `.execute(tx);
    return found.rows.map(noticeOf);
  });
}

/** Newest first. */
export async function newestNotices(db: Db, uid: number, limit: number): Promise<StatusNotice[]> {
  const rows = await db
    .selectFrom('market_status_notices')
    .innerJoin('market_status_changes', 'market_status_changes.id', 'market_status_notices.change_id')
    .select(['uid', 'id', 'market', 'symbol', 'status', 'time_ms'])
    .where('uid', '=', uid)
    .orderBy('change_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(noticeOf);
}

export async function deleteOldChanges(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('market_status_changes')
    .where('time_ms', '<', nowMs - KEPT_DAYS * DAY_MS)
    .execute();
}

interface NoticeRow {
  readonly uid: number;
  readonly id: number;
  readonly market: string;
  readonly symbol: string;
  readonly status: string;
  readonly time_ms: number;
}

const noticeOf = (row: NoticeRow): StatusNotice => ({
  ...statusOf(row),
  id: row.id,
  uid: row.uid,
  timeMs: row.time_ms,
});

const statusOf = ({ market, symbol, status }: Pick<NoticeRow, 'market' | 'symbol' | 'status'>): StatusOf => ({
  market: readWord('market', market, MARKET_KINDS),
  symbol,
  status: readWord('status', status, STATUSES),
});
