import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundle } from '../../tools/bundle.ts';
import { BUILT, BUILT_FROM, hashOfSources, isBuilt, THREADS } from './threads.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'agio-threads-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('built programs serve only while all of them are there and every source is as it was', () => {
  const sources = ['one.ts', 'two.ts'];
  const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
  for (const path of sources) write(path, 'const A = 1;');
  expect(isBuilt(root)).toBe(false);
  mkdirSync(join(root, BUILT), { recursive: true });
  for (const thread of THREADS) write(`${BUILT}/${thread}.mjs`, '');
  expect(isBuilt(root)).toBe(false);
  write(BUILT_FROM, JSON.stringify({ sources, hash: hashOfSources(root, sources) }));
  expect(isBuilt(root)).toBe(true);
  write('two.ts', 'const A = 2;');
  expect(isBuilt(root)).toBe(false);
  write('two.ts', 'const A = 1;');
  expect(isBuilt(root)).toBe(true);
  rmSync(join(root, 'one.ts'));
  expect(isBuilt(root)).toBe(false);
  write('one.ts', 'const A = 1;');
  rmSync(join(root, BUILT, `${THREADS[1]}.mjs`));
  expect(isBuilt(root)).toBe(false);
});

test('the built program of the engine starts, and is made of the core as well as of the server', async () => {
  const file = join(root, 'worker.mjs');
  const sources = await bundle(join(import.meta.dirname, 'worker.ts'), file);
  for (const path of ['core/index.ts', 'core/spot/match-orders.ts', 'server/engine/sequencer.ts'])
    expect(sources).toContain(join(import.meta.dirname, '../..', path));
  const worker = new Worker(file, { workerData: { directory: root, segmentBytes: 65_536, snapshotEvery: 1_000 } });
  try {
    const first = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    expect(first).toMatchObject({ kind: 'ready', seq: 0 });
  } finally {
    await worker.terminate();
  }
});
