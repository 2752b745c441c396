/**
 * docs/COVERAGE.md: every row of the checklist with the tests that prove it, read from the tests' titles.
 * `node tools/coverage.ts` writes it; `npm run check` fails while it does not say what the titles say.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const TABLE = join(root, 'docs/COVERAGE.md');
/** An id of the checklist; those of other documents stand after the document's name, or run on (A5.3, X-E4). */
const ID = /(?<![\w.-])([RLNSETVPCWXK]\d{1,2})(?![\w.-]*\w)/g;
/** A document's name and the ids after it: trading C2 and C4, growth E10. */
const OTHERS = /\b(?:trading|growth|engine|reliability)(?: (?:(?:and|to) )?[A-Z]\d{1,2}\b,?)+/g;
const OTHER_DOCUMENT = /^(?:trading|growth|engine|reliability) [A-Z]\d/;
/** What no title can say of a row: a part of its promise that has neither code nor test. */
const NOTES: Readonly<Record<string, string>> = {
  K1: 'no code and no test: icon fetch 1500 ms and library version 1.3.4 ([decision 058](decisions/058-icons-are-built-in.md))',
};
const SHOWN_TESTS = 3;
const SHOWN_LETTERS = 110;

interface Row {
  readonly id: string;
  readonly promise: string;
}

interface Proof {
  readonly file: string;
  readonly title: string;
}

/** The rows in the checklist's order; a table line may hold several ids, and a paragraph many. */
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
    const starts = [...cells.matchAll(new RegExp(`(?:^|· | )(${letter}\\d{1,2})(?= )`, 'g'))];
    const own = starts.filter(({ index, 0: text }) => index === 0 || text.startsWith('·') || isRun(cells, index));
    own.forEach(({ 1: id, index, 0: text }, at) => {
      const end = own[at + 1]?.index ?? cells.length;
      const promise = cells.slice(index + text.length, end).replace(/^[ ·]+|[ ·]+$/g, '');
      if (id !== undefined && !rows.some((row) => row.id === id)) rows.push({ id, promise });
    });
  }
  return rows.map((row, at) => ({ ...row, promise: row.promise || promiseAfter(rows, at) }));
}

/** "R6 R7 R8" in a first column: ids follow ids. */
function isRun(cells: string, index: number): boolean {
  return /^[ ·]*(?:[A-Z]\d{1,2} ?)*$/.test(cells.slice(0, index));
}

function promiseAfter(rows: readonly Row[], at: number): string {
  return rows.slice(at + 1).find((row) => row.promise !== '')?.promise ?? '';
}

/** The titles of the tests of a file; of a table of cases also the cases that begin with an id. */
export function readTitles(source: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:test|it|describe)\b/.test(node.expression.getText(file))) {
      const [first] = node.arguments;
      if (first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) {
        const title = first.getText(file).slice(1, -1);
        titles.push(title);
        // Under a title of another document the cases' ids are that document's.
        if (/%s|\$\w/.test(title) && !OTHER_DOCUMENT.test(title)) titles.push(...casesOf(node.expression));
      }
    }
    ts.forEachChild(node, visit);
  };
  const casesOf = (callee: ts.Expression): string[] => {
    const found: string[] = [];
    const collect = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) && /^[A-Z]\d{1,2}\b/.test(node.text)) found.push(node.text);
      ts.forEachChild(node, collect);
    };
    collect(callee);
    return found;
  };
  const file = ts.createSourceFile('tests.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  visit(file);
  return titles;
}

export function idsOf(title: string): string[] {
  return [...title.replaceAll(OTHERS, '').matchAll(ID)].map((match) => match[1] ?? '');
}

function readProofs(): Map<string, Proof[]> {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const proofs = new Map<string, Proof[]>();
  for (const file of listed
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .toSorted())
    for (const title of new Set(readTitles(readFileSync(join(root, file), 'utf8'))))
      for (const id of new Set(idsOf(title))) proofs.set(id, [...(proofs.get(id) ?? []), { file, title }]);
  return proofs;
}

function cell(text: string): string {
  const short = text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS).trimEnd()} …` : text;
  return short.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function proofCell(proofs: readonly Proof[]): string {
  if (proofs.length === 0) return 'not yet';
  const shown = proofs.slice(0, SHOWN_TESTS).map(({ file, title }) => `${cell(title)} (${file})`);
  const rest = proofs.length - shown.length;
  return shown.join('<br>') + (rest > 0 ? `<br>and ${rest} more` : '');
}

function noteOf(id: string): string {
  const note = NOTES[id];
  return note ? `<br>${note}` : '';
}

/** The page as the titles of now make it. */
export function coveragePage(): string {
  const rows = readRows(readFileSync(join(root, 'docs/CHECKLIST.md'), 'utf8'));
  const proofs = readProofs();
  const proved = rows.filter(({ id }) => proofs.has(id)).length;
  return [
    '# Which tests prove which promise',
    '',
    `Made by \`node tools/coverage.ts\` from the titles of the tests; the promises are those of [CHECKLIST.md](CHECKLIST.md).`,
    `${proved} of ${rows.length} rows have a test.`,
    '',
    '| row | promise | proved by |',
    '|---|---|---|',
    ...rows.map(({ id, promise }) => `| ${id} | ${cell(promise)} | ${proofCell(proofs.get(id) ?? [])}${noteOf(id)} |`),
    '',
  ].join('\n');
}

/** For `npm run check`. */
export function checkCoverage(): { ok: boolean; output: string } {
  const ok = existsSync(TABLE) && readFileSync(TABLE, 'utf8') === coveragePage();
  return { ok, output: ok ? '' : 'docs/COVERAGE.md is not what the tests say: run node tools/coverage.ts' };
}

if (process.argv[1] === import.meta.filename) writeFileSync(TABLE, coveragePage());
