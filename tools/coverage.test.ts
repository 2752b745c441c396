import { expect, test } from 'vitest';
import { clausesOf, partsOf, readRows } from './checklist.ts';
import { MISSING, PURE_ROWS } from './coverage-missing.ts';
import { type Evidence, findMistakes, judgeRow, type State } from './coverage-states.ts';
import { coveragePage, idsOf, readTitles } from './coverage.ts';

test('a row is found in a table and in a paragraph', () => {
  const checklist = [
    '## R: routes',
    '| R1 | /act/partner | dark |',
    '| R6 | /ads | |',
    '## N: navigation',
    '| N3 | a goes to b · N4 c goes to d, see N9 too |',
    '## X: errors',
    'X1 envelope · X2 10021 and X3 are not rows here · X3 50048',
  ].join('\n');
  expect(readRows(checklist)).toEqual([
    { id: 'R1', promise: '/act/partner · dark' },
    { id: 'R6', promise: '/ads' },
    { id: 'N3', promise: 'a goes to b' },
    { id: 'N4', promise: 'c goes to d, see N9 too' },
    { id: 'X1', promise: 'envelope' },
    { id: 'X2', promise: '10021 and X3 are not rows here' },
    { id: 'X3', promise: '50048' },
  ]);
});

test('clauses end at ; and ·, but not inside of brackets and quotes', () => {
  expect(clausesOf('a, b (c; d); the server’s e · f')).toEqual(['a, b (c; d)', 'the server’s e', 'f']);
  expect(clausesOf("says 'x; y'; `p; q {r; s}`; the user's t; u")).toEqual([
    "says 'x; y'",
    '`p; q {r; s}`',
    "the user's t",
    'u',
  ]);
});

test('a row of pages has a part for each path, and none for its traits', () => {
  const promise = '/a · /a/{name} (by N7; see there) · /b; without a name X in place · dark, no tab bar';
  expect(partsOf({ id: 'R24', promise })).toEqual([
    '/a',
    '/a/{name} (by N7; see there)',
    '/b',
    'without a name X in place',
  ]);
  // Of all pages, not of one.
  expect(partsOf({ id: 'R29', promise: 'unknown path: 404; it is named' })).toHaveLength(2);
});

test('titles of tests, groups and cases are read, strings of their bodies are not', () => {
  const source = `
    describe('V1 numbers', () => { test("K4 sort", () => expect('N1 no').toBe(1)); });
    test.each([['N1 /homemarket', 1], ['other', 2]])('%s goes on', () => {});
    test(\`S1 at \${24} hours\`, () => {});
  `;
  expect(readTitles(source)).toEqual(['V1 numbers', 'K4 sort', '%s goes on', 'N1 /homemarket', 'S1 at ${24} hours']);
});

test('an arrow function with a type parameter hides no title after it', () => {
  const source = "const ask = async <Answer>(path: string) => path as Answer;\ntest('W2 is told', () => {});";
  expect(readTitles(source, 'a.test.ts')).toEqual(['W2 is told']);
  expect(readTitles("test('S11 a picture', () => <img alt='' />);", 'a.test.tsx')).toEqual(['S11 a picture']);
});

test('ids of other documents are not the checklist’s', () => {
  expect(idsOf('N4 and R21: trading C4, A5.3, X-E4, C4.1, growth E10, T2-3')).toEqual(['N4', 'R21']);
  expect(idsOf('trading C2 E1 and C4, C5 to C7: one thing; K1 another')).toEqual(['K1']);
  const source = "test.each(['C2 a', 'C4 b'])('trading C2 %s balances', () => {});";
  expect(readTitles(source).flatMap(idsOf)).toEqual([]);
});

const browser = (title: string) => ({ file: 'test/e2e/a.test.ts', title });
const exchange = (title: string) => ({ file: 'test/integration/a.test.ts', title });
const unit = (title: string) => ({ file: 'web/ui/a.test.ts', title });

function evidence(some: Partial<Evidence> = {}): Evidence {
  return {
    proofs: new Map(),
    gaps: {},
    pureRows: {},
    pageState: (path) => ({ '/here': 'built' as const, '/absent': 'missing' as const })[path] ?? 'unknown',
    ...some,
  };
}

const stateOf = (promise: string, some: Partial<Evidence>, id = 'S1'): State =>
  judgeRow({ id, promise }, evidence(some)).state;

test('a page without a file is not there yet, whatever tests say of it', () => {
  const proofs = new Map([['R2', [browser('R2'), exchange('R2')]]]);
  expect(stateOf('/here', { proofs }, 'R2')).toBe('works');
  const { state, parts } = judgeRow({ id: 'R2', promise: '/here · /absent · dark' }, evidence({ proofs }));
  expect(state).toBe('partly');
  expect(parts).toEqual([
    { text: '/here', state: 'works', why: '' },
    { text: '/absent', state: 'not yet', why: 'the page is missing, its traits are tested' },
  ]);
  expect(stateOf('/absent', { proofs }, 'R2')).toBe('not yet');
});

