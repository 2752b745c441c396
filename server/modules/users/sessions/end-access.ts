/** After a restore: what opened an account at the time of the backup may have been ended since, and must not open it again. */
import type { Db } from '../../../store/index.ts';

export interface EndedAccess {
  readonly sessions: number;
  readonly apiKeys: number;
}

/** Ends all sessions and exchange tokens, and all API keys unless they are kept. Answers how many there were. */
export async function endAccess(db: Db, keepsApiKeys: boolean): Promise<EndedAccess> {
  return await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('exchange_tokens').execute();
    const sessions = await tx.deleteFrom('sessions').executeTakeFirstOrThrow();
    const keys = keepsApiKeys ? null : await tx.deleteFrom('api_keys').executeTakeFirstOrThrow();
    return { sessions: Number(sessions.numDeletedRows), apiKeys: Number(keys?.numDeletedRows ?? 0) };
  });
}
