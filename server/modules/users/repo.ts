/** The users' tables: people, sessions, tries, API keys. */
import { type Db, sql, type Tx } from '../../store/index.ts';

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

export async function forgetTries(db: Db, counter: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('counter', '=', counter).execute();
}

// sessions

export interface SessionRow {
  readonly tokenHash: string;
  readonly uid: number;
  readonly language: string;
  readonly tokenExpireHour: number;
  readonly expiresAtMs: number;
  readonly endsAtMs: number;
}

export interface NewSession {
  readonly tokenHash: string;
  readonly uid: number;
  readonly nowMs: number;
  readonly expiresAtMs: number;
  readonly endsAtMs: number;
  readonly ip: string;
  readonly userAgent: string;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      uid: session.uid,
      created_at_ms: session.nowMs,
      expires_at_ms: session.expiresAtMs,
      ends_at_ms: session.endsAtMs,
      ip: session.ip,
      user_agent: session.userAgent.slice(0, 300),
    })
    .execute();
}

export async function liveSession(db: Db, tokenHash: string, nowMs: number): Promise<SessionRow | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.uid', 'sessions.uid')
    .select(['sessions.uid', 'expires_at_ms', 'ends_at_ms', 'language', 'token_expire_hour'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst();
  return row
    ? {
        tokenHash,
        uid: row.uid,
        language: row.language,
        tokenExpireHour: row.token_expire_hour,
        expiresAtMs: row.expires_at_ms,
        endsAtMs: row.ends_at_ms,
      }
    : null;
}

export async function extendSession(db: Db, tokenHash: string, expiresAtMs: number): Promise<void> {
  await db.updateTable('sessions').set({ expires_at_ms: expiresAtMs }).where('token_hash', '=', tokenHash).execute();
}

export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteOutdated(db: Db, nowMs: number, tryWindowMs: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at_ms', '<=', nowMs).execute();
  await db.deleteFrom('exchange_tokens').where('expires_at_ms', '<=', nowMs).execute();
  await db
    .deleteFrom('login_attempts')
    .where('last_at_ms', '<=', nowMs - tryWindowMs)
    .execute();
}

export async function insertExchangeToken(
  db: Db,
  tokenHash: string,
  sessionHash: string,
  uid: number,
  expiresAtMs: number,
): Promise<void> {
  await db
    .insertInto('exchange_tokens')
    .values({ token_hash: tokenHash, session_hash: sessionHash, uid, expires_at_ms: expiresAtMs })
    .execute();
}

export async function exchangeTokenOwner(
  db: Db,
  tokenHash: string,
  nowMs: number,
): Promise<{ uid: number; sessionId: string } | null> {
  const row = await db
    .selectFrom('exchange_tokens')
    .select(['uid', 'session_hash'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst();
  return row ? { uid: row.uid, sessionId: row.session_hash } : null;
}

// API keys

export interface ApiKeyRow {
  readonly id: number;
  readonly uid: number;
  readonly label: string;
  readonly apiKey: string;
  readonly secretEncrypted: string;
  readonly scopes: readonly string[];
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

export async function listApiKeys(db: Db, uid: number): Promise<ApiKeyRow[]> {
  const rows = await db.selectFrom('api_keys').selectAll().where('uid', '=', uid).orderBy('id', 'desc').execute();
  return rows.map(toApiKey);
}

export async function apiKeyByName(db: Db, apiKey: string): Promise<ApiKeyRow | null> {
  const row = await db.selectFrom('api_keys').selectAll().where('api_key', '=', apiKey).executeTakeFirst();
  return row ? toApiKey(row) : null;
}

type ApiKeyColumns = {
  id: number;
  uid: number;
  label: string;
  api_key: string;
  secret_encrypted: string;
  scopes: string[];
  created_at_ms: number;
  last_used_at_ms: number | null;
};

function toApiKey(row: ApiKeyColumns): ApiKeyRow {
  return {
    id: row.id,
    uid: row.uid,
    label: row.label,
    apiKey: row.api_key,
    secretEncrypted: row.secret_encrypted,
    scopes: row.scopes,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  };
}

/** Null when the user has `limit` keys; the user's row is locked, so that parallel calls cannot pass it. */
export async function insertApiKey(
  db: Db,
  key: Omit<ApiKeyRow, 'id' | 'lastUsedAtMs'>,
  limit: number,
): Promise<number | null> {
  return await db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('uid').where('uid', '=', key.uid).forUpdate().executeTakeFirstOrThrow();
    const { count } = await tx
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('uid', '=', key.uid)
      .executeTakeFirstOrThrow();
    if (count >= limit) return null;
    const row = await tx
      .insertInto('api_keys')
      .values({
        uid: key.uid,
        label: key.label,
        api_key: key.apiKey,
        secret_encrypted: key.secretEncrypted,
        scopes: [...key.scopes],
        created_at_ms: key.createdAtMs,
        last_used_at_ms: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

/** The key's name, or null when the user has no such key. */
export async function deleteApiKey(db: Db, uid: number, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom('api_keys')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returning('api_key')
    .executeTakeFirst();
  return row?.api_key ?? null;
}

export async function markApiKeyUsed(db: Db, id: number, nowMs: number): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at_ms: nowMs }).where('id', '=', id).execute();
}
