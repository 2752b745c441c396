/**
 * docs/COVERAGE.md: of every row of the checklist whether it works, what of it is missing, and the tests that prove it.
 * `node tools/coverage.ts` writes it; `npm run check` fails while it does not say what the tools say, and when a title or
 * an entry of coverage-missing.ts names what the checklist does not have.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { findPage, type PagePath } from '../contracts/pages.ts';
import { PAGE_FILES } from '../web/app/navigation/page-files.ts';
import { readRows } from './checklist.ts';
import { MISSING, PURE_ROWS } from './coverage-missing.ts';
import {
  type Evidence,
  findMistakes,
  isShown,
  type JudgedRow,
  judgeRow,
  type Part,
  type Proof,
  STATES,
} from './coverage-states.ts';

const root = join(import.meta.dirname, '..');
const TABLE = join(root, 'docs/COVERAGE.md');
/** An id of the checklist; those of other documents stand after the document's name, or run on (A5.3, X-E4). */
const ID = /(?<![\w.-])([RLNSETVPCWXK]\d{1,2})(?![\w.-]*\w)/g;
/** A document's name and the ids after it: trading C2 and C4, growth E10. */
const OTHERS = /\b(?:trading|growth|engine|reliability)(?: (?:(?:and|to) )?[A-Z]\d{1,2}\b,?)+/g;
const OTHER_DOCUMENT = /^(?:trading|growth|engine|reliability) [A-Z]\d/;
const SHOWN_TESTS = 3;
const SHOWN_LETTERS = 110;
const SHOWN_PART_LETTERS = 60;
/** The product's name where nobody configured another. */
const PRODUCT = 'agio';

/** The titles of the tests of a file; of a table of cases also the cases that begin with an id. */
export function readTitles(source: string, name = 'tests.ts'): string[] {
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
  // Only a .tsx is read as one: there a type parameter before an arrow function begins an element.
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, kind);
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
    for (const title of new Set(readTitles(readFileSync(join(root, file), 'utf8'), file)))
      for (const id of new Set(idsOf(title))) proofs.set(id, [...(proofs.get(id) ?? []), { file, title }]);
  return proofs;
}

/** `{product}` is the demo's name; any other name in braces is a segment that varies. */
function pageState(path: string): 'built' | 'missing' | 'unknown' {
  const segments = path.replace('{product}', PRODUCT).split('/').filter(Boolean);
  const page: PagePath | undefined = findPage(segments, PRODUCT);
  if (page === undefined) return 'unknown';
  return Object.hasOwn(PAGE_FILES, page) ? 'built' : 'missing';
}

