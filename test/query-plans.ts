/** What a database is asked, and how it would find it. */
import { type Db, sql } from '../server/store/index.ts';

type Compiled = Parameters<ReturnType<Db['getExecutor']>['compileQuery']>;
export type CompiledQuery = ReturnType<ReturnType<Db['getExecutor']>['compileQuery']>;

/** A database that tells which queries were built on it. */
export function listening(db: Db): { readonly queries: CompiledQuery[]; readonly db: Db } {
  const queries: CompiledQuery[] = [];
  const hear = ({ node, queryId }: { node: Compiled[0]; queryId: Compiled[1] }) => {
    queries.push(db.getExecutor().compileQuery(node, queryId));
    return node;
  };
  return { queries, db: db.withPlugin({ transformQuery: hear, transformResult: async ({ result }) => result }) };
}

export async function planOf(db: Db, { sql: text, parameters }: CompiledQuery): Promise<string> {
  // The parameters in place of their numbers, as numbers or texts.
  const filled = text.replace(/\$(\d+)/g, (_, at) => {
    const value = parameters[Number(at) - 1];
    return typeof value === 'number' ? String(value) : `'${String(value)}'`;
  });
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(filled)}`.execute(db);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
