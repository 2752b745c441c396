/** A database for a moment's work, without the watch and the limits of a running exchange. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db, Tables } from './index.ts';

export function openDatabase(connectionString: string): { readonly db: Db; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString, max: 1 });
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, close: () => db.destroy() };
}
