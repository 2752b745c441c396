/**
 * The ledger of one user: every entry of SPOT and FUTURES, from the tables that the projections write. The sum of a wallet's entries in
 * an asset is what the wallet holds of it, own margin of isolated positions included.
 */
import { LEDGER_LIMIT, LEDGER_TYPES, type LedgerType } from '@agio/contracts/ledger';
import { type Db, sql } from '../../store/index.ts';
import type { UserWallet } from '@agio/core/words';

export interface LedgerFilter {
  readonly wallet?: UserWallet | undefined;
  readonly asset?: string | undefined;
  readonly type?: LedgerType | undefined;
  /** Both included; undefined: open. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

export interface LedgerRow {
  readonly entryId: string;
  readonly timeMs: number;
  readonly wallet: UserWallet;
  readonly type: LedgerType;
  readonly asset: string;
  /** Units. */
  readonly amount: bigint;
  readonly symbol: string;
  readonly reference: string;
  readonly reason: string;
  readonly parts: number;
}

/** What is bought in a market, and with what. */
export interface PairAssets {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

/** From where an entry is read: part of its id, and of the order of entries of one moment. */
const SOURCE = { MOVE: 1, FILL: 2, SPOT_ENTRY: 3, CORRECTION: 4, FUTURES_ENTRY: 5 } as const;
const KNOWN: ReadonlySet<string> = new Set(LEDGER_TYPES);
/** A total order: the same page is the same entries, each time. */
const ORDER = sql`order by time_ms desc, source, symbol, a desc, b desc, c`;

type Branch = ReturnType<typeof sql>;

/** The tables, each as time_ms, source, symbol, a, b, c, wallet, type, asset, amount, parts. Ids: a, b and c within the source. */
function branchesOf(uid: number, pairs: readonly PairAssets[], { wallet }: LedgerFilter): Branch[] {
  const market = sql`json_to_recordset(${JSON.stringify(pairs)}::json) as p(symbol text, base text, quote text)`;
  const spot = [
    sql`select m.time_ms, ${sql.lit(SOURCE.MOVE)} as source, '' as symbol, m.transfer_id as a, 0 as b, 0 as c, 'SPOT' as wallet,
        m.kind as type, m.asset, (case when m.to_wallet = 'SPOT' then m.amount else -m.amount end)::numeric as amount, 1 as parts
      from funds_moves m where m.uid = ${uid} and 'SPOT' in (m.from_wallet, m.to_wallet)`,
    sql`select f.time_ms, ${sql.lit(SOURCE.FILL)}, f.symbol, f.trade_id, f.is_maker::int, leg.place, 'SPOT',
        leg.type, leg.asset, leg.amount, 1
      from spot_fills f join ${market} on p.symbol = f.symbol
      cross join lateral (values
        (0, 'TRADE', p.base, (case f.side when 'BUY' then f.quantity else -f.quantity end)::numeric),
        (1, 'TRADE', p.quote, (case f.side when 'BUY' then -f.amount else f.amount end)::numeric),
        (2, 'FEE', f.fee_asset, (-f.fee)::numeric)
      ) as leg(place, type, asset, amount)
      where f.uid = ${uid} and leg.amount <> 0`,
    sql`select s.time_ms, ${sql.lit(SOURCE.SPOT_ENTRY)}, s.symbol, s.seq, s.event_index, s.place, 'SPOT',
        case when s.type in (${sql.join(LEDGER_TYPES)}) then s.type else 'OTHER' end,
        coalesce(nullif(s.asset, ''), p.quote), s.amount, 1
      from spot_entries s left join ${market} on p.symbol = s.symbol where s.uid = ${uid}`,
    sql`select k.time_ms, ${sql.lit(SOURCE.CORRECTION)}, '', k.seq, k.event_index, 0, 'SPOT', 'CORRECTION', k.asset, k.amount, 1
      from account_corrections k where k.uid = ${uid} and k.account = 'SPOT'`,
  ];
  const futures = sql`select e.time_ms, ${sql.lit(SOURCE.FUTURES_ENTRY)} as source, e.symbol, e.seq as a, e.event_index as b, e.place as c,
      e.wallet, e.type, e.asset, e.amount, e.parts
    from futures_entries e where e.uid = ${uid} and e.wallet = 'FUTURES'`;
  if (wallet === 'SPOT') return spot;
  return wallet === 'FUTURES' ? [futures] : [...spot, futures];
}

/**
 * At most `top` entries of each table that the filter finds, newest first: each table is read along its index, no further than needed.
 * Whoever only counts them asks for `any` of them, which sorts nothing.
 */
function foundIn(
  uid: number,
  pairs: readonly PairAssets[],
  filter: LedgerFilter,
  top: number,
  { after = null, which = 'newest' }: { readonly after?: Place | null; readonly which?: 'newest' | 'any' } = {},
): Branch {
  const { asset, type, fromMs, toMs } = filter;
  const conditions = [sql`true`];
  if (after) conditions.push(behind(after));
  if (asset !== undefined) conditions.push(sql`asset = ${asset}`);
  if (type !== undefined) conditions.push(sql`type = ${type}`);
  if (fromMs !== undefined) conditions.push(sql`time_ms >= ${fromMs}`);
  if (toMs !== undefined) conditions.push(sql`time_ms <= ${toMs}`);
  const where = sql.join(conditions, sql` and `);
  const columns = sql`as entry(time_ms, source, symbol, a, b, c, wallet, type, asset, amount, parts)`;
  const order = which === 'any' ? sql`` : ORDER;
  const parts = branchesOf(uid, pairs, filter).map(
    (branch) => sql`(select * from (${branch}) ${columns} where ${where} ${order} limit ${top})`,
  );
  return sql.join(parts, sql` union all `) as Branch;
}

/** Of an entry in ORDER: the time and its id. */
interface Place {
  readonly timeMs: number;
  readonly source: number;
  readonly symbol: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** The contract has checked the shape. */
function placeOf(cursor: string): Place {
  const [timeMs, source, symbol = '', a, b, c] = cursor.split('.');
  return { timeMs: Number(timeMs), source: Number(source), symbol, a: Number(a), b: Number(b), c: Number(c) };
}

/** What comes behind a place in ORDER. The first condition alone lets an index begin there. */
function behind({ timeMs, source, symbol, a, b, c }: Place): Branch {
  return sql`time_ms <= ${timeMs} and (time_ms < ${timeMs} or source > ${source} or (source = ${source} and (
    symbol > ${symbol} or (symbol = ${symbol} and (a < ${a} or (a = ${a} and (b < ${b} or (b = ${b} and c > ${c}))))))))`;
}

export interface LedgerPage {
  readonly items: LedgerRow[];
  /** At most LEDGER_LIMIT. */
  readonly total: number;
  /** There are more than LEDGER_LIMIT. */
  readonly isCut: boolean;
}

/** Newest first. What lies behind the newest LEDGER_LIMIT of what the filter finds is on no page. */
export async function listLedger(
  db: Db,
  uid: number,
  pairs: readonly PairAssets[],
  query: LedgerFilter & { readonly offset: number; readonly limit: number },
): Promise<LedgerPage> {
  const { offset, limit } = query;
  const end = Math.min(offset + limit, LEDGER_LIMIT);
  const counted = await sql<{ found: number }>`
    select count(*)::int as found
    from (select 1 from (${foundIn(uid, pairs, query, LEDGER_LIMIT + 1, { which: 'any' })}) as entries limit ${LEDGER_LIMIT + 1}) as counted
  `.execute(db);
  const found = counted.rows[0]?.found ?? 0;
  const bounds = { total: Math.min(found, LEDGER_LIMIT), isCut: found > LEDGER_LIMIT };
  if (offset >= bounds.total) return { items: [], ...bounds };
  const part = sql`select * from (${foundIn(uid, pairs, query, end)}) as found ${ORDER} limit ${end - offset} offset ${offset}`;
  return { items: await withReasons(db, uid, part), ...bounds };
}

export interface LedgerPiece {
  readonly items: LedgerRow[];
  /** The `after` of the next piece; null: there is none. */
  readonly next: string | null;
}

/**
 * Newest first, from behind the place `after` on, to the end of the ledger piece by piece. What comes in meanwhile is newer than the
 * first piece, and in none of the others.
 */
export async function ledgerPiece(
  db: Db,
  uid: number,
  pairs: readonly PairAssets[],
  query: { readonly filter: LedgerFilter; readonly after: string | null; readonly limit: number },
): Promise<LedgerPiece> {
  const { filter, after, limit } = query;
  const found = foundIn(uid, pairs, filter, limit + 1, { after: after === null ? null : placeOf(after) });
  const rows = await withReasons(db, uid, sql`select * from (${found}) as found ${ORDER} limit ${limit + 1}`);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: last && rows.length > limit ? `${last.timeMs}.${last.entryId}` : null };
}

/**
 * With the reasons of corrections, and with the numbers of transfers for their halves in FUTURES, whose entries do not hold them: a transfer
 * is found by its moment and amount, and of equal ones in one moment the first is the first.
 */
async function withReasons(db: Db, uid: number, entries: Branch): Promise<LedgerRow[]> {
  const { rows } = await sql<RawRow>`
    select entries.*, coalesce(why.reason, '') as reason, moved.transfer_id
    from (${entries}) as entries
    left join lateral (
      select k.reason from account_corrections k
      where entries.type in ('CORRECTION', 'PROFIT_WITHHELD') and k.uid = ${uid} and k.seq = entries.a
        and k.account = entries.wallet
      limit 1
    ) as why on true
    left join lateral (
      select m.transfer_id from funds_moves m
      where entries.source = ${sql.lit(SOURCE.FUTURES_ENTRY)} and entries.type = 'TRANSFER' and m.kind = 'TRANSFER'
        and m.uid = ${uid} and m.time_ms = entries.time_ms and m.asset = entries.asset
        and entries.amount = case 'FUTURES' when m.to_wallet then m.amount when m.from_wallet then -m.amount end
      order by m.transfer_id
      offset (
        select count(*) from futures_entries e
        where e.uid = ${uid} and e.wallet = entries.wallet and e.time_ms = entries.time_ms and e.type = entries.type
          and e.asset = entries.asset and e.amount = entries.amount and (e.seq, e.event_index) < (entries.a, entries.b)
      )
      limit 1
    ) as moved on true
    ${ORDER}
  `.execute(db);
  return rows.map(rowOf);
}

interface RawRow {
  readonly time_ms: number;
  readonly source: number;
  readonly symbol: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly wallet: string;
  readonly type: string;
  readonly asset: string;
  readonly amount: string;
  readonly parts: number;
  readonly reason: string;
  /** Of the half of a transfer in FUTURES. */
  readonly transfer_id: number | null;
}

function rowOf(row: RawRow): LedgerRow {
  const { source, symbol, a, b, c, type } = row;
  const hasReference = source === SOURCE.MOVE || source === SOURCE.FILL;
  return {
    entryId: [source, symbol, a, b, c].join('.'),
    timeMs: row.time_ms,
    wallet: row.wallet === 'SPOT' ? 'SPOT' : 'FUTURES',
    type: KNOWN.has(type) ? (type as LedgerType) : 'OTHER',
    asset: row.asset,
    amount: BigInt(row.amount),
    symbol,
    reference: hasReference ? String(a) : row.transfer_id === null ? '' : String(row.transfer_id),
    reason: row.reason,
    parts: row.parts,
  };
}
