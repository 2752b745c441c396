/** The tables of deposits: whose an address is, how far chains were read, and what arrived. */
import type { ChainDeposit } from '@agio/contracts/http/deposits';
import { type Db, countForPages, onPage, type Page, type PageRange } from '../../store/index.ts';
import type { AddressOwner, Arrival } from './chain.ts';

export async function insertAddress(
  db: Db,
  { network, address, uid, asset }: AddressOwner & { readonly network: string; readonly address: string },
): Promise<void> {
  await db
    .insertInto('deposit_addresses')
    .values({ network, address, uid, asset })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** 0: nothing was read yet. */
export async function positionOf(db: Db, network: string): Promise<number> {
  const row = await db
    .selectFrom('deposit_cursors')
    .select('position')
    .where('network', '=', network)
    .executeTakeFirst();
  return row?.position ?? 0;
}

/** Arrivals at addresses of users, each once, and how far the chain was read, both or neither. */
export async function insertArrivals(db: Db, network: string, arrivals: readonly Arrival[]): Promise<void> {
  const last = arrivals.at(-1);
  if (last === undefined) return;
  await db.transaction().execute(async (tx) => {
    const owners = await tx
      .selectFrom('deposit_addresses')
      .selectAll()
      .where('network', '=', network)
      .where(
        'address',
        'in',
        arrivals.map(({ address }) => address),
      )
      .execute();
    const rows = arrivals.flatMap(({ txId, address, asset, amount, block, timeMs }) => {
      const owner = owners.find((known) => known.address === address && known.asset === asset);
      if (owner === undefined) return [];
      const { uid } = owner;
      const state = 'CONFIRMING';
      return [{ uid, asset, network, address, tx_id: txId, amount, block, state, time_ms: timeMs, tried_at_ms: 0 }];
    });
    if (rows.length > 0)
      await tx
        .insertInto('deposits')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['network', 'tx_id']).doNothing())
        .execute();
    await tx
      .insertInto('deposit_cursors')
      .values({ network, position: last.position })
      .onConflict((conflict) => conflict.column('network').doUpdateSet({ position: last.position }))
      .execute();
  });
}

export interface WaitingDeposit {
  readonly depositId: number;
  readonly uid: number;
  readonly asset: string;
  readonly amount: string;
  readonly txId: string;
}

interface Ripe {
  readonly network: string;
  /** In this block or an earlier one. */
  readonly upToBlock: number;
  /** Not tried since. */
  readonly triedBeforeMs: number;
  readonly limit: number;
}

/** Not credited yet; those first that were not tried for longest. */
export async function listRipe(db: Db, { network, upToBlock, triedBeforeMs, limit }: Ripe): Promise<WaitingDeposit[]> {
  const rows = await db
    .selectFrom('deposits')
    .selectAll()
    .where('network', '=', network)
    .where('state', '=', 'CONFIRMING')
    .where('block', '<=', upToBlock)
    .where('tried_at_ms', '<', triedBeforeMs)
    .orderBy('tried_at_ms')
    .orderBy('deposit_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    depositId: row.deposit_id,
    uid: row.uid,
    asset: row.asset,
    amount: row.amount,
    txId: row.tx_id,
  }));
}

export async function markTried(db: Db, depositId: number, nowMs: number): Promise<void> {
  await db.updateTable('deposits').set({ tried_at_ms: nowMs }).where('deposit_id', '=', depositId).execute();
}

export async function markCredited(db: Db, depositId: number, transferId: number): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ state: 'CREDITED', transfer_id: transferId })
    .where('deposit_id', '=', depositId)
    .execute();
}

interface Progress {
  readonly height: number;
  readonly confirmations: number;
}

/** Newest first. `progress` by network; a deposit of a network that is no longer attached has as many confirmations as it needs. */
export async function listDeposits(
  db: Db,
  uid: number,
  range: PageRange,
  progress: ReadonlyMap<string, Progress>,
): Promise<Page<ChainDeposit>> {
  const own = db.selectFrom('deposits').where('uid', '=', uid);
  const total = await countForPages(db, own);
  const rows = await own.selectAll().orderBy('deposit_id', 'desc').$call(onPage(range)).execute();
  const items = rows.map((row) => {
    const { height = 0, confirmations: needed = 0 } = progress.get(row.network) ?? {};
    const isCredited = row.state === 'CREDITED';
    const seen = Math.max(0, height - row.block + 1);
    return {
      depositId: row.deposit_id,
      asset: row.asset,
      network: row.network,
      address: row.address,
      txId: row.tx_id,
      amount: row.amount,
      state: isCredited ? ('CREDITED' as const) : ('CONFIRMING' as const),
      confirmations: isCredited ? needed : Math.min(needed, seen),
      confirmationsNeeded: needed,
      transferId: row.transfer_id,
      time: row.time_ms,
    };
  });
  return { total, items };
}
