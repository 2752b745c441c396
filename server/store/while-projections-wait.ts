/** How a module's own rows take their place among the projected ones. */
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Runs `run` in a transaction during which no projection commits: it sees the rows of every event that was projected before it, and a
 * projection sees its rows with every event after it. For rows that projections judge, which otherwise could miss the events between.
 */
export function whileProjectionsWait<Result>(
  db: Kysely<Tables>,
  run: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('projection_position').select('seq').forShare().executeTakeFirstOrThrow();
    return run(tx);
  });
}
