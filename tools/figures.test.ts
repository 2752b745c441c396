import { expect, test } from 'vitest';
import { countCopies, countFigures, countTrust, judgeFigures, writeFigures } from './figures.ts';

const TABLE = `# Style
| | before | after |
|---|---|---|
| lines a file: median, most | 7, 9 | 3, 5, 10 |
| casts in all | 1 | 20, of which 4 |
`;
const FIGURES = [
  { row: 'lines a file', now: [3, 5, 12] },
  { row: 'casts in all', now: [21] },
];

test('casts are counted without `as const`, and non-null assertions', () => {
  const text = 'const a = [1] as const; const b = c as unknown as D; const e = f!.g!; const h = i satisfies J;';
  expect(countTrust({ path: 'a.ts', text })).toEqual({ casts: 2, nonNull: 2 });
});

test('a run of six equal lines in two files is a copy, each window of a longer one another; comments, imports and brackets are not counted', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `const a${at} = ${at};`);
  const file = (path: string, text: readonly string[]) => ({ path, text: text.join('\n') });
  const plain = file('a.ts', lines(7));
  const apart = file(
    'b.ts',
    lines(7).flatMap((line) => ['', `  ${line}`, '}', '// a word', "import { b } from 'b';"]),
  );
  expect(countCopies([plain, apart])).toBe(2);
  expect(countCopies([plain, file('b.ts', lines(5))])).toBe(0);
  expect(countCopies([file('a.ts', [...lines(7), ...lines(7)])])).toBe(0);
});

test('product and proof are told apart, files are sorted by their lines', () => {
  const lines = (count: number) => 'x;\n'.repeat(count);
  const figures = countFigures([
    { path: 'core/a.ts', text: lines(10) },
    { path: 'server/b.ts', text: lines(2) },
    { path: 'web/c.tsx', text: lines(4) },
    { path: 'core/a.test.ts', text: lines(5) },
    { path: 'core/model/d.ts', text: lines(10) },
    { path: 'tools/mutations/e.ts', text: lines(1) },
    { path: 'bench/f.ts', text: lines(100) },
  ]);
  expect(figures).toEqual([
    { row: 'lines a file', now: [4, 4, 10] },
    { row: 'functions over 70 lines', now: [0] },
    { row: 'casts in all', now: [0, 0] },
    { row: 'copied lines', now: [0] },
    { row: 'lines of proof', now: [1, 1.5] },
  ]);
});

test('a figure that moved by more than a tenth has to be written anew, and writing keeps the words', () => {
  expect(judgeFigures(TABLE, FIGURES)).toEqual([
    'docs/STYLE.md: “lines a file” is 3, 5, 12 now: node tools/figures.ts writes it',
  ]);
  const written = writeFigures(TABLE, FIGURES);
  expect(written).toBe(TABLE.replace('3, 5, 10', '3, 5, 12').replace('20, of which 4', '21, of which 4'));
  expect(judgeFigures(written, FIGURES)).toEqual([]);
});

test('a row that is not there is missed', () => {
  expect(judgeFigures('# Style\n', FIGURES)).toHaveLength(2);
  expect(() => writeFigures('# Style\n', FIGURES)).toThrow('no row');
});
