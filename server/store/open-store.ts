/** Opens the SQL store: the PostgreSQL of DATABASE_URL, or the embedded one in DATA_DIR. */
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type EmbeddedPostgres, PostgresFailed, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Db, Tables } from './index.ts';
import { migrate } from './migrate.ts';

export interface OpenStore {
  readonly db: Db;
  /** For the start-up output. */
  readonly description: string;
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly directory: string;
  /** Empty = embedded. */
  readonly databaseUrl: string;
  readonly onExit: (error: Error) => void;
}

/** A host that swallows everything counts as away after this. */
const CONNECT_WITHIN_MS = 5_000;
/** Nobody listens, no such host, wrong password, no such database. */
const CONNECTION_TROUBLES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  '28P01',
  '28000',
  '3D000',
]);

// PostgreSQL's bigint: our integers are safe ones by design; anything larger is stored as numeric and read as text.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${text} from the database is no safe integer`);
  return value;
});

export async function openStore(options: StoreOptions): Promise<OpenStore> {
  const embedded: EmbeddedPostgres | null = options.databaseUrl
    ? null
    : await startEmbeddedPostgres({ directory: join(options.directory, 'postgres'), onExit: options.onExit });
  const pool = new pg.Pool({
    connectionString: embedded?.connectionString ?? options.databaseUrl,
    max: 12,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // An idle connection that breaks is replaced by the pool; the query that needs it reports the trouble.
  pool.on('error', () => {});
  const migrated = await migrate(pool).catch(async (error: Error) => {
    await pool.end();
    await embedded?.stop();
    const { code } = error as NodeJS.ErrnoException;
    if (embedded || !code || !CONNECTION_TROUBLES.has(code)) throw error;
    throw new PostgresFailed(
      `The PostgreSQL of DATABASE_URL cannot be used (${error.message}). Start it, or correct DATABASE_URL.`,
    );
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    migrated,
    description: embedded ? `embedded PostgreSQL as ${embedded.startedAs}` : 'PostgreSQL of DATABASE_URL',
    async close() {
      await db.destroy();
      await embedded?.stop();
    },
  };
}
