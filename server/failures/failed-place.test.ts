import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { failedPlace } from './failed-place.ts';

const ROOT = join(import.meta.dirname, '../..');
const url = (path: string): string => pathToFileURL(join(ROOT, path)).href;
const path = (name: string): string => join(ROOT, name.replaceAll('/', sep));

function errorWith(message: string, ...frames: readonly string[]): Error {
  const error = new Error(message);
  error.stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return error;
}

test.each([
  ['a module', `add (${url('server/modules/tracking/index.ts')}:7:3)`, 'server/modules/tracking'],
  ['a folder in a module', `async run (${url('server/modules/spot/live/books.ts')}:7:3)`, 'server/modules/spot'],
  ['a module named by its path', `${path('core/spot/market.ts')}:7:3`, 'core/spot'],
  ['the pages', `render (${url('web/build/server/assets/page.js')}:1:90)`, 'web/build/server'],
  ['the server itself', `${url('server/main.ts')}:7:3`, 'server'],
])('FLT-20 an error of %s is told by its folder, behind what is not ours', (_, frame, part) => {
  const error = errorWith(
    'broken',
    'Array.map (<anonymous>)',
    'processTicksAndRejections (node:internal/process/task_queues:104:5)',
    `parse (${url('node_modules/pg/lib/client.js')}:5:5)`,
    frame,
    `${url('server/exchange.ts')}:1:1`,
  );
  expect(failedPlace(error)).toMatchObject({ part, line: expect.stringMatching(/^[a-z].*:\d+:\d+$/) });
});

test('FLT-20 an error without a file of ours on its stack belongs to `elsewhere`, and its message is not read as a stack', () => {
  const frame = `add (${url('server/modules/tracking/index.ts')}:7:3)`;
  const elsewhere = { part: 'elsewhere', line: '' };
  expect(failedPlace(errorWith('broken', `parse (${url('node_modules/pg/lib/client.js')}:5:5)`))).toEqual(elsewhere);
  expect(failedPlace(errorWith(`broken\n    at ${frame}`))).toEqual(elsewhere);
  for (const reason of ['text', null, { stack: `Error\n    at ${frame}` }])
    expect(failedPlace(reason)).toEqual(elsewhere);
});
