/** A session or a key ends while the database's answer about it is on its way: on real PostgreSQL, whose answers are held back. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiKeys, createApiKeys } from '../../../server/modules/users/keys/api-keys.ts';
import { insertUser } from '../../../server/modules/users/repo.ts';
import { createSessions } from '../../../server/modules/users/sessions/sessions.ts';
import type { Db } from '../../../server/store/index.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { openTestStore } from '../../open-store.ts';

const HOUR_MS = 3_600_000;
const HERE = '192.0.2.1';
let opened: OpenStore;
let uid: number;
beforeAll(async () => void (opened = await openTestStore()));
afterAll(() => opened?.close());
beforeEach(async () => {
  const email = `person-${randomBytes(5).toString('hex')}@test.agio.example`;
  const user = { email, passwordHash: '', language: 'en-us', tokenExpireHour: 72, nowMs: Date.now() };
  uid = (await insertUser(opened.db, user))!;
});

/** A database whose answers can be late: `hold` keeps back the n-th that comes from now on. */
function slowDatabase(): { db: Db; hold(nth: number): { came: Promise<void>; release(): void } } {
  let before = 0;
  let held: { came(): void; gone: Promise<void> } | null = null;
  const db = opened.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (held === null || (before -= 1) > 0) return result;
      const { came, gone } = held;
      held = null;
      came();
      await gone;
      return result;
    },
  });
  return {
    db,
    hold(nth) {
      before = nth;
      const [came, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { came: came.resolve, gone: gone.promise };
      return { came: came.promise, release: gone.resolve };
    },
  };
}

test.each([
  [1, 'whose session it is'],
  [2, 'that it lasts longer now'],
])('ATK-8 a session that ends while answer %i is on its way (%s) stays dead', async (nth) => {
  const { db, hold } = slowDatabase();
  const sessions = createSessions(db);
  const token = await sessions.open(uid, 72, { ip: HERE, userAgent: '' }, '');
  const { sessionId } = (await createSessions(db).resolve(token))!;
  // Old enough to slide when it is used.
  const soon = { expires_at_ms: Date.now() + HOUR_MS };
  await db.updateTable('sessions').set(soon).where('token_hash', '=', sessionId).execute();
  const answer = hold(nth);
  const reading = sessions.resolve(token);
  await answer.came;
  await sessions.end(sessionId);
  answer.release();
  await reading;
  expect([sessions.knownUid(token), await sessions.resolve(token)]).toEqual([0, null]);
});

test.each([
  ['is deleted', (keys: ApiKeys, id: number) => keys.delete(uid, id)],
  ['may be used from other addresses alone', (keys: ApiKeys, id: number) => keys.restrict(uid, id, ['198.51.100.7'])],
])('ATK-16 an API key that %s while it is looked up is refused at once', async (_what, change) => {
  const { db, hold } = slowDatabase();
  const keys = createApiKeys(db, randomBytes(32));
  const { id, apiKey } = await keys.create(uid, 'robot', ['read']);
  const answer = hold(1);
  const reading = keys.verifyKey(apiKey, HERE);
  await answer.came;
  await change(keys, id);
  answer.release();
  await reading;
  await expect(keys.verifyKey(apiKey, HERE)).rejects.toMatchObject({ code: -2015 });
});
