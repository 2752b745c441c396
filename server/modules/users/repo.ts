/** The table of accounts. */
import { type Db, sql } from '../../store/index.ts';
import { emailKey } from './email.ts';

export interface UserRow {
  readonly uid: number;
  readonly email: string;
  readonly passwordHash: string;
  readonly nickName: string | null;
  readonly language: string;
  readonly tokenExpireHour: number;
  readonly createdAtMs: number;
}

type UserColumns = {
  uid: number;
  email: string;
  password_hash: string;
  nick_name: string | null;
  language: string;
  token_expire_hour: number;
  created_at_ms: number;
};

function toUser(row: UserColumns): UserRow {
  return {
    uid: row.uid,
    email: row.email,
    passwordHash: row.password_hash,
    nickName: row.nick_name,
    language: row.language,
    tokenExpireHour: row.token_expire_hour,
    createdAtMs: row.created_at_ms,
  };
}

export interface NewUser {
  readonly email: string;
  readonly passwordHash: string;
  readonly language: string;
  readonly tokenExpireHour: number;
  readonly nowMs: number;
}

/** Null when the address has an account. */
export async function insertUser(db: Db, user: NewUser): Promise<number | null> {
  const row = await db
    .insertInto('users')
    .values({
      email: user.email,
      email_key: emailKey(user.email),
      password_hash: user.passwordHash,
      nick_name: null,
      language: user.language,
      token_expire_hour: user.tokenExpireHour,
      created_at_ms: user.nowMs,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('uid')
    .executeTakeFirst();
  return row?.uid ?? null;
}

export async function userById(db: Db, uid: number): Promise<UserRow | null> {
  const row = await db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
  return row ? toUser(row) : null;
}

/** `keys`: what the address may be kept under, the likeliest first. */
export async function userByEmail(db: Db, keys: readonly string[]): Promise<UserRow | null> {
  const rows = await db.selectFrom('users').selectAll().where('email_key', 'in', keys).execute();
  const row = keys.map((key) => rows.find((one) => one.email_key === key)).find((one) => one !== undefined);
  return row ? toUser(row) : null;
}

export async function updatePasswordHash(db: Db, uid: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('uid', '=', uid).execute();
}

export async function emailsOf(db: Db, uids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (uids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['uid', 'email']).where('uid', 'in', uids).execute();
  return new Map(rows.map(({ uid, email }) => [uid, email]));
}

/**
 * Gives the accounts of older releases the keys that their addresses have today, so that no look-alike of them can be registered. If two
 * accounts would get the same key, the one that has it keeps it, and the other keeps its old key.
 */
export async function renewEmailKeys(db: Db): Promise<void> {
  const odd = await db
    .selectFrom('users')
    .select(['uid', 'email', 'email_key'])
    .where(sql<boolean>`octet_length(email_key) <> char_length(email_key)`)
    .orderBy('uid')
    .execute();
  for (const { uid, email, email_key } of odd) {
    const key = emailKey(email);
    if (key === email_key) continue;
    const taken = await db.selectFrom('users').select('uid').where('email_key', '=', key).executeTakeFirst();
    if (taken === undefined) await db.updateTable('users').set({ email_key: key }).where('uid', '=', uid).execute();
  }
}
