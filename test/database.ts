/** One PostgreSQL for a whole test run: the embedded one, started before the first test file, stopped after the last. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/postgres/embedded-postgres.ts';
import { migrate } from '../server/store/migrate.ts';

const VARIABLE = 'AGIO_TEST_DATABASE_URL';
const SUPERUSER_VARIABLE = 'AGIO_TEST_DATABASE_SUPERUSER_URL';
const TEMPLATE_VARIABLE = 'AGIO_TEST_DATABASE_TEMPLATE';

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

/** Whose connection it is. The URL of a socket has no host, which URL does not read. */
export const roleOf = (connectionString: string): string =>
  /^postgres(?:ql)?:\/\/([^:@/]+)/.exec(connectionString)![1]!;

/** A database with all migrations and no rows, of which tests get copies: to apply them takes longer than most tests. Empty without one. */
export const testTemplate = (): string => process.env[TEMPLATE_VARIABLE] ?? '';

async function makeTemplate(connectionString: string, superuserConnectionString: string): Promise<string> {
  const name = 'migrated';
  const superuser = new pg.Client({ connectionString: superuserConnectionString });
  await superuser.connect();
  await superuser.query(`create database ${name} owner "${roleOf(connectionString)}"`);
  await superuser.end();
  const pool = new pg.Pool({ connectionString: connectionString.replace('/postgres?', `/${name}?`), max: 1 });
  await migrate(pool);
  await pool.end();
  return name;
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
  process.env[TEMPLATE_VARIABLE] = await makeTemplate(postgres.connectionString, postgres.superuserConnectionString);
  return async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
