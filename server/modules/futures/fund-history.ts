/** The insurance fund from day to day. Balances are units of the settlement coin; days are counted from 1970-01-01, UTC. */
import { DAY_MS } from '@agio/contracts/durations';
import { type CoreEvent, fundAfter } from '@agio/core';
import type { EngineHandle } from '../../engine/index.ts';
import { type Db, type Projection, sql, type Tx } from '../../store/index.ts';
import { fundMovementsOf, insertFundMovements } from './fund-movements.ts';
import { SETTLE_ASSET } from './settle-asset.ts';

const FUND = 'INSURANCE';
/** Most batches have none of them, and cost no question. */
const MOVING: ReadonlySet<CoreEvent['kind']> = new Set([
  'InsuranceChanged',
  'Liquidated',
  'Deleveraged',
  'FundingSettled',
  'DebtCovered',
  'Posted',
]);

export interface FundDay {
  readonly day: number;
  readonly balance: bigint;
}

/** What the fund held at the end of each day on which it changed, and after the last event. */
export function fundDaysOf(
  before: bigint,
  events: readonly CoreEvent[],
): { readonly days: FundDay[]; readonly after: bigint } {
  const days = new Map<number, bigint>();
  let fund = before;
  for (const event of events) {
    const after = fundAfter(fund, event, SETTLE_ASSET);
    if (after === fund) continue;
    fund = after;
    days.set(Math.floor(event.timeMs / DAY_MS), fund);
  }
  return { days: [...days].map(([day, balance]) => ({ day, balance })), after: fund };
}

export const fundProjection: Projection = {
  name: 'insurance fund',
  async apply(tx, events) {
    if (!events.some(({ kind }) => MOVING.has(kind))) return;
    const { balance } = await tx.selectFrom('futures_fund').select('balance').executeTakeFirstOrThrow();
    const { days, after } = fundDaysOf(BigInt(balance), events);
    if (days.length === 0) return;
    await writeFund(tx, days, after);
    await insertFundMovements(tx, fundMovementsOf(BigInt(balance), events));
  },
};

async function writeFund(tx: Tx, days: readonly FundDay[], balance: bigint): Promise<void> {
  await tx.updateTable('futures_fund').set({ balance: balance.toString() }).execute();
  await tx
    .insertInto('futures_fund_days')
    .values(days.map((row) => ({ day: row.day, balance: row.balance.toString() })))
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ balance: sql`excluded.balance` }))
    .execute();
}

/** Once in the life of a database of an earlier release: the history begins with what the fund holds now. */
export async function openFund(db: Db, engine: EngineHandle): Promise<void> {
  const { is_opened: isOpened } = await db.selectFrom('futures_fund').select('is_opened').executeTakeFirstOrThrow();
  if (isOpened) return;
  const accounts = await engine.query('houseAccounts', {});
  const balance = accounts.find(({ name, asset }) => name === FUND && asset === SETTLE_ASSET)?.balance ?? 0n;
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('futures_fund_days').execute();
    // They were told against a balance that nobody knew.
    await tx.deleteFrom('futures_fund_movements').execute();
    const nowMs = Date.now();
    await writeFund(tx, [{ day: Math.floor(nowMs / DAY_MS), balance }], balance);
    await tx.updateTable('futures_fund').set({ is_opened: true, movements_from_ms: nowMs }).execute();
  });
}

/** Each day from the first known one, at most `count` of them up to `lastDay`, oldest first: on other days the fund held what it held before. */
export async function fundHistory(db: Db, lastDay: number, count: number): Promise<FundDay[]> {
  const firstDay = lastDay - count + 1;
  const known = await db
    .selectFrom('futures_fund_days')
    .selectAll()
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .orderBy('day')
    .execute();
  const before = await db
    .selectFrom('futures_fund_days')
    .select('balance')
    .where('day', '<', firstDay)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const byDay = new Map(known.map(({ day, balance }) => [day, BigInt(balance)]));
  const begun = before ? firstDay : (known[0]?.day ?? lastDay + 1);
  const days: FundDay[] = [];
  let balance = BigInt(before?.balance ?? 0);
  for (let day = begun; day <= lastDay; day += 1) {
    balance = byDay.get(day) ?? balance;
    days.push({ day, balance });
  }
  return days;
}

/**
 * What the fund held before what first moved it on the first day of its history; null: nobody knows. Where payments are not kept from the
 * beginning of that day, the first liquidation or deleveraging tells it.
 */
export async function firstKnownBalance(db: Db, day: number): Promise<bigint | null> {
  const { movements_from_ms: fromMs } = await db
    .selectFrom('futures_fund')
    .select('movements_from_ms')
    .executeTakeFirstOrThrow();
  return fromMs === null || fromMs <= day * DAY_MS ? beforeMovements(db, day) : beforeReceipts(db, day);
}

async function beforeMovements(db: Db, day: number): Promise<bigint | null> {
  const first = await db
    .selectFrom('futures_fund_movements')
    .select(['amount', 'balance'])
    .where('time_ms', '>=', day * DAY_MS)
    .where('time_ms', '<', (day + 1) * DAY_MS)
    .orderBy('time_ms')
    .orderBy('seq')
    .orderBy('event_index')
    .limit(1)
    .executeTakeFirst();
  return first ? BigInt(first.balance) - BigInt(first.amount) : null;
}

async function beforeReceipts(db: Db, day: number): Promise<bigint | null> {
  const first = await db
    .selectFrom('futures_receipts')
    .select(sql<string>`coalesce(body ->> 'fundBefore', body ->> 'fund')`.as('fund'))
    .where('time_ms', '>=', day * DAY_MS)
    .where('time_ms', '<', (day + 1) * DAY_MS)
    .orderBy('seq')
    .orderBy('event_index')
    .limit(1)
    .executeTakeFirst();
  return first ? BigInt(first.fund) : null;
}