test('a browser or a running exchange shows what a user meets, other tests alone do not', () => {
  expect(stateOf('a; b', {})).toBe('not yet');
  expect(stateOf('a; b', { proofs: new Map([['S1', [unit('S1 a')]]]) })).toBe('partly');
  expect(stateOf('a; b', { proofs: new Map([['S1', [unit('S1 a'), browser('S1 a')]]]) })).toBe('works');
  expect(stateOf('a; b', { proofs: new Map([['S1', [exchange('S1 a')]]]) })).toBe('works');
  expect(stateOf('a; b', { proofs: new Map([['S1', [unit('S1 a')]]]), pureRows: { S1: 'a table' } })).toBe('works');
});

test('what the table says of a part counts before its tests; a row is partly there when its parts differ', () => {
  const proofs = new Map([['S1', [browser('S1 a')]]]);
  const gaps = { S1: [{ parts: ['b'], state: 'not yet' as const, what: 'no code' }] };
  const { state, parts } = judgeRow({ id: 'S1', promise: 'a; b of c' }, evidence({ proofs, gaps }));
  expect(state).toBe('partly');
  expect(parts[1]).toEqual({ text: 'b of c', state: 'not yet', why: 'no code' });
  expect(stateOf('a; b', { proofs, gaps: { S1: [{ state: 'not yet', what: 'no code' }] } })).toBe('not yet');
});

test('of K1 each part needs a title that names it', () => {
  const proofs = new Map([['K1', [unit('S7 K1 ping 3 s: it is sent'), unit('K1 pong 15 seconds')]]]);
  const promise = 'each with its own test: ping 3 s; pong 15 s';
  const { parts } = judgeRow({ id: 'K1', promise }, evidence({ proofs, pureRows: { K1: 'a time' } }));
  expect(parts.map(({ state }) => state)).toEqual(['works', 'not yet']);
});

test('an id that no row has is a mistake, in a title, in the table and among the pure rows', () => {
  const proofs = new Map([['S9', [unit('S9 a')]]]);
  const gaps = { S8: [{ state: 'partly' as const, what: 'x' }] };
  const mistakes = findMistakes([{ id: 'S1', promise: 'a' }], evidence({ proofs, gaps, pureRows: { S7: 'x' } }));
  expect(mistakes).toHaveLength(3);
  expect(mistakes.join('\n')).toMatch(/“S9 a” has the id S9[^]*S8 is no row[^]*S7 of the pure rows/);
});

test('an entry that names no part, two entries of one part and an exception that changes nothing are mistakes', () => {
  const rows = [{ id: 'S1', promise: 'a; b' }];
  const gap = { state: 'partly' as const, what: 'x' };
  expect(findMistakes(rows, evidence({ gaps: { S1: [{ ...gap, parts: ['c'] }] } }))).toHaveLength(1);
  expect(findMistakes(rows, evidence({ gaps: { S1: [{ ...gap, parts: ['a'] }, gap] } }))).toHaveLength(1);
  const proofs = new Map([['S1', [browser('S1')]]]);
  expect(findMistakes(rows, evidence({ proofs, pureRows: { S1: 'x' } }))).toHaveLength(1);
  expect(findMistakes(rows, evidence({ proofs }))).toEqual([]);
});

test('an entry that waits for a page is a mistake once the page is built', () => {
  const rows = [{ id: 'S1', promise: 'a; b' }];
  const waitsFor = (until: string) =>
    findMistakes(rows, evidence({ gaps: { S1: [{ state: 'partly', what: 'no page', until }] } }));
  expect(waitsFor('/absent')).toEqual([]);
  expect(waitsFor('/here')).toEqual([expect.stringContaining('read the entry again')]);
  expect(waitsFor('/nowhere')).toEqual([expect.stringContaining('in no table of pages')]);
});

test('a path that the table of pages does not have is a mistake', () => {
  const rows = [
    { id: 'R2', promise: '/here · /absent · /nowhere' },
    { id: 'R3', promise: 'no path' },
  ];
  expect(findMistakes(rows, evidence())).toEqual([
    'CHECKLIST.md: /nowhere of R2 is not in contracts/pages.ts',
    'CHECKLIST.md: R3 names no page',
  ]);
});

test('the page of now has no mistakes, says what is missing of each row that does not work, and ends with totals', () => {
  const { page, mistakes } = coveragePage();
  expect(mistakes).toEqual([]);
  const rows = page.split('\n').filter((line) => /^\| [A-Z]\d+ \|/.test(line));
  const states = rows.map((line) => / \| (works|partly|not yet) \| \d+ of \d+ \| (.*?) \| /.exec(line));
  expect(states.every((found) => found && (found[1] === 'works') === (found[2] === ''))).toBe(true);
  const counted = (state: State): number => states.filter((found) => found?.[1] === state).length;
  expect(page).toContain(
    `| rows | ${counted('works')} | ${counted('partly')} | ${counted('not yet')} | ${rows.length} |`,
  );
  expect(Object.keys(MISSING).length).toBeGreaterThan(0);
  for (const reason of Object.values(PURE_ROWS)) expect(page).toContain(reason);
});
