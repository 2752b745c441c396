/** The table of tries to log in: for each counter when the newest were, in ms. */
import { type Db, sql } from '../../../store/index.ts';

/**
 * Counts one try if fewer than `limit` lie within the window, in one statement, so that parallel tries cannot slip
 * through. Answers whether it was counted.
 */
export async function countTry(
  db: Db,
  counter: string,
  nowMs: number,
  windowMs: number,
  limit: number,
): Promise<boolean> {
  const since = nowMs - windowMs;
  const recent = sql<
    number[]
  >`array(select tried from unnest(login_attempts.tried_at_ms) as tried where tried > ${since}::bigint order by tried)`;
  const row = await db
    .insertInto('login_attempts')
    .values({ counter, tried_at_ms: [nowMs], last_at_ms: nowMs })
    .onConflict((conflict) =>
      conflict
        .column('counter')
        .doUpdateSet({ tried_at_ms: sql`${recent} || ${nowMs}::bigint`, last_at_ms: nowMs })
        .where(sql<boolean>`cardinality(${recent}) < ${limit}::int`),
    )
    .returning('last_at_ms')
    .executeTakeFirst();
  return row !== undefined;
}

/** When the oldest try inside the window was, for the sentence that says how long to wait. */
export async function oldestTry(db: Db, counter: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('login_attempts')
    .select(
      sql<number | null>`(select min(tried) from unnest(tried_at_ms) as tried where tried > ${since}::bigint)`.as(
        'oldest',
      ),
    )
    .where('counter', '=', counter)
    .executeTakeFirst();
  return row?.oldest ?? since;
}

export async function countRecentTries(db: Db, counter: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('login_attempts')
    .select(
      sql<number>`(select count(*)::int from unnest(tried_at_ms) as tried where tried > ${since}::bigint)`.as('tries'),
    )
    .where('counter', '=', counter)
    .executeTakeFirst();
  return row?.tries ?? 0;
}

export async function forgetTries(db: Db, counter: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('counter', '=', counter).execute();
}

/** Takes one try of that time off again. */
export async function uncountTry(db: Db, counter: string, atMs: number): Promise<void> {
  const at = sql`array_position(tried_at_ms, ${atMs}::bigint)`;
  await db
    .updateTable('login_attempts')
    .set({ tried_at_ms: sql`tried_at_ms[:${at} - 1] || tried_at_ms[${at} + 1:]` })
    .where('counter', '=', counter)
    .where(sql<boolean>`${at} is not null`)
    .execute();
}

/** Counters whose last try was then or before. */
export async function deleteOldTries(db: Db, lastAtMs: number): Promise<void> {
  await db.deleteFrom('login_attempts').where('last_at_ms', '<=', lastAtMs).execute();
}
