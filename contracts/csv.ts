/** Tables as CSV files: RFC 4180, and safe to open in a spreadsheet. */

const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
/** A spreadsheet reads a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Lines end in CR LF, the last one too. A file in pieces has its head in the first one alone: `head` is null for the others. */
export function csvOf(head: readonly string[] | null, rows: readonly (readonly string[])[]): string {
  return [...(head ? [head] : []), ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** A text that would be taken for a formula gets an apostrophe before it; a number with a sign stays a number. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
