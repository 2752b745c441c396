/** The tables of people: accounts, known addresses, tries to log in. */
import { type Db, sql } from '../../store/index.ts';

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
      email_key: user.email.toLowerCase(),
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

/** The user and whether they logged in from this address before: one query for known and unknown accounts alike. */
export async function userForLogin(
  db: Db,
  email: string,
  ip: string,
): Promise<{ user: UserRow; isKnownAddress: boolean } | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('known_addresses', (join) =>
      join.onRef('known_addresses.uid', '=', 'users.uid').on('known_addresses.ip', '=', ip),
    )
    .selectAll('users')
    .select('known_addresses.ip as known_ip')
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirst();
  return row ? { user: toUser(row), isKnownAddress: row.known_ip !== null } : null;
}

export async function updatePasswordHash(db: Db, uid: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('uid', '=', uid).execute();
}

export async function rememberAddress(db: Db, uid: number, ip: string, nowMs: number): Promise<void> {
  await db
    .insertInto('known_addresses')
    .values({ uid, ip, last_seen_at_ms: nowMs })
    .onConflict((conflict) => conflict.columns(['uid', 'ip']).doUpdateSet({ last_seen_at_ms: nowMs }))
    .execute();
}

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

export async function emailsOf(db: Db, uids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (uids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['uid', 'email']).where('uid', 'in', uids).execute();
  return new Map(rows.map(({ uid, email }) => [uid, email]));
}
