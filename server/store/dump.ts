/**
 * Dumps a database as of one moment without blocking its users: in one transaction that sees no change after its first query (decision
 * 060). Works with any PostgreSQL, as the role that owns the tables; the rows are loaded into an empty database with the same migrations.
 */
import pg from 'pg';
import { copyIn, copyOut } from '../postgres/copy-rows.ts';
import { migrate } from './migrate.ts';
import { PostgresFailed } from '../postgres/postgres-failed.ts';

export interface DumpedTable {
  readonly name: string;
  /** In the order of the rows' fields. */
  readonly columns: readonly string[];
}

export interface DumpedSequence {
  readonly name: string;
  /** The last value as text, for `setval`. Null if the sequence was never used. */
  readonly last: string | null;
}

/** The part of a dump that is known before its rows are read. */
export interface DumpHead {
  /** Position of the projections: no row is of a later command. */
  readonly position: number;
  readonly journalId: string;
  readonly migrations: readonly string[];
  /** A table comes after those that its rows refer to. */
  readonly tables: readonly DumpedTable[];
  /** Never lower than the highest id in the rows; maybe a little higher. */
  readonly sequences: readonly DumpedSequence[];
}

export interface DatabaseDump {
  readonly head: DumpHead;
  /** Hears every row of the table; resolves with their count. */
  readTable(table: DumpedTable, onRow: (bytes: Buffer) => void): Promise<number>;
  close(): Promise<void>;
}

/** Throws PostgresFailed where the database cannot be reached or does not belong to an exchange. */
export async function openDump(connectionString: string): Promise<DatabaseDump> {
  const client = await connect(connectionString);
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const head = await readHead(client);
    return {
      head,
      async readTable({ name, columns }, onRow) {
        let count = 0;
        const text = `copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`;
        await copyOut(client, text, (bytes) => (count++, onRow(bytes)));
        return count;
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function readHead(client: pg.Client): Promise<DumpHead> {
  const { rows: found } = await client.query<{ found: string | null }>(
    `select to_regclass('projection_position')::text as found`,
  );
  if (!found[0]?.found) throw new PostgresFailed('The database has no tables of an exchange. Start Agio on it once.');
  const { rows: positions } = await client.query<{ seq: string; journal_id: string | null }>(
    'select seq::text, journal_id from projection_position',
  );
  const { rows: migrations } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> 'schema_migrations'
    group by c.relname order by c.relname`);
  const { rows: references } = await client.query<{ child: string; parent: string }>(`
    select child.relname as child, parent.relname as parent
    from pg_constraint f join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
    where f.contype = 'f' and child.relnamespace = current_schema()::regnamespace and child.oid <> parent.oid`);
  const { rows: sequences } = await client.query<DumpedSequence>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() order by sequencename`);
  return {
    position: Number(positions[0]!.seq),
    journalId: positions[0]!.journal_id ?? '',
    migrations: migrations.map(({ name }) => name),
    tables: parentsFirst(tables, references),
    sequences,
  };
}

/** Rows are checked against those that they refer to while they are loaded. */
function parentsFirst(
  tables: readonly DumpedTable[],
  references: readonly { readonly child: string; readonly parent: string }[],
): DumpedTable[] {
  const ordered: DumpedTable[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const ready = waiting.filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && names.has(parent)),
    );
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...names].join(', ')}`);
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

export interface DatabaseLoad {
  /** Replaces the rows of a table, some of which the migrations may have made, with the dumped ones. */
  fillTable(table: DumpedTable, chunks: Iterable<Buffer>): Promise<void>;
  /** Sets the sequences and the name of the journal that the rows belong to from here on; then all of it is durable. */
  finish(sequences: readonly DumpedSequence[], journalId: string): Promise<void>;
  /** Without `finish` before it, no row is stored. */
  close(): Promise<void>;
}

/** Shapes an empty database as the dumped one was, for its rows. Throws PostgresFailed where there are tables already. */
export async function openLoad(connectionString: string, head: DumpHead): Promise<DatabaseLoad> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  // Without a listener, the error of a server that stops while the pool closes would end the process.
  pool.on('error', () => {});
  try {
    const { rows } = await pool
      .query<{ name: string }>(
        `select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm') limit 1`,
      )
      .catch(rethrow);
    if (rows[0])
      throw new PostgresFailed(
        `The database to restore into is not empty: it has the table ${rows[0].name}. Nothing was changed; make an empty one.`,
      );
    await migrate(pool, head.migrations);
  } finally {
    await pool.end();
  }
  const client = await connect(connectionString);
  await client.query('begin');
  // Rows that migrations made. One statement for all: a table can only be emptied together with those that refer to it.
  await client.query(`truncate ${head.tables.map(({ name }) => quote(name)).join(', ')}`);
  return {
    fillTable: ({ name, columns }, chunks) =>
      copyIn(client, `copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`, chunks),
    async finish(sequences, journalId) {
      for (const { name, last } of sequences)
        if (last !== null) await client.query('select setval($1::text::regclass, $2::bigint)', [quote(name), last]);
      await client.query('update projection_position set journal_id = $1', [journalId]);
      await client.query('commit');
    },
    close: () => client.end(),
  };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true });
  // A connection that breaks fails the query that runs; without a listener its error would end the process as well.
  client.on('error', () => {});
  await client.connect().catch(rethrow);
  return client;
}

function rethrow(error: Error): never {
  throw new PostgresFailed(
    `The database cannot be used (${error.message}). Start Agio, or set DATABASE_URL to the PostgreSQL that is meant.`,
  );
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
