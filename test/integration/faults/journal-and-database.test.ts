/** The journal and the database belong together: a uid of the one is a person of the other. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { bootExchange, createDatabase } from '../../exchange.ts';

const directory = mkdtempSync(join(tmpdir(), 'agio-bound-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('with a database that lacks owners of the journal’s funds the start is refused in one sentence; with the right one no new user gets their funds', async () => {
  const databaseUrl = await createDatabase();
  const first = await bootExchange({ directory, databaseUrl });
  const owner = await first.createUser({ USDT: '1000' });
  await first.close();

  await expect(bootExchange({ directory, databaseUrl: await createDatabase() })).rejects.toMatchObject({
    name: 'UsersMissing',
    message: expect.stringMatching(
      /^The database does not know \d+ of the users whose funds are in the journal \(first: \d+\)\. Restore the database that belongs to this journal\.$/,
    ),
  });

  // A restored dump may hold the rows without the place of the sequence.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`select setval(pg_get_serial_sequence('users', 'uid'), 100001)`);
  await client.end();
  const again = await bootExchange({ directory, databaseUrl });
  const stranger = await again.createUser();
  expect(stranger.uid).toBeGreaterThan(owner.uid);
  const { body } = await again.signed<{ balances: { free: string }[] }>(stranger, 'GET', '/api/v3/account');
  expect(body.balances.filter(({ free }) => free !== '0')).toEqual([]);
  await again.close();
});

test('a database of another exchange is refused in one sentence, even where the same uids exist', async () => {
  const other = mkdtempSync(join(tmpdir(), 'agio-other-'));
  const databaseUrl = await createDatabase();
  await (await bootExchange({ directory: other, databaseUrl })).close();
  const fresh = mkdtempSync(join(tmpdir(), 'agio-fresh-'));
  await expect(bootExchange({ directory: fresh, databaseUrl })).rejects.toMatchObject({
    name: 'DatabaseAhead',
    message: expect.stringMatching(/^This database belongs to another journal\./),
  });
  for (const folder of [other, fresh]) rmSync(folder, { recursive: true, force: true });
});
