/** What the tables of spot and futures know of one receipt. Another user's rows are never found. */
import { type Db, type Selectable, type SpotFillsTable, sql, type Tables } from '../../store/index.ts';

export type SpotFillRow = Selectable<SpotFillsTable>;
export type PerpFillRow = Selectable<Tables['futures_fills']>;
export type FundingRow = Selectable<Tables['futures_funding_payments']>;
export type StepRow = Selectable<Tables['futures_receipts']>;

/** One side of a trade, or a place in the log. */
export type ReceiptName =
  | { readonly symbol: string; readonly tradeId: number; readonly isMaker: boolean }
  | { readonly seq: number; readonly eventIndex: number };

export async function spotFill(db: Db, uid: number, name: ReceiptName): Promise<SpotFillRow | undefined> {
  // A user's ledger names spot fills by their trade.
  if ('seq' in name) return undefined;
  return db
    .selectFrom('spot_fills')
    .selectAll()
    .where('symbol', '=', name.symbol)
    .where('trade_id', '=', name.tradeId)
    .where('is_maker', '=', name.isMaker)
    .where('uid', '=', uid)
    .executeTakeFirst();
}

export async function perpFill(db: Db, uid: number, name: ReceiptName): Promise<PerpFillRow | undefined> {
  const own = db.selectFrom('futures_fills').selectAll().where('uid', '=', uid);
  if (!('seq' in name)) {
    const { symbol, tradeId, isMaker } = name;
    return own
      .where('symbol', '=', symbol)
      .where('trade_id', '=', tradeId)
      .where('is_maker', '=', isMaker)
      .executeTakeFirst();
  }
  const { seq, eventIndex } = name;
  // By the time of its entry in the statement: fills have an index by user and time, and need none by place.
  const entry = db
    .selectFrom('futures_entries')
    .select(['wallet', 'time_ms'])
    .where('seq', '=', seq)
    .where('event_index', '=', eventIndex)
    .where('uid', '=', uid)
    .limit(1);
  return own
    .where(sql<boolean>`(wallet, time_ms) in (${entry})`)
    .where('seq', '=', seq)
    .where('event_index', '=', eventIndex)
    .orderBy('is_maker')
    .executeTakeFirst();
}

export async function funding(db: Db, uid: number, name: ReceiptName): Promise<FundingRow | undefined> {
  if (!('seq' in name)) return undefined;
  return db
    .selectFrom('futures_funding_payments')
    .selectAll()
    .where('seq', '=', name.seq)
    .where('event_index', '=', name.eventIndex)
    .where('uid', '=', uid)
    .executeTakeFirst();
}

export async function step(
  db: Db,
  uid: number,
  kind: 'Liquidated' | 'Deleveraged',
  name: ReceiptName,
): Promise<StepRow | undefined> {
  if (!('seq' in name)) return undefined;
  return db
    .selectFrom('futures_receipts')
    .selectAll()
    .where('seq', '=', name.seq)
    .where('event_index', '=', name.eventIndex)
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/**
 * The fills of the order that a step of a liquidation sent, in order: they stand between it and the step before it. By their time, because
 * fills have an index by user and time, and need none by place.
 */
export async function fillsOfStep(db: Db, step: StepRow): Promise<readonly PerpFillRow[]> {
  const before = await db
    .selectFrom('futures_receipts')
    .select(({ fn }) => fn.max('event_index').as('event_index'))
    .where('uid', '=', step.uid)
    .where('wallet', '=', step.wallet)
    .where('seq', '=', step.seq)
    .where('event_index', '<', step.event_index)
    .executeTakeFirst();
  return db
    .selectFrom('futures_fills')
    .selectAll()
    .where('uid', '=', step.uid)
    .where('wallet', '=', step.wallet)
    .where('time_ms', '=', step.time_ms)
    .where('seq', '=', step.seq)
    .where('symbol', '=', step.symbol)
    .where('is_liquidation', '=', true)
    .where('is_maker', '=', false)
    .where('event_index', '>', before?.event_index ?? -1)
    .where('event_index', '<', step.event_index)
    .orderBy('event_index')
    .execute();
}
