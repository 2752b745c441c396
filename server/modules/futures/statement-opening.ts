/**
 * Writes the balances from before statements were recorded as first entries, so that a statement adds up from its first line on. Done
 * once in the life of a database, before commands are taken, while its rows and the live state stand at the same command.
 */
import type { EngineHandle } from '../../engine/index.ts';
import { type Db, sql } from '../../store/index.ts';
import { WALLET } from './order-request.ts';
import { SETTLE_ASSET } from './settle-asset.ts';

const USERS_AT_ONCE = 500;

interface Opening {
  readonly uid: number;
  readonly asset: string;
  readonly amount: bigint;
}

export async function openStatements(db: Db, engine: EngineHandle): Promise<void> {
  const { from_seq: fromSeq, is_opened: isOpened } = await db
    .selectFrom('futures_statements')
    .select(['from_seq', 'is_opened'])
    .executeTakeFirstOrThrow();
  if (isOpened) return;
  const uids = (await db.selectFrom('ledger_users').select('uid').orderBy('uid').execute()).map(({ uid }) => uid);
  const held: Opening[] = [];
  for (let at = 0; at < uids.length; at += USERS_AT_ONCE) {
    const part = uids.slice(at, at + USERS_AT_ONCE);
    held.push(...(await Promise.all(part.map((uid) => ownFunds(engine, uid)))).flat());
  }
  const told = await readTold(db);
  const rows = held
    .map((funds) => ({ ...funds, amount: funds.amount - (told.get(`${funds.uid} ${funds.asset}`) ?? 0n) }))
    .filter(({ amount }) => amount !== 0n)
    .map((opening, place) => ({ ...opening, place, amount: opening.amount.toString() }));
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into futures_entries
      select ${fromSeq}, -1, r.place, r.uid, ${WALLET}, 'OPENING', '', r.asset, r.amount, 1, false,
        coalesce((select min(time_ms) from futures_entries), ${Date.now()})
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(uid bigint, place int, asset text, amount numeric)
    `.execute(tx);
    await tx.updateTable('futures_statements').set({ is_opened: true }).execute();
  });
}

/** The sum of each statement's entries, by uid and asset. */
async function readTold(db: Db): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db
    .selectFrom('futures_entries')
    .where('wallet', '=', WALLET)
    .groupBy(['uid', 'asset'])
    .select(({ fn }) => ['uid', 'asset', fn.sum<string>('amount').as('sum')])
    .execute();
  return new Map(rows.map(({ uid, asset, sum }) => [`${uid} ${asset}`, BigInt(sum)]));
}

/** Nobody had bonus while there were no statements: all isolated margin is the user's own. */
async function ownFunds(engine: EngineHandle, uid: number): Promise<Opening[]> {
  const balances = await engine.query('balances', { uid });
  const capital = await engine.query('capital', { uid, wallet: WALLET });
  const isolated = capital === null ? 0n : capital.isolatedMargin;
  const plain = balances
    .filter(({ wallet }) => wallet === WALLET)
    .map(({ asset, available }) => ({ uid, asset, amount: available }));
  return isolated === 0n ? plain : addTo(plain, { uid, asset: SETTLE_ASSET, amount: isolated });
}

/** A wallet whose funds are all in positions has no balance to add to. */
function addTo(openings: readonly Opening[], more: Opening): Opening[] {
  const others = openings.filter(({ asset }) => asset !== more.asset);
  const known = openings.find(({ asset }) => asset === more.asset)?.amount ?? 0n;
  return [...others, { ...more, amount: known + more.amount }];
}
