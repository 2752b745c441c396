/** One PostgreSQL for a whole test run: the embedded one, started before the first test file, stopped after the last. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/store/embedded-postgres.ts';

const VARIABLE = 'AGIO_TEST_DATABASE_URL';
const SUPERUSER_VARIABLE = 'AGIO_TEST_DATABASE_SUPERUSER_URL';

/** The connection string of the run's PostgreSQL. */
export function testDatabaseUrl(): string {
  const url = process.env[VARIABLE];
  if (!url)
    throw new Error(
      'no test database: a run of vitest starts one before its first file (vitest.config.ts), other tools call its set-up',
    );
  return url;
}

/** The same PostgreSQL by its superuser: to make databases, which the exchange's own role may not. */
export function testSuperuserUrl(): string {
  return process.env[SUPERUSER_VARIABLE] ?? testDatabaseUrl();
}

/** Vitest's global set-up; the function that it returns runs at the end. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Several projects of one run share it.
  if (process.env[VARIABLE]) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'agio-pg-'));
  const postgres = await startEmbeddedPostgres({
    directory,
    onExit: (error) => {
      throw error;
    },
  });
  process.env[VARIABLE] = postgres.connectionString;
  process.env[SUPERUSER_VARIABLE] = postgres.superuserConnectionString;
  return async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
