import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundle } from '../../tools/bundle.ts';
import { failedPlace } from '../failures/failed-place.ts';
import { type Build, BUILDS, hashOf, NEWEST_BUILD, PROGRAMS, startThread, usableBuild } from './threads.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'agio-threads-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
const program = `${BUILDS}/abc/worker.mjs`;

function writeBuild(): Build {
  write('one.ts', 'const A = 1;');
  write('two.ts', 'const B = 1;');
  mkdirSync(join(root, BUILDS, 'abc'), { recursive: true });
  for (const name of PROGRAMS) write(`${BUILDS}/abc/${name}.mjs`, `// ${name}`);
  const build = {
    folder: 'abc',
    sources: { 'one.ts': hashOf('const A = 1;'), 'two.ts': hashOf('const B = 1;') },
    programs: Object.fromEntries(PROGRAMS.map((name) => [name, hashOf(`// ${name}`)])) as Build['programs'],
  };
  write(NEWEST_BUILD, JSON.stringify(build));
  return build;
}

test('built programs serve while they are whole and every source is as it was', () => {
  expect(usableBuild(root)).toBeNull();
  const build = writeBuild();
  expect(usableBuild(root)).toEqual(build);
});

test.each([
  ['another source', () => write('two.ts', 'const B = 2;')],
  ['a source gone', () => rmSync(join(root, 'one.ts'))],
  ['a program gone', () => rmSync(join(root, program))],
  ['an empty program', () => truncateSync(join(root, program), 0)],
  ['a program cut short', () => truncateSync(join(root, program), 3)],
  ['an empty list', () => truncateSync(join(root, NEWEST_BUILD), 0)],
  ['a list cut short', () => truncateSync(join(root, NEWEST_BUILD), 40)],
  ['a list of something else', () => write(NEWEST_BUILD, '{"folder":"abc"}')],
])('a build does not serve with %s: the sources run', (_, damage) => {
  writeBuild();
  damage();
  expect(usableBuild(root)).toBeNull();
});

test('an error of a built program names its place in the sources', async () => {
  // There is nothing to read in this folder.
  const worker = startThread('worker', { directory: join(root, 'none'), segmentBytes: 65_536, snapshotEvery: 1_000 });
  const error = await new Promise<Error>((resolve) => worker.once('error', (thrown) => resolve(thrown as Error)));
  expect(error.message).toContain('ENOENT');
  expect(failedPlace(error)).toMatchObject({
    part: 'server/journal',
    line: expect.stringMatching(/^server\/journal\/disk\.ts:\d+:\d+$/) as string,
  });
});

test('a thread starts also where the process has flags that no thread may be given', () => {
  const program = [
    `import { startThread } from '${pathToFileURL(join(import.meta.dirname, 'threads.ts')).href}';`,
    `const thread = startThread('worker', { directory: '${root}/none', segmentBytes: 65536, snapshotEvery: 1000 });`,
    `thread.once('error', (error) => console.log(error.message));`,
  ].join('\n');
  write('program.mjs', program);
  const flags = ['--max-old-space-size=256', '--no-warnings'];
  const told = execFileSync(process.execPath, [...flags, join(root, 'program.mjs')], { encoding: 'utf8' });
  expect(told).toContain('ENOENT');
});

test('the built program of the engine starts, and is made of the core as well as of the server', async () => {
  const made = (name: string) => bundle(join(import.meta.dirname, `${name}.ts`), root);
  const { code, sources } = await made('worker');
  for (const path of ['core/index.ts', 'core/spot/match-orders.ts', 'server/engine/sequencer.ts'])
    expect([...sources.keys()]).toContain(join(import.meta.dirname, '../..', path));
  write('worker.mjs', code);
  write('snapshot-process.mjs', (await made('snapshot-process')).code);
  const worker = new Worker(join(root, 'worker.mjs'), {
    workerData: { directory: root, segmentBytes: 65_536, snapshotEvery: 1_000 },
  });
  try {
    const first = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    expect(first).toMatchObject({ kind: 'ready', seq: 0 });
  } finally {
    await worker.terminate();
  }
});
