/** The tables of sessions and of the tokens made from them. */
import { DAY_MS } from '@agio/contracts/durations';
import { type Db, sql, type Tx } from '../../../store/index.ts';

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

/** Which of these sessions are alive: one query for all of them. */
export async function liveSessionsOf(db: Db, tokenHashes: readonly string[], nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', '=', sql<string>`any(${[...tokenHashes]}::text[])`)
    .where('expires_at_ms', '>', nowMs)
    .execute();
  return rows.map((row) => row.token_hash);
}

export async function extendSession(db: Db, tokenHash: string, expiresAtMs: number): Promise<void> {
  await db.updateTable('sessions').set({ expires_at_ms: expiresAtMs }).where('token_hash', '=', tokenHash).execute();
}

export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends all but the newest `kept` sessions of a user, those that have expired before any other, and answers the ended ones. */
export async function deleteOldest(tx: Tx, uid: number, kept: number, nowMs: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('sessions')
    .where('token_hash', 'in', (from) =>
      from
        .selectFrom('sessions')
        .select('token_hash')
        .where('uid', '=', uid)
        .orderBy((row) => row('expires_at_ms', '>', nowMs), 'desc')
        .orderBy('created_at_ms', 'desc')
        .offset(kept),
    )
    .returning('token_hash')
    .execute();
  return rows.map((row) => row.token_hash);
}

/**
 * How long a session that has expired stays in its table, where nobody can use it: a clock that was set days ahead must not end for good
 * what is valid again once it is put right.
 */
const KEPT_OUTDATED_MS = 30 * DAY_MS;

export async function deleteOutdated(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at_ms', '<=', nowMs - KEPT_OUTDATED_MS)
    .execute();
  await db.deleteFrom('exchange_tokens').where('expires_at_ms', '<=', nowMs).execute();
}

export async function insertExchangeToken(
  db: Db,
  tokenHash: string,
  sessionHash: string,
  uid: number,
  expiresAtMs: number,
  nowMs: number,
): Promise<void> {
  // Expired tokens of this session that were never used are deleted, so that asking again and again does not pile them up.
  await db
    .deleteFrom('exchange_tokens')
    .where('session_hash', '=', sessionHash)
    .where('expires_at_ms', '<=', nowMs)
    .execute();
  await db
    .insertInto('exchange_tokens')
    .values({ token_hash: tokenHash, session_hash: sessionHash, uid, expires_at_ms: expiresAtMs })
    .execute();
}

/** Deletes the token in the statement that reads it: of two who race with it one gets its owner. */
export async function spendExchangeToken(
  db: Db,
  tokenHash: string,
  nowMs: number,
): Promise<{ uid: number; sessionId: string } | null> {
  const row = await db
    .deleteFrom('exchange_tokens')
    .using('sessions')
    .whereRef('sessions.token_hash', '=', 'exchange_tokens.session_hash')
    .where('exchange_tokens.token_hash', '=', tokenHash)
    .where('exchange_tokens.expires_at_ms', '>', nowMs)
    .where('sessions.expires_at_ms', '>', nowMs)
    .returning(['exchange_tokens.uid', 'exchange_tokens.session_hash'])
    .executeTakeFirst();
  return row ? { uid: row.uid, sessionId: row.session_hash } : null;
}
