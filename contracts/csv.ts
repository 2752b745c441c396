/** Tables as CSV files: RFC 4180, and safe to open in a spreadsheet. */

const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
/** A spreadsheet reads a cell that begins like this as a formula; some take the wide signs of Asian keyboards for the narrow ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Before a file that may hold letters other than the English ones: without it Excel reads them in the code page of its country. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Lines end in CR LF, the last one too. A file in pieces has its head in the first one alone: `head` is null for the others. */
export function csvOf(head: readonly string[] | null, rows: readonly (readonly string[])[]): string {
  return [...(head ? [head] : []), ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** A text that would be taken for a formula gets an apostrophe before it; a number with a sign stays a number. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
