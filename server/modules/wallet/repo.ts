/** The wallet's tables: moves of funds, corrections, and the demo's grants. */
import { type Db, countForPages, onPage, type Page, type PageRange, type Tx } from '../../store/index.ts';
import type { UserWallet } from '@agio/core/words';

export interface FundsMoveRow {
  readonly transferId: number;
  readonly kind: 'DEPOSIT' | 'TRANSFER';
  readonly uid: number;
  readonly asset: string;
  readonly amount: number;
  readonly from: string;
  readonly to: string;
  readonly timeMs: number;
}

export async function insertMoves(tx: Tx, moves: readonly FundsMoveRow[]): Promise<void> {
  await tx
    .insertInto('funds_moves')
    .values(
      moves.map((move) => ({
        transfer_id: move.transferId,
        kind: move.kind,
        uid: move.uid,
        asset: move.asset,
        amount: move.amount,
        from_wallet: move.from,
        to_wallet: move.to,
        time_ms: move.timeMs,
      })),
    )
    .onConflict((conflict) => conflict.column('transfer_id').doNothing())
    .execute();
}

export interface MovesQuery extends PageRange {
  readonly kind: 'DEPOSIT' | 'TRANSFER' | undefined;
  /** Both moments included; undefined: open. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Between these wallets; undefined: any. */
  readonly between?: { readonly from: string; readonly to: string } | undefined;
}

/** Newest first. */
export async function listMoves(
  db: Db,
  uid: number,
  { kind, fromMs, toMs, between, ...range }: MovesQuery,
): Promise<Page<FundsMoveRow>> {
  let moves = db.selectFrom('funds_moves').where('uid', '=', uid);
  if (kind) moves = moves.where('kind', '=', kind);
  if (fromMs !== undefined) moves = moves.where('time_ms', '>=', fromMs);
  if (toMs !== undefined) moves = moves.where('time_ms', '<=', toMs);
  if (between) moves = moves.where('from_wallet', '=', between.from).where('to_wallet', '=', between.to);
  const total = await countForPages(db, moves);
  const rows = await moves.selectAll().orderBy('transfer_id', 'desc').$call(onPage(range)).execute();
  return {
    total,
    items: rows.map((row) => ({
      transferId: row.transfer_id,
      kind: row.kind === 'DEPOSIT' ? 'DEPOSIT' : 'TRANSFER',
      uid: row.uid,
      asset: row.asset,
      amount: row.amount,
      from: row.from_wallet,
      to: row.to_wallet,
      timeMs: row.time_ms,
    })),
  };
}

export interface CorrectionRow {
  readonly seq: number;
  readonly eventIndex: number;
  readonly uid: number;
  readonly correctionId: number;
  readonly account: UserWallet;
  readonly asset: string;
  readonly amount: bigint;
  readonly corrects: string;
  readonly reason: string;
  readonly timeMs: number;
}

export async function insertCorrections(tx: Tx, corrections: readonly CorrectionRow[]): Promise<void> {
  const rows = corrections.map(({ eventIndex, correctionId, timeMs, ...same }) => ({
    ...same,
    event_index: eventIndex,
    correction_id: correctionId,
    time_ms: timeMs,
  }));
  await tx
    .insertInto('account_corrections')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface ListedCorrection extends CorrectionRow {
  readonly kind: 'CORRECTION' | 'WITHHOLDING';
}

/** Newest first. Which command it was is told by its transfer, which the statement of the futures wallet has. */
export async function listCorrections(db: Db, uid: number, range: PageRange): Promise<Page<ListedCorrection>> {
  const found = db.selectFrom('account_corrections').where('uid', '=', uid);
  const total = await countForPages(db, found);
  const rows = await found
    .selectAll()
    .select((sides) =>
      sides
        .exists(
          sides
            .selectFrom('futures_entries as entry')
            .whereRef('entry.seq', '=', 'account_corrections.seq')
            .where('entry.type', '=', 'PROFIT_WITHHELD')
            .select('entry.seq'),
        )
        .as('is_withheld'),
    )
    .orderBy('seq', 'desc')
    .orderBy('event_index', 'desc')
    .$call(onPage(range))
    .execute();
  const items = rows.map((row) => ({
    kind: row.is_withheld ? ('WITHHOLDING' as const) : ('CORRECTION' as const),
    seq: row.seq,
    eventIndex: row.event_index,
    uid: row.uid,
    correctionId: row.correction_id,
    account: row.account === 'SPOT' ? ('SPOT' as const) : ('FUTURES' as const),
    asset: row.asset,
    amount: BigInt(row.amount),
    corrects: row.corrects,
    reason: row.reason,
    timeMs: row.time_ms,
  }));
  return { total, items };
}

export type Grant = { readonly grantedAtMs: number };

/**
 * Writes the intent of a grant, at most one in `everyMs`; the row lock makes parallel calls one. An unfinished grant is
 * answered again, so that its deposits are sent again under the same keys. After a finished one: how long to wait.
 */
export async function openGrant(
  db: Db,
  uid: number,
  nowMs: number,
  everyMs: number,
): Promise<Grant | { readonly waitMs: number }> {
  return await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('faucet_grants')
      .values({ uid, granted_at_ms: nowMs, state: 'PENDING' })
      .onConflict((conflict) => conflict.column('uid').doNothing())
      .returning('uid')
      .executeTakeFirst();
    if (made) return { grantedAtMs: nowMs };
    const last = await tx
      .selectFrom('faucet_grants')
      .selectAll()
      .where('uid', '=', uid)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const age = nowMs - last.granted_at_ms;
    if (age < everyMs) {
      return last.state === 'DONE' ? { waitMs: everyMs - age } : { grantedAtMs: last.granted_at_ms };
    }
    await tx
      .updateTable('faucet_grants')
      .set({ granted_at_ms: nowMs, state: 'PENDING' })
      .where('uid', '=', uid)
      .execute();
    return { grantedAtMs: nowMs };
  });
}

export async function closeGrant(db: Db, uid: number, grantedAtMs: number): Promise<void> {
  await db
    .updateTable('faucet_grants')
    .set({ state: 'DONE' })
    .where('uid', '=', uid)
    .where('granted_at_ms', '=', grantedAtMs)
    .execute();
}
