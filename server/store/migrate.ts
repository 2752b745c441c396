/** Brings the database to the newest shape: the numbered SQL files of migrations/, each once, each in a transaction. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Number of the lock that keeps two processes from migrating at once; any otherwise unused number. */
const ADVISORY_LOCK = 4_147_001;

/**
 * Applies missing migrations and answers their names. `wanted` limits them to those of an older release, whose rows fit only that schema.
 */
export async function migrate(pool: pg.Pool, wanted?: readonly string[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    const done = new Set(rows.map((row) => row.name));
    const files = readdirSync(FOLDER)
      .filter((name) => name.endsWith('.sql'))
      .sort();
    const unknown = [...done, ...(wanted ?? [])].filter((name) => !files.includes(name));
    if (unknown.length > 0)
      throw new Error(`The database was made by a newer release (it has ${unknown.join(', ')}). Use that release.`);
    const applied = files.filter((name) => !done.has(name) && (wanted?.includes(name) ?? true));
    for (const name of applied) {
      await client.query('begin');
      await client.query(readFileSync(join(FOLDER, name), 'utf8'));
      await client.query('insert into schema_migrations (name) values ($1)', [name]);
      await client.query('commit');
    }
    return applied;
  } finally {
    // Ending the connection also ends an open transaction and the lock.
    client.release(true);
  }
}
