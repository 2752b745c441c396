/**
 * New rows by COPY, which costs PostgreSQL half of what a statement with the rows as JSON does (decision 079). COPY fails at a row that is
 * there already, so it stands in a savepoint.
 */
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import { jsonText, RowsToCopy } from '../postgres/copy-rows.ts';
import type { Tables } from './tables.ts';

type Tx = Transaction<Tables> | Kysely<Tables>;

const UNIQUE_VIOLATION = '23505';

/** Values of a new row of a table, one for each column; a view of the core goes to a column of JSON as it is. */
export type NewRow<T extends keyof Tables> = {
  readonly [C in keyof Insertable<Tables[T]>]-?: Insertable<Tables[T]>[C] | bigint | object;
};

/**
 * Writes rows that should not be there yet, in a transaction. Answers false, and has written nothing, if one of them is: the caller has
 * another way for those.
 */
export async function copyNewRows<T extends keyof Tables>(
  tx: Tx,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<boolean> {
  if (rows.length === 0) return true;
  await sql`savepoint copied`.execute(tx);
  try {
    // Not SQL: the connections of the store know this parameter and run COPY with it (open-store.ts).
    await sql`copy ${new RowsToCopy(table, rows)}`.execute(tx);
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    await sql`rollback to savepoint copied`.execute(tx);
    return false;
  }
  await sql`release savepoint copied`.execute(tx);
  return true;
}

/** Writes rows in a transaction; those that are there already stay as they are. */
export async function insertRows<T extends keyof Tables>(tx: Tx, table: T, rows: readonly NewRow<T>[]): Promise<void> {
  if (await copyNewRows(tx, table, rows)) return;
  const columns = sql.raw(new RowsToCopy(table, rows).columns.join(', '));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${jsonText(rows)}::json)
    on conflict do nothing
  `.execute(tx);
}
