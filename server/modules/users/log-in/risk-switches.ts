/** When a person must be verified as human. Off until an operator turns it on. */
import type { Db } from '../../../store/index.ts';

const LOGIN_AFTER_FAILURES = 'LOGIN_AFTER_FAILURES';

/** After how many wrong log-ins within the window; 0 is never. */
export async function loginAfterFailures(db: Db): Promise<number> {
  const row = await db
    .selectFrom('risk_switches')
    .select('value')
    .where('name', '=', LOGIN_AFTER_FAILURES)
    .executeTakeFirst();
  return row?.value ?? 0;
}

export async function setLoginAfterFailures(db: Db, value: number): Promise<void> {
  await db
    .insertInto('risk_switches')
    .values({ name: LOGIN_AFTER_FAILURES, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