function cell(text: string, letters = SHOWN_LETTERS): string {
  const short = text.length > letters ? `${text.slice(0, letters).trimEnd()} …` : text;
  return short.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function proofCell(proofs: readonly Proof[]): string {
  // Tests of what a user sees come before tests of functions.
  const ordered = [...proofs.filter(isShown), ...proofs.filter((proof) => !isShown(proof))];
  const shown = ordered.slice(0, SHOWN_TESTS).map(({ file, title }) => `${cell(title)} (${file})`);
  const rest = proofs.length - shown.length;
  return shown.join('<br>') + (rest > 0 ? `<br>and ${rest} more` : '');
}

/** The parts of a row that do not work, sub-promises with the same reason together. */
function missingCell(parts: readonly Part[]): string {
  const byReason = Map.groupBy(
    parts.filter(({ state }) => state !== 'works'),
    ({ state, why }) => `${state}: ${why}`,
  );
  return [...byReason]
    .map(([reason, held]) => {
      const isWhole = held.length === parts.length;
      return isWhole ? reason : `“${held.map(({ text }) => cell(text, SHOWN_PART_LETTERS)).join('”, “')}” ${reason}`;
    })
    .join('<br>')
    .replaceAll('|', '\\|');
}

function rowLine({ id, promise, state, parts, proofs }: JudgedRow): string {
  const working = parts.filter((part) => part.state === 'works').length;
  return `| ${id} | ${cell(promise)} | ${state} | ${working} of ${parts.length} | ${missingCell(parts)} | ${proofCell(proofs)} |`;
}

function totals(rows: readonly JudgedRow[]): string[] {
  const line = (name: string, all: readonly { readonly state: string }[]): string =>
    `| ${name} | ${STATES.map((state) => all.filter((one) => one.state === state).length).join(' | ')} | ${all.length} |`;
  return [
    `| | ${STATES.join(' | ')} | all |`,
    '|---|---|---|---|---|',
    line('rows', rows),
    line(
      'sub-promises',
      rows.flatMap(({ parts }) => parts),
    ),
  ];
}

const RULES = [
  'A row is split into its sub-promises: what stands between ` · ` and `;` in the checklist, in a row of pages each path. A row works when all of',
  'them do, is “not yet” when none is there, and “partly” otherwise. “Works” means for a user: of the site, or of the calls and sockets.',
  '',
  '1. A page works when web/app/navigation/page-files.ts has a file for it. Without one it answers 404 in place: not yet.',
  '2. What [tools/coverage-missing.ts](../tools/coverage-missing.ts) says of a sub-promise counts before its tests: there stands, in words, what no',
  '   title of a test can say. A call that answers what is true of a product that is not built is “partly” ([ROADMAP.md](ROADMAP.md));',
  '   code that nothing in the product uses is “not yet”, however well it is tested. Many entries name the page that they wait for:',
  '   the check fails once that is built, until they are read again.',
  '3. Any other sub-promise works when a test of test/e2e (a browser) or test/integration (a running exchange) has its row’s id in the title.',
  '   With other tests alone it is “partly”, without any “not yet”.',
  '4. Of a row that is pure by nature every test counts:',
  ...Object.entries(PURE_ROWS).map(([id, reason]) => `   ${id}, ${reason};`),
  '   and each sub-promise of K1 needs a title that names it.',
  '',
  'Titles name rows, not sub-promises: that a sub-promise is tested, and not only its row, is the word of who read it for rule 2.',
];

/** The page as the titles of now make it, and what in titles and tables is mistaken. */
export function coveragePage(): { readonly page: string; readonly mistakes: readonly string[] } {
  const checklist = readRows(readFileSync(join(root, 'docs/CHECKLIST.md'), 'utf8'));
  const evidence: Evidence = { proofs: readProofs(), gaps: MISSING, pureRows: PURE_ROWS, pageState };
  const rows = checklist.map((row) => judgeRow(row, evidence));
  const page = [
    '# Which promises work, and which tests prove it',
    '',
    'Made by `node tools/coverage.ts` from the titles of the tests, the files of the pages and a table of what is missing; the promises are',
    'those of [CHECKLIST.md](CHECKLIST.md). The totals and the rules stand at the end.',
    '',
    '| row | promise | state | works | what is missing | tests |',
    '|---|---|---|---|---|---|',
    ...rows.map(rowLine),
    '',
    '## Totals',
    '',
    ...totals(rows),
    '',
    '## The rules',
    '',
    ...RULES,
    '',
  ].join('\n');
  return { page, mistakes: findMistakes(checklist, evidence) };
}

/** For `npm run check`. */
export function checkCoverage(): { ok: boolean; output: string } {
  const { page, mistakes } = coveragePage();
  if (mistakes.length > 0) return { ok: false, output: mistakes.join('\n') };
  const ok = existsSync(TABLE) && readFileSync(TABLE, 'utf8') === page;
  return { ok, output: ok ? '' : 'docs/COVERAGE.md is not what the tests say: run node tools/coverage.ts' };
}

if (process.argv[1] === import.meta.filename) {
  const { page, mistakes } = coveragePage();
  writeFileSync(TABLE, page);
  for (const mistake of mistakes) process.stderr.write(`${mistake}\n`);
  if (mistakes.length > 0) process.exitCode = 1;
}
