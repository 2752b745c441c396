/**
 * People whom a restored journal names and the restored database does not: they registered behind the last backup of the database,
 * and only the journal was shipped since. Their funds stay theirs under their uid; an operator gives the account back.
 */
import { randomBytes } from 'node:crypto';
import { DEFAULT_LOCALE } from '@agio/contracts/locales';
import { type Db, sql } from '../../../store/index.ts';
import { nobodysHash } from '../log-in/passwords.ts';
import { TOKEN_EXPIRE_HOURS } from '../sessions/sessions.ts';

/** A reserved domain that receives no mail. */
const DOMAIN = 'restored.invalid';

export interface LostOwner {
  readonly uid: number;
  /** An address without a mailbox, by which operators name the account. No user can have registered it before. */
  readonly email: string;
}

/** The address of an account whose owner's own one is lost. */
const lostAddress = (uid: number): string => `lost-${uid}-${randomBytes(8).toString('hex')}@${DOMAIN}`;

/** Makes an account that nobody can log in to for each of these uids that has none; answers those, ascending. */
export async function addLostOwners(db: Db, uids: readonly number[], nowMs: number): Promise<LostOwner[]> {
  const known = await db.selectFrom('users').select('uid').execute();
  const knownUids = new Set(known.map(({ uid }) => Number(uid)));
  const lost = uids.filter((uid) => !knownUids.has(uid)).sort((a, b) => a - b);
  const owners = lost.map((uid) => ({ uid, email: lostAddress(uid) }));
  for (const { uid, email } of owners) {
    await sql`
      insert into users (uid, email, email_key, password_hash, language, token_expire_hour, created_at_ms)
      overriding system value
      values (${uid}, ${email}, ${email}, ${nobodysHash()}, ${DEFAULT_LOCALE}, ${TOKEN_EXPIRE_HOURS}, ${nowMs})
    `.execute(db);
  }
  return owners;
}
