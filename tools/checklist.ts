/** docs/CHECKLIST.md taken apart: its rows, the sub-promises of a row, the pages of a row of pages. Pure. */

export interface Row {
  readonly id: string;
  readonly promise: string;
}

/** The rows in the checklist's order; a table line may hold several rows, and a paragraph many. */
export function readRows(checklist: string): Row[] {
  const rows: Row[] = [];
  let letter = '';
  for (const line of checklist.split('\n')) {
    letter = /^## ([A-Z]):/.exec(line)?.[1] ?? letter;
    if (letter === '' || line.startsWith('## ')) continue;
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((part) => part.trim())
          .join(' · ')
      : line;
    const own = [...cells.matchAll(new RegExp(`(?:^|· )(${letter}\\d{1,2})(?= )`, 'g'))];
    own.forEach(({ 1: id, index, 0: text }, at) => {
      const end = own[at + 1]?.index ?? cells.length;
      const promise = cells.slice(index + text.length, end).replace(/^[ ·]+|[ ·]+$/g, '');
      if (id !== undefined && !rows.some((row) => row.id === id)) rows.push({ id, promise });
    });
  }
  return rows;
}

/** Splits at ` · ` and `;` outside of brackets and quotes: each part is a separate promise. */
export function clausesOf(promise: string): string[] {
  const clauses: string[] = [];
  let clause = '';
  let depth = 0;
  let quote = '';
  for (const [at, letter] of [...promise].entries()) {
    if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === '`' || (letter === "'" && !/[\p{L}\d]/u.test(promise[at - 1] ?? ' '))) quote = letter;
    else if ('({'.includes(letter)) depth++;
    else if (')}'.includes(letter)) depth--;
    const isEnd = quote === '' && depth === 0 && (letter === ';' || letter === '·');
    if (isEnd) clauses.push(clause);
    clause = isEnd ? '' : clause + letter;
  }
  return [...clauses, clause].map((text) => text.trim()).filter((text) => text !== '');
}

const PAGE_ROW = /^R\d+$/;
/** Rows of the letter R that promise how all pages behave, not a page. */
const NOT_PAGES: readonly string[] = ['R28', 'R29'];

export const isPageRow = (id: string): boolean => PAGE_ROW.test(id) && !NOT_PAGES.includes(id);

/**
 * The sub-promises of a row. Of a row of pages: its paths and what `;` adds to them; what else stands there are the
 * traits of all its pages, which are there when the page is.
 */
export function partsOf({ id, promise }: Row): string[] {
  if (!isPageRow(id)) return clausesOf(promise);
  return promise
    .split(' · ')
    .filter((item) => item.startsWith('/'))
    .flatMap(clausesOf);
}

/** The path of a part of a row of pages, or undefined where the part is no path: `/a/{name}` of `/a/{name} (for …)`. */
export function pathOf(part: string): string | undefined {
  return /^\/\S*/.exec(part)?.[0];
}
