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

export const offsetOf = ({ page, pageSize }: PageRange): number => (page - 1) * pageSize;

/** How many rows of a page there may be: what lies behind the first PAGED_ROWS is on no page. */
export const limitOf = (range: PageRange): number =>
  Math.max(0, Math.min(range.pageSize, PAGED_ROWS - offsetOf(range)));

/** How many rows a query finds, at most PAGED_ROWS: counting never costs more, however long a history is. */
export async function countForPages<DB, TB extends keyof DB>(
  db: Kysely<Tables>,
  found: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const some = found.select(sql<number>`1`.as('one')).limit(PAGED_ROWS);
  const counted = await sql<{ total: number }>`select count(*)::int as total from (${some}) as found`.execute(db);
  return counted.rows[0]?.total ?? 0;
}
