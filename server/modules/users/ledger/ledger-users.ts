/**
 * Checks that accounts and journal belong together. A uid comes from SQL, the funds behind it from the journal: over a database that is
 * new or older than the journal, the next person to register would get a uid that owns another user's funds.
 */
import type { CoreEvent } from '@agio/core';
import { type Db, type Projection, sql } from '../../../store/index.ts';

/** The database does not know people whose funds are in the journal. */
class UsersMissing extends Error {
  override readonly name = 'UsersMissing';
}

/** Everyone whom an event names, each once. */
export function uidsOf(events: readonly CoreEvent[]): number[] {
  return [...new Set(events.flatMap((event) => ('uid' in event ? [event.uid] : [])))];
}

export const ledgerUsersProjection: Projection = {
  name: 'ledger users',
  async apply(tx, events) {
    const uids = uidsOf(events);
    if (uids.length === 0) return;
    await sql`insert into ledger_users (uid) select unnest(${uids}::bigint[]) on conflict do nothing`.execute(tx);
  },
};

/** Throws UsersMissing unless every uid of the journal has its account; then no new account can get one of them. */
export async function bindUsersToLedger(db: Db): Promise<void> {
  const { missing, first } = await db
    .selectFrom('ledger_users')
    .leftJoin('users', 'users.uid', 'ledger_users.uid')
    .where('users.uid', 'is', null)
    .select(({ fn }) => [fn.countAll<number>().as('missing'), fn.min('ledger_users.uid').as('first')])
    .executeTakeFirstOrThrow();
  if (missing > 0)
    throw new UsersMissing(
      `The database does not know ${missing} of the users whose funds are in the journal (first: ${first}). Restore the database that belongs to this journal.`,
    );
  await sql`
    select setval(sequence, greatest(newest, (select last_value from pg_sequences
      where format('%I.%I', schemaname, sequencename)::regclass = sequence)))
    from (select pg_get_serial_sequence('users', 'uid')::regclass as sequence, max(uid) as newest from users) as known
    where newest is not null
  `.execute(db);
}
