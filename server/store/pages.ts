import { PAGED_ROWS } from '@agio/contracts/types';
import { sql } from 'kysely';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** One page of a list that SQL holds, from page 1. */
export interface PageRange {
  readonly page: number;
  readonly pageSize: number;
}

export interface Page<Item> {
  readonly items: Item[];
  /** Of all pages: at most PAGED_ROWS. */
  readonly total: number;
}

/** Takes the rows of a page from a query; what lies behind the first PAGED_ROWS is on no page. */
export const onPage =
  ({ page, pageSize }: PageRange) =>
  <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): SelectQueryBuilder<DB, TB, Row> => {
    const before = (page - 1) * pageSize;
    return query.limit(Math.max(0, Math.min(pageSize, PAGED_ROWS - before))).offset(before);
  };

/** How many rows a query finds, at most PAGED_ROWS: counting never costs more, however long a history is. */
export async function countForPages<DB, TB extends keyof DB>(
  db: Kysely<Tables>,
  found: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const some = found.select(sql<number>`1`.as('one')).limit(PAGED_ROWS);
  const counted = await sql<{ total: number }>`select count(*)::int as total from (${some}) as found`.execute(db);
  return counted.rows[0]?.total ?? 0;
}
