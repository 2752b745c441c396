import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkReliability, countSentence, quotedBugs } from './reliability.ts';

const page = (mutation: string, sentence = 'Of 1 promises 1 are held, 0 in part and 0 not yet.'): string =>
  `${sentence}\n\n| id | promise | proved by | mutation | state |\n|---|---|---|---|---|\n` +
  `| FLT-1 | Nothing is lost. | “a test” (a.test.ts) | ${mutation} | held |\n`;
const planted = {
  mutations: ['a bug', 'another bug', 'after a restart all is gone'],
  simulator: ['a bug of the disk'],
  read: (file: string) => (file === 'tools/mutations/faults.ts' ? "breaks: 'a bug', breaks: 'another bug'" : null),
};

test('the quotes of the column of mutations are planted bugs, of a file if one is named behind them', () => {
  const [faults, attacks] = ['tools/mutations/faults.ts', 'tools/mutations/attacks.ts'];
  const text =
    `“a”, “b” and 4 more (${faults}); “c” (${attacks}); two of links, “d” (\`${faults}\`)<br>` +
    '“e” (core/x.test.ts); the simulator finds “f” and “g” under FLT-14; nobody else: tried by hand, turned “h” red';
  expect(quotedBugs(page(text)).map(({ words, from, file }) => [words, from, file])).toEqual([
    ['a', 'mutations', faults],
    ['b', 'mutations', faults],
    ['c', 'mutations', attacks],
    ['d', 'mutations', faults],
    ['e', 'mutations', null],
    ['f', 'simulator', null],
    ['g', 'simulator', null],
  ]);
});

test.each([
  ['“a bug”, “another bug” (tools/mutations/faults.ts)', ''],
  ['the twenty “after a restart …” of the list', ''],
  ['the simulator finds “a bug of the disk” under FLT-14', ''],
  ['“a bug that was renamed” (tools/mutations/faults.ts)', 'no planted bug is called “a bug that was renamed”'],
  ['“a bu”', 'no planted bug is called “a bu”'],
  ['“after a stop …”', 'no planted bug is called “after a stop …”'],
  ['the simulator finds “a bug”', 'no planted bug is called “a bug”'],
  ['“a bug” (tools/mutations/attacks.ts)', '“a bug” is not in tools/mutations/attacks.ts'],
])('%s: %j', (text, breach) => {
  expect(checkReliability(page(text), planted)).toEqual({
    ok: breach === '',
    output: breach === '' ? '' : `docs/reliability.md, FLT-1: ${breach}`,
  });
});

test('the sentence above the table counts its rows', () => {
  const sentence = 'Of 1 promises 1 are held, 0 in part and 0 not yet.';
  expect(countSentence(page('none'))).toBe(sentence);
  expect(checkReliability(page('none', 'Of 2 promises 1 are held.'), planted)).toEqual({
    ok: false,
    output: `docs/reliability.md: its table says “${sentence}”`,
  });
});

test('the page itself is read: its bugs are many, with and without a file', () => {
  const quoted = quotedBugs(readFileSync(join(import.meta.dirname, '../docs/reliability.md'), 'utf8'));
  expect(quoted.filter(({ file }) => file !== null).length).toBeGreaterThan(40);
  expect(quoted.filter(({ from }) => from === 'simulator').length).toBeGreaterThan(10);
});
