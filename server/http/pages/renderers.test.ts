/** Several renderers as one: each is a process of its own, and what happens to one leaves the others drawing (FLT-21). */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import type { Renderer } from './renderer.ts';
import { rendererProcess } from './renderer-link.ts';
import { createRenderers } from './renderers.ts';
import type { RenderJob } from './renderer-messages.ts';

const start = rendererProcess(fileURLToPath(new URL('../../../test/small-app.ts', import.meta.url)));
const MOST_MS = 30_000;
vi.setConfig({ testTimeout: MOST_MS });

let renderer: Renderer;
let troubles: string[];

async function begin(most: number, times: object = {}): Promise<void> {
  troubles = [];
  const onTrouble = ({ message }: Error): void => void troubles.push(message);
  renderer = createRenderers({ start, onTrouble, onRejection() {}, times }, most);
  await renderer.begin();
}
afterEach(() => renderer.stop());

async function draw(path: string): Promise<string> {
  const job = { method: 'GET', url: `http://localhost${path}`, headers: [], context: {} as RenderJob['context'] };
  const { body } = await renderer.render(job, async () => ({ code: 0, msg: '', data: '"nobody"', keptForMs: 0 }));
  return Buffer.concat(body).toString();
}
async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + MOST_MS; !isSo(); await sleep(10))
    if (performance.now() > end) throw new Error('it did not come about');
}

/** Asks for pages, several at a time, until two renderers have drawn some. */
async function pidsOfTwo(): Promise<ReadonlySet<string>> {
  const pids = new Set<string>();
  while (pids.size < 2)
    for (const pid of await Promise.all(Array.from({ length: 8 }, () => draw('/pid')))) pids.add(pid);
  return pids;
}

test('one renderer is enough for a few pages; where one has many, another is started and they share them', async () => {
  await begin(2);
  await Promise.all(['/one', '/two', '/three'].map(draw));
  expect(renderer.figures.starts).toBe(1);
  const many = Array.from({ length: 20 }, (_, index) => `/page-${index}`);
  expect(await Promise.all(many.map(draw))).toEqual(many);
  await until(() => renderer.figures.starts === 2);
  // It is not asked before it can draw: waiting pages went on in the first.
  expect((await pidsOfTwo()).size).toBe(2);
});

test('no more are started than are allowed', async () => {
  await begin(1);
  await Promise.all(Array.from({ length: 20 }, (_, index) => draw(`/page-${index}`)));
  await sleep(200);
  expect(renderer.figures).toMatchObject({ starts: 1, drawing: 0 });
});

test('while one is being started no third is, however many pages wait meanwhile', async () => {
  await begin(4);
  const pages = Array.from({ length: 16 }, (_, index) => draw(`/page-${index}`));
  expect(renderer.figures.starts).toBe(2);
  await Promise.all(pages);
});

test('FLT-21 one renderer hangs in a page: once it is given up all pages come from the other, and the one that hangs is replaced', async () => {
  await begin(2, { giveUp: 1_500, sign: 5_000 });
  await Promise.all(Array.from({ length: 20 }, (_, index) => draw(`/page-${index}`)));
  await until(() => renderer.figures.starts === 2);
  await pidsOfTwo();
  await expect(draw('/loop')).rejects.toThrow('took too long');
  expect(renderer.figures.isSilent).toBe(true);
  // It has none to draw now, and the other has: it would be chosen.
  const paths = Array.from({ length: 12 }, (_, index) => `/then-${index}`);
  expect(await Promise.all(paths.map(draw))).toEqual(paths);
  for (const path of ['/a', '/b', '/c']) expect(await draw(path)).toBe(path);
  await until(() => renderer.figures.starts === 3);
  expect(await draw('/next')).toBe('/next');
  expect(troubles).toEqual(['the renderer ended (SIGKILL)']);
});
