/** Rows of one statement: they travel as one text. */
const ROWS_A_STATEMENT = 4_000;

/** Writes rows in statements of at most ROWS_A_STATEMENT rows, one after the other; no rows, no statement. */
export async function inParts<Row>(
  rows: readonly Row[],
  write: (part: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) await write(rows.slice(at, at + ROWS_A_STATEMENT));
}
