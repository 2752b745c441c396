import { expect, test } from 'vitest';
import { idsOf, readRows, readTitles } from './coverage.ts';

test('a row is found in a table, in a run of ids and in a paragraph', () => {
  const checklist = [
    '## R: routes',
    '| R1 | /act/partner | dark |',
    '| R6 R7 R8 | /ads |',
    '## N: navigation',
    '| N3 | a goes to b · N4 c goes to d, see N9 too |',
    '## X: errors',
    'X1 envelope · X2 10021 and X3 are not rows here · X3 50048',
  ].join('\n');
  expect(readRows(checklist)).toEqual([
    { id: 'R1', promise: '/act/partner · dark' },
    { id: 'R6', promise: '/ads' },
    { id: 'R7', promise: '/ads' },
    { id: 'R8', promise: '/ads' },
    { id: 'N3', promise: 'a goes to b' },
    { id: 'N4', promise: 'c goes to d, see N9 too' },
    { id: 'X1', promise: 'envelope' },
    { id: 'X2', promise: '10021 and X3 are not rows here' },
    { id: 'X3', promise: '50048' },
  ]);
});

test('titles of tests, groups and cases are read, strings of their bodies are not', () => {
  const source = `
    describe('V1 numbers', () => { test("K4 sort", () => expect('N1 no').toBe(1)); });
    test.each([['N1 /homemarket', 1], ['other', 2]])('%s goes on', () => {});
    test(\`S1 at \${24} hours\`, () => {});
  `;
  expect(readTitles(source)).toEqual(['V1 numbers', 'K4 sort', '%s goes on', 'N1 /homemarket', 'S1 at ${24} hours']);
});

test('ids of other documents are not the checklist’s', () => {
  expect(idsOf('N4 and R21: trading C4, A5.3, X-E4, C4.1, growth E10, T2-3')).toEqual(['N4', 'R21']);
  expect(idsOf('trading C2 E1 and C4, C5 to C7: one thing; K1 another')).toEqual(['K1']);
  const source = "test.each(['C2 a', 'C4 b'])('trading C2 %s balances', () => {});";
  expect(readTitles(source).flatMap(idsOf)).toEqual([]);
});
