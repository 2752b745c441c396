/**
 * Sessions: opaque tokens, of which only the hash is stored. A session slides by the user's tokenExpireHour and ends
 * after a year at the latest; it is dead at once here and within a second on every other process.
 */
import { HOUR_MS, YEAR_MS } from '@agio/contracts/durations';
import type { Db } from '../../../store/index.ts';
import { createReadCache, type ReadCache } from '../cached-reads/read-cache.ts';
import { staleReadWhileAway } from '../cached-reads/stale-reads.ts';
import * as repo from './session-repo.ts';
import { hashToken } from '../../../system/sha256.ts';
import { monotonicMs } from '../../../system/clock.ts';
import { newToken } from '../secrets.ts';

/** Lifetime of a session in a new account. */
export const TOKEN_EXPIRE_HOURS = 72;
const CACHE_MS = 1_000;
const CACHE_SIZE = 50_000;
/** A session is written again at most this often as it slides. */
const SLIDE_EVERY_MS = 60_000;
/** A page asks for one when its socket is open, and uses it at once. */
const EXCHANGE_TOKEN_MS = 60_000;
const CLEAN_EVERY_MS = 10 * 60_000;
/** One more ends the oldest: a refusal would lock the owner out. */
const SESSIONS_PER_USER = 100;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface SessionCaller {
  readonly uid: number;
  /** The token's hash: names the session, but gives no access. */
  readonly sessionId: string;
  readonly locale: string;
}

export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

export interface Sessions {
  /** Opens a session and ends `replaced` (rotation at log-in); answers the token. */
  open(uid: number, tokenExpireHour: number, client: Client, replaced: string): Promise<string>;
  /** The user of a session that is in memory, without a query; 0: unknown or no session. */
  knownUid(token: string): number;
  resolve(token: string): Promise<SessionCaller | null>;
  end(sessionId: string): Promise<void>;
  openExchangeToken(uid: number, sessionId: string): Promise<{ token: string; expiresAt: number }>;
  /** The live session from which the token was made; a token can be used once. Null: unknown, used, too old, or its session has ended. */
  spendExchangeToken(token: string): Promise<{ uid: number; sessionId: string } | null>;
  /** Which of these sessions are alive, as the database knows it: another server may have ended some. */
  live(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called with each session that ends here, so that its sockets close. */
  onEnded(listener: (sessionId: string) => void): void;
}

interface KnownSession {
  readonly session: repo.SessionRow;
  /** By `monotonicMs`: what was read while the clock was ahead must not be believed for as long as it was. */
  readonly readAt: number;
}
type Keep = ReturnType<ReadCache<KnownSession>['asking']>;

export function createSessions(db: Db): Sessions {
  const cache = createReadCache<KnownSession>(CACHE_SIZE);
  const listeners: ((sessionId: string) => void)[] = [];
  let cleanedAt = 0;

  const forget = (sessionId: string): void => {
    cache.forget(sessionId);
    for (const listener of listeners) listener(sessionId);
  };
  const read = async (sessionId: string, now: number, keep: Keep): Promise<repo.SessionRow | null> => {
    const cached = cache.get(sessionId);
    const known = cached && cached.session.expiresAtMs > now ? cached.session : undefined;
    if (known && monotonicMs() - cached!.readAt < CACHE_MS) return known;
    const session = await repo.liveSession(db, sessionId, now).catch(staleReadWhileAway(known));
    if (session) keep(sessionId, { session, readAt: monotonicMs() });
    else cache.drop(sessionId);
    return session;
  };
  const slide = async (session: repo.SessionRow, now: number, keep: Keep): Promise<void> => {
    const until = Math.min(now + session.tokenExpireHour * HOUR_MS, session.endsAtMs);
    if (until - session.expiresAtMs < SLIDE_EVERY_MS) return;
    const isStored = await repo.extendSession(db, session.tokenHash, until).then(() => true, staleReadWhileAway(false));
    if (isStored) keep(session.tokenHash, { session: { ...session, expiresAtMs: until }, readAt: monotonicMs() });
  };

  /** Deletes outdated sessions and exchange tokens. Called whenever either is created, so that neither table grows without end. */
  const clean = async (now: number): Promise<void> => {
    if (now - cleanedAt <= CLEAN_EVERY_MS) return;
    cleanedAt = now;
    await repo.deleteOutdated(db, now);
  };

  return {
    async open(uid, tokenExpireHour, client, replaced) {
      const now = Date.now();
      const token = newToken();
      const endsAtMs = now + YEAR_MS;
      const expiresAtMs = Math.min(now + tokenExpireHour * HOUR_MS, endsAtMs);
      const ended = await db.transaction().execute(async (tx) => {
        if (replaced) await repo.deleteSession(tx, replaced);
        const { ip, userAgent } = client;
        await repo.insertSession(tx, {
          tokenHash: hashToken(token),
          uid,
          nowMs: now,
          expiresAtMs,
          endsAtMs,
          ip,
          userAgent,
        });
        return await repo.deleteOldest(tx, uid, SESSIONS_PER_USER, now);
      });
      if (replaced) forget(replaced);
      for (const sessionId of ended) forget(sessionId);
      await clean(now);
      return token;
    },
    knownUid(token) {
      const session = TOKEN.test(token) ? cache.get(hashToken(token))?.session : undefined;
      return session !== undefined && session.expiresAtMs > Date.now() ? session.uid : 0;
    },
    async resolve(token) {
      if (!TOKEN.test(token)) return null;
      const now = Date.now();
      const keep = cache.asking();
      const session = await read(hashToken(token), now, keep);
      if (!session) return null;
      await slide(session, now, keep);
      return { uid: session.uid, sessionId: session.tokenHash, locale: session.language };
    },
    async end(sessionId) {
      await repo.deleteSession(db, sessionId);
      forget(sessionId);
    },
    async openExchangeToken(uid, sessionId) {
      const token = newToken();
      const now = Date.now();
      const expiresAt = now + EXCHANGE_TOKEN_MS;
      await clean(now);
      await repo.insertExchangeToken(db, hashToken(token), sessionId, uid, expiresAt, now);
      return { token, expiresAt };
    },
    async spendExchangeToken(token) {
      return TOKEN.test(token) ? await repo.spendExchangeToken(db, hashToken(token), Date.now()) : null;
    },
    live: async (sessionIds) => new Set(await repo.liveSessionsOf(db, sessionIds, Date.now())),
    onEnded: (listener) => void listeners.push(listener),
  };
}
