/** A whole history as a CSV file: all rows that a filter finds, page by page. */
import { csvOf } from '@agio/contracts/csv';
import type { PageOf } from '../../api/pages.ts';
import { isSet } from '../ticket/typed-units.ts';

/** The newest rows that a file holds at most. */
export const FILE_LIMIT = 10_000;
const PAGE_SIZE = 100;

export interface FileColumn<T> {
  readonly head: string;
  /** As the server has told it: amounts exact, words as the interface names them. */
  readonly text: (row: T) => string;
}

export interface HistoryFile {
  readonly csv: string;
  readonly rows: number;
  /** The filter may find more than the file has: the server counts no further than a file holds. */
  readonly isCut: boolean;
}

/** In UTC; empty where the time was not kept, which the server tells as 0. */
export const timeColumn = <T>(head: string, timeOf: (row: T) => number): FileColumn<T> => ({
  head,
  text: (row) => (timeOf(row) > 0 ? new Date(timeOf(row)).toISOString() : ''),
});

/** A price or amount of a file; empty where the order has none, which the server tells as 0. */
export const setOrEmpty = (text: string | undefined): string => (text !== undefined && isSet(text) ? text : '');

/** `load` asks for one page, newest first. Rows that a new one has pushed onto the next page are taken once. */
export async function historyFile<T>(
  load: (page: number, pageSize: number) => Promise<PageOf<T>>,
  keyOf: (row: T) => string,
  columns: readonly FileColumn<T>[],
): Promise<HistoryFile> {
  const rows = new Map<string, T>();
  let [page, total, seen] = [1, 0, 0];
  do {
    const answer = await load(page, PAGE_SIZE);
    if (answer.items.length === 0) break;
    for (const row of answer.items) rows.set(keyOf(row), row);
    total = answer.total;
    seen += answer.items.length;
    page += 1;
  } while (seen < Math.min(total, FILE_LIMIT));
  const kept = [...rows.values()].slice(0, FILE_LIMIT);
  const csv = csvOf(
    columns.map(({ head }) => head),
    kept.map((row) => columns.map(({ text }) => text(row))),
  );
  return { csv, rows: kept.length, isCut: total >= FILE_LIMIT };
}
