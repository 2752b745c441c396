import { expect, test } from 'vitest';
import { judgeOnlyTestsUse } from './only-tests-use.ts';

const report = JSON.stringify({
  issues: [
    { file: 'a.ts', files: [{ name: 'a.ts' }], exports: [] },
    { file: 'b.ts', exports: [{ name: 'one' }, { name: 'two' }] },
  ],
});

test('what only tests use is named, but for what waits for its product', () => {
  expect(judgeOnlyTestsUse(report, { 'b.ts one': 'a product' })).toEqual([
    'a.ts is used by tests alone',
    'b.ts two is used by tests alone',
  ]);
});

test('an export that is used by now must leave the list', () => {
  const waiting = { 'a.ts': 'x', 'b.ts one': 'x', 'b.ts two': 'x', 'c.ts': 'x' };
  expect(judgeOnlyTestsUse(report, waiting)).toEqual(['c.ts is used by now, or gone: take it off the list']);
});
