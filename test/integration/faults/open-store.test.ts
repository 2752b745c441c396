/** The store on a real PostgreSQL: the check of the secret key, and the end of a query whose caller stopped waiting. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSecretKey, WrongSecretKey } from '../../../server/modules/users/secret-key-check.ts';
import { createUsers } from '../../../server/modules/users/index.ts';
import { sql } from '../../../server/store/index.ts';
import { isDatabaseAway } from '../../../server/postgres/database-away.ts';
import { openDatabase } from '../../../server/store/open-database.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { createDatabase } from '../../exchange.ts';
import { openTestStore } from '../../open-store.ts';

let opened: OpenStore;
let url: string;

beforeAll(async () => void (opened = await openTestStore((url = await createDatabase()))));
afterAll(() => opened?.close());

const forget = () => opened.db.deleteFrom('key_check').execute();

test('ATK-17 a database keeps to the key of its first start', async () => {
  await checkSecretKey(opened.db, 'one');
  await checkSecretKey(opened.db, 'one');
  await expect(checkSecretKey(opened.db, 'two')).rejects.toBeInstanceOf(WrongSecretKey);
});

test('ATK-17 a database from before there was a check tells its key by what it has encrypted, and then keeps to it', async () => {
  const store = { db: opened.db, projectedSeq: 0, waitForSeq: async () => {}, close: async () => {} };
  const users = createUsers({ store, secretKey: 'one', hasRateLimits: true });
  const uid = await users.createUser('older@test.agio.example', 'correct horse battery staple');
  await users.createApiKey(uid, 'bot', ['read']);
  await forget();
  await expect(checkSecretKey(opened.db, 'two')).rejects.toBeInstanceOf(WrongSecretKey);
  expect(await opened.db.selectFrom('key_check').selectAll().execute()).toEqual([]);
  await checkSecretKey(opened.db, 'one');
  await expect(checkSecretKey(opened.db, 'two')).rejects.toBeInstanceOf(WrongSecretKey);
});

test('ATK-17 a database with accounts and nothing that tells its key starts with none, until its operator says that one is certain', async () => {
  await opened.db.deleteFrom('api_keys').execute();
  await forget();
  const refusal = checkSecretKey(opened.db, 'two');
  await expect(refusal).rejects.toBeInstanceOf(WrongSecretKey);
  expect(await opened.db.selectFrom('key_check').selectAll().execute()).toEqual([]);
  await expect(refusal).rejects.toThrow('start once with SECRET_KEY_IS_CERTAIN=1');
  await checkSecretKey(opened.db, 'two', true);
  await checkSecretKey(opened.db, 'two');
  await expect(checkSecretKey(opened.db, 'one')).rejects.toBeInstanceOf(WrongSecretKey);
});

test('FLT-9 a query that takes too long ends in the database too, not only for the one who waits; commands beside the exchange may take longer', async () => {
  await expect(sql`select pg_sleep(61), 'given up'`.execute(opened.db)).rejects.toSatisfy(isDatabaseAway);
  const running = await sql<{ query: string }>`
    select query from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`.execute(opened.db);
  expect(running.rows).toEqual([]);
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(opened.db);
  expect(rows).toEqual([{ statement_timeout: '9500ms' }]);
  const ofMigrations = openDatabase(url);
  const unlimited = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(ofMigrations.db);
  await ofMigrations.close();
  expect(unlimited.rows).toEqual([{ statement_timeout: '0' }]);
}, 30_000);

test('FLT-9 the connection of a query that was given up is ended, with the transaction that it left open', async () => {
  const pidOf = async (db = opened.db): Promise<number> =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
  const givenUp = await opened.db.connection().execute(async (connection) => {
    const pid = await pidOf(connection);
    await sql`begin`.execute(connection);
    // Like a hanging database, which does not end the query itself.
    await sql`set local statement_timeout = 0`.execute(connection);
    await expect(sql`select pg_sleep(60)`.execute(connection)).rejects.toThrow('Query read timeout');
    return pid;
  });
  const others = await Promise.all(
    Array.from({ length: 12 }, () => opened.db.connection().execute((connection) => pidOf(connection))),
  );
  expect(others).not.toContain(givenUp);
}, 30_000);
