import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anchorsOf, bareIdsOf, checkCitations, citationsOf, namesIn, pagesOf } from './citations.ts';

const BOOK = `# Rules
## A. Spot
### A5 Fees
- A5.3 Fee per fill.
1. First. [HR] 2. Second.
- X-A1 a trade. X-A2 another.
### 8.2 Regions
- C05 a reading. → done. G06 a gap.
| FLT-5 | promise |`;

test('a rule book is cited by its sections, rules, numbered items, examples and promises', () => {
  expect([...anchorsOf(BOOK)]).toEqual([
    'A',
    'A5',
    'A5.3',
    'A5.1',
    'A5.2',
    'X-A1',
    'X-A2',
    '8.2',
    'C05',
    'G06',
    'FLT-5',
  ]);
});

test.each([
  ['as trading A5.3 says', ['trading A5.3']],
  ['(trading B6, E5 and C4.2; decision 031)', ['trading B6', 'trading E5', 'trading C4.2', 'decision 031']],
  ['trading B8–B10 and A4.9', ['trading B8', 'trading B10', 'trading A4.9']],
  ['growth 8.8, growth E17', ['growth 8.8', 'growth E17']],
  [' * rounded down (trading\n * A5.3)', ['trading A5.3']],
  ['X-A1 and FLT-5 and ATK-13', ['trading X-A1', 'reliability FLT-5', 'reliability ATK-13']],
  ['trading 24 hours, growth of 3, a decision 5 of us made', []],
])('%j cites %j', (text, cited) => {
  expect(citationsOf(text).map(({ book, id }) => `${book} ${id}`)).toEqual(cited);
});

test('in comments rules are cited bare, in code and strings an A1 is anything', () => {
  expect(bareIdsOf("/** After a flip (B4), A6. */\nconst A9 = 'B7'; // no comment of its own D1\n  // D5")).toEqual([
    'B4',
    'A6',
    'D5',
  ]);
});

test('a page of the docs that a comment or a text of code names is named by its path from the root', () => {
  const source =
    "/** See docs/a.md, docs/b/c-d.md. */ read('docs/E.md'); // ../docs/f.md docs/g-….md my-docs/h.md docs/a.md";
  expect(pagesOf(source)).toEqual(['docs/a.md', 'docs/b/c-d.md', 'docs/E.md']);
});

test('the names of code in a page are the single words in its sentences', () => {
  expect(
    namesIn('Name it in `movesMoney` (`core/a.ts`, `a.b`, `npm test`).\n```ts\nconst text = `day`;\n```\n`ONE`'),
  ).toEqual(['movesMoney', 'ONE']);
});

test('the check fails where code names a page of the docs that is not there', () => {
  const root = mkdtempSync(join(tmpdir(), 'agio-citations-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const page of ['rules/trading.md', 'rules/growth.md', 'reliability.md', 'decisions/001-one.md'])
    write(`docs/${page}`, '');
  write('a.ts', "/** As docs/reliability.md says. */\nconst page = 'docs/decisions/001-one.md';");
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  expect(checkCitations(root)).toEqual({ ok: true, output: '' });
  write('b.tsx', "/** As docs/protocols/gone.md says. */\nconst page = 'docs/away.md';");
  expect(checkCitations(root)).toEqual({
    ok: false,
    output: 'b.tsx: there is no docs/protocols/gone.md\nb.tsx: there is no docs/away.md',
  });
  rmSync(join(root, 'b.tsx'));
  write('core/c.ts', 'const known = 1;');
  write('docs/ADDING_A_DOMAIN.md', 'Use `known` and `gone`.');
  expect(checkCitations(root)).toEqual({
    ok: false,
    output: 'docs/ADDING_A_DOMAIN.md: nothing in the code is called gone',
  });
});
