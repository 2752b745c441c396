import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const directory = mkdtempSync(join(tmpdir(), 'agio-pg-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('FLT-1 a postmaster killed while its servers work is replaced by the next start, every time', async () => {
  for (let round = 0; round < 3; round++) {
    const postgres = await startEmbeddedPostgres({ directory, onExit: () => {} });
    for (let i = 0; i < 6; i++) {
      const client = new pg.Client({ connectionString: postgres.connectionString });
      client.on('error', () => {});
      await client.connect();
      // Cut short by the kill: the rejection is the point of the test.
      client.query('select count(*) from generate_series(1, 30000000)').catch(() => {});
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.kill(Number(readFileSync(join(directory, 'data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  }
  const last = await startEmbeddedPostgres({ directory, onExit: () => {} });
  await last.stop();
  expect(last.connectionString).toContain('agio');
}, 60_000);
