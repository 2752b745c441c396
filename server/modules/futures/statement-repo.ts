/** The statement of margin wallets: entries whose sum is the wallet's own money, isolated margins included. */
import { DAY_MS, HOUR_MS } from '@agio/contracts/durations';
import { type CoreEvent, entriesOf, type EntryType, type StatementEntry } from '@agio/core';
import { PAGED_ROWS } from '@agio/contracts/types';
import { type Db, insertRows, onPage, type Page, type PageRange, sql, type Tx } from '../../store/index.ts';
import { SETTLE_ASSET } from './settle-asset.ts';

/**
 * Results and fees of older fills are summed up by the hour, by contract: a demo's traders, or a market maker, fill their wallets'
 * statements with hundreds of thousands of lines a day. The fills stay, each of them, in their own table. No user's entries are left out:
 * else the sums would differ from the wallets' balances.
 */
const KEPT_SINGLE_MS = 7 * DAY_MS;

/** OPENING: the balance from before statements were recorded. */
type LineType = EntryType | 'OPENING';

export interface EntryRow extends StatementEntry {
  readonly seq: number;
  readonly eventIndex: number;
  readonly place: number;
  readonly timeMs: number;
}

export function entryRowsOf(events: readonly CoreEvent[]): EntryRow[] {
  return events.flatMap((event) => {
    const { seq, index: eventIndex, timeMs } = event;
    return entriesOf(event, SETTLE_ASSET).map((entry, place) => ({ ...entry, seq, eventIndex, place, timeMs }));
  });
}

export async function insertEntries(tx: Tx, entries: readonly EntryRow[]): Promise<void> {
  const rows = entries.map((entry) => ({
    seq: entry.seq,
    event_index: entry.eventIndex,
    place: entry.place,
    uid: entry.uid,
    wallet: entry.wallet,
    type: entry.type,
    symbol: entry.symbol,
    asset: entry.asset,
    amount: entry.amount.toString(),
    parts: 1,
    is_summed: false,
    time_ms: entry.timeMs,
  }));
  await insertRows(tx, 'futures_entries', rows);
}

/** `hour` is the log's own, in hours since 1970: whole hours are summed up, however the log is cut into batches. */
export async function sumUpOldEntries(tx: Tx, hour: number): Promise<void> {
  await sql`
    with old as (
      delete from futures_entries
      where not is_summed and type in ('REALISED', 'FEE') and time_ms < ${hour * HOUR_MS - KEPT_SINGLE_MS}
      returning *
    ),
    summed as (
      select max(array[seq, event_index, place]) as newest, uid, wallet, type, symbol, asset, sum(amount) as amount,
        sum(parts)::int as parts, max(time_ms) as time_ms
      from old group by uid, wallet, type, symbol, asset, time_ms / ${HOUR_MS}::bigint
    )
    insert into futures_entries
    select newest[1], newest[2]::int, newest[3]::int, uid, wallet, type, symbol, asset, amount, parts, true, time_ms
    from summed
  `.execute(tx);
}

export interface StatementQuery extends PageRange {
  readonly uid: number;
  readonly wallet: string;
  readonly asset: string;
  readonly type: LineType | undefined;
  readonly symbol: string | undefined;
  /** Both moments included; undefined: open. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export interface EntryLine {
  readonly type: LineType;
  readonly symbol: string;
  readonly amount: bigint;
  readonly parts: number;
  readonly timeMs: number;
}

/** Newest first, with the sum of all that the query finds. */
export async function pageOfEntries(
  db: Db,
  query: StatementQuery,
): Promise<Page<EntryLine> & { readonly sum: bigint }> {
  const { uid, wallet, asset, type, symbol, fromMs, toMs } = query;
  let found = db
    .selectFrom('futures_entries')
    .where('uid', '=', uid)
    .where('wallet', '=', wallet)
    .where('asset', '=', asset);
  if (type !== undefined) found = found.where('type', '=', type);
  if (symbol !== undefined) found = found.where('symbol', '=', symbol);
  if (fromMs !== undefined) found = found.where('time_ms', '>=', fromMs);
  if (toMs !== undefined) found = found.where('time_ms', '<=', toMs);
  const { total, sum } = await found
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.sum<string | null>('amount').as('sum')])
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('time_ms', 'desc')
    .orderBy('seq', 'desc')
    .orderBy('event_index', 'desc')
    .orderBy('place', 'desc')
    .$call(onPage(query))
    .execute();
  const items = rows.map((row) => ({
    type: row.type as LineType,
    symbol: row.symbol,
    amount: BigInt(row.amount),
    parts: row.parts,
    timeMs: row.time_ms,
  }));
  return { total: Math.min(total, PAGED_ROWS), sum: BigInt(sum ?? 0), items };
}
