/** Opens the SQL store: the PostgreSQL of DATABASE_URL, or the embedded one in DATA_DIR. */
import { join } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { copyIn, RowsToCopy } from '../postgres/copy-rows.ts';
import { DatabaseSilent, isGivenUp } from '../postgres/database-away.ts';
import { ANSWER_WITHIN_MS, watchDatabase } from '../postgres/database-watch.ts';
import type { Db, Tables } from './index.ts';
import { type KeptPostgres, startKeptPostgres } from '../postgres/kept-postgres.ts';
import { migrate } from './migrate.ts';
import { PostgresFailed } from '../postgres/postgres-failed.ts';

export interface OpenStore {
  readonly db: Db;
  /** For the start-up output. */
  readonly description: string;
  readonly migrated: readonly string[];
  /** False while the database gives no answer in time, or the embedded one has ended. */
  isAnswering(): boolean;
  /** Hears each time that the database may have crashed, since its newest commits that waited for no disk may be lost. */
  onBreak(hear: () => void): void;
  /**
   * The exchange runs: from now on an embedded database that ends by itself is started again. Answers what ends that, which the stop of
   * the exchange calls first.
   */
  keepRunning(logger: Logger): () => Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly directory: string;
  /** Empty = embedded. */
  readonly databaseUrl: string;
  /** The embedded database ended by itself before the exchange ran. */
  readonly onExit: (error: Error) => void;
  /** Hears where the projections stand before anything in the database is changed; throws where this release cannot go on. */
  readonly checkPosition: (position: number) => Promise<void>;
}

/** A host that answers nothing, not even a refusal, counts as away after this. */
const CONNECT_WITHIN_MS = 5_000;
/** Longer than any query of a running exchange takes in a healthy database. */
const QUERY_WITHIN_MS = 10_000;
/**
 * The database cancels a query shortly before its caller stops waiting. Otherwise the query would go on in the database and hold its
 * locks, and such queries would pile up.
 */
const STATEMENT_WITHIN_MS = 9_500;
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
  const embedded: KeptPostgres | null = options.databaseUrl
    ? null
    : await startKeptPostgres({ directory: join(options.directory, 'postgres'), onExit: options.onExit });
  const connectionString = embedded?.connectionString ?? options.databaseUrl;
  const migrated = await checkAndMigrate(connectionString, options).catch(async (error: Error) => {
    await embedded?.stop();
    const { code } = error as NodeJS.ErrnoException;
    if (embedded || !code || !CONNECTION_TROUBLES.has(code)) throw error;
    throw new PostgresFailed(
      `The PostgreSQL of DATABASE_URL cannot be used (${error.message}). Start it, or correct DATABASE_URL.`,
    );
  });
  const hearers: (() => void)[] = [];
  const tellBreak = (): void => hearers.forEach((hear) => hear());
  const pool = openPool({
    connectionString,
    max: 12,
    query_timeout: QUERY_WITHIN_MS,
    // Set by a query and not among the parameters of the connection, which some connection poolers refuse.
    // Without jit: when PostgreSQL overrates the cost of a query of ours, compiling it takes longer than running it would.
    onConnect: async (client) =>
      void (await client.query(`set statement_timeout = ${STATEMENT_WITHIN_MS}; set jit = off`)),
  });
  // A separate connection, because all others may be waiting.
  const healthCheckPool = openPool({ connectionString, max: 1, query_timeout: ANSWER_WITHIN_MS });
  // A crash ends all connections, and the first call after it may come before the next question of the pool of health checks.
  pool.on('connect', (client) => client.on('error', tellBreak));
  // It asks each second over one connection: a second one is made only after a break.
  healthCheckPool.once('connect', () => healthCheckPool.on('connect', tellBreak));
  const watch = watchDatabase(() => healthCheckPool.query('select 1'));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        // While the database is known to be silent a call fails at once, instead of waiting until its own time limit.
        connect: async () => {
          if (!watch.isAnswering) throw new DatabaseSilent();
          return leaving(await pool.connect());
        },
        end: () => pool.end(),
        options: pool.options,
      },
    }),
  });
  return {
    db,
    migrated,
    isAnswering: () => watch.isAnswering && (embedded?.isRunning ?? true),
    onBreak: (hear) => void hearers.push(hear),
    keepRunning: (logger) => embedded?.keepRunning(logger) ?? (async () => {}),
    description: embedded ? `embedded PostgreSQL as ${embedded.startedAs}` : 'PostgreSQL of DATABASE_URL',
    async close() {
      watch.stop();
      await healthCheckPool.end();
      await db.destroy();
      await embedded?.stop();
    },
  };
}

/**
 * A query that was given up may run on in the database, perhaps in a transaction that is still open: its connection is ended, never
 * lent again.
 */
function leaving(client: pg.PoolClient): PostgresPoolClient {
  let isUncertain = false;
  const query = client.query.bind(client) as (...terms: unknown[]) => unknown;
  const watched = (...terms: unknown[]): unknown => {
    const rows = Array.isArray(terms[1]) ? (terms[1][0] as unknown) : undefined;
    const answer = rows instanceof RowsToCopy ? copied(client, rows) : query(...terms);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if (isGivenUp(error)) isUncertain = true;
      throw error;
    });
  };
  return { query: watched, release: () => client.release(isUncertain) } as PostgresPoolClient;
}

/** What the driver would answer a statement that stores these rows. */
async function copied(client: pg.PoolClient, rows: RowsToCopy): Promise<object> {
  await copyIn(client, rows.text, [rows.bytes]);
  return { command: 'COPY', rowCount: rows.count, rows: [] };
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...options, connectionTimeoutMillis: CONNECT_WITHIN_MS, keepAlive: true });
  // A connection that breaks, idle or between two statements of a transaction, is replaced by the pool; the query that needs it
  // reports the trouble. Without a listener the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A migration may take as long as it needs. */
async function checkAndMigrate(connectionString: string, { checkPosition }: StoreOptions): Promise<string[]> {
  const pool = openPool({ connectionString, max: 1 });
  try {
    await checkPosition(await readPosition(pool));
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}

/** 0 in a database that is new. */
async function readPosition(pool: pg.Pool): Promise<number> {
  const { rows: tables } = await pool.query<{ found: string | null }>(
    `select to_regclass('projection_position')::text as found`,
  );
  if (!tables[0]?.found) return 0;
  const { rows } = await pool.query<{ seq: number }>('select seq from projection_position');
  return rows[0]?.seq ?? 0;
}
