/** The process that draws pages: FLT-21 of docs/reliability.md. The renderer is the real one; the app that it draws is small. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { rendererProcess } from './renderer-link.ts';
import type { PageCallText, RenderJob } from './renderer-messages.ts';
import { createRenderer, PageNotMade, type Renderer, type RendererOptions } from './renderer.ts';

const start = rendererProcess(fileURLToPath(new URL('../../../test/small-app.ts', import.meta.url)));
/** A page that nobody gives up would be waited for without end, in several tests of this file, and the file has to end too. */
const MOST_MS = 15_000;
vi.setConfig({ testTimeout: MOST_MS });

const troubles: string[] = [];
const rejections: string[] = [];
let renderer: Renderer;

function create(times: RendererOptions['times'] = {}): void {
  troubles.length = 0;
  rejections.length = 0;
  renderer = createRenderer({
    start,
    onTrouble: ({ message }) => troubles.push(message),
    onRejection: ({ message }) => rejections.push(message),
    times,
  });
}
async function begin(times?: RendererOptions['times']): Promise<void> {
  create(times);
  await renderer.begin();
}
afterEach(() => renderer.stop());

const nobody: PageCallText = async () => ({ code: 0, msg: '', data: '"nobody"', keptForMs: 0 });
const person =
  (name: string): PageCallText =>
  async ({ target }) => ({ code: 0, msg: 'success', data: JSON.stringify(`${name} asked ${target}`), keptForMs: 0 });

async function draw(path: string, call: PageCallText = nobody): Promise<string> {
  const context = {} as RenderJob['context'];
  const { body } = await renderer.render({ method: 'GET', url: `http://localhost${path}`, headers: [], context }, call);
  return Buffer.concat(body).toString();
}
async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + MOST_MS; !isSo(); await sleep(10))
    if (performance.now() > end) throw new Error('it did not come about');
}

test('one renderer is started by the first pages, however many come before it can draw', async () => {
  create();
  expect(renderer.figures).toMatchObject({ isRunning: false, starts: 0 });
  expect(await Promise.all([draw('/one'), draw('/two'), draw('/three')])).toEqual(['/one', '/two', '/three']);
  expect(renderer.figures).toMatchObject({ isRunning: true, starts: 1 });
});

test('FLT-21 a renderer that cannot be started says so to who begins it, and is tried again', async () => {
  let tries = 0;
  renderer = createRenderer({
    start: () => (++tries < 3 ? Promise.reject(new Error('no renderer')) : start()),
    onTrouble: ({ message }) => troubles.push(message),
    onRejection() {},
    times: { firstPause: 100 },
  });
  troubles.length = 0;
  await expect(renderer.begin()).rejects.toThrow('no renderer');
  await until(() => renderer.figures.isRunning);
  expect(troubles).toEqual(['no renderer', 'no renderer']);
  expect(await draw('/next')).toBe('/next');
});

test('ATK-1 pages that are drawn at the same time ask each for the person they are for', async () => {
  await begin();
  const people = Array.from({ length: 20 }, (_, index) => `person ${index}`);
  const pages = await Promise.all(people.map((name) => draw('/slow-who', person(name))));
  expect(pages).toEqual(people.map((name) => `${name} asked /who`));
});

test('what is the same for every page is asked for once by those that are drawn one after the other', async () => {
  await begin();
  let asked = 0;
  const facts: PageCallText = async () => ({ code: 0, msg: '', data: `"${(asked += 1)}"`, keptForMs: 60_000 });
  expect([await draw('/who', facts), await draw('/who', facts), await draw('/who', nobody)]).toEqual(['1', '1', '1']);
  expect(asked).toBe(1);
});

test('ATK-1 a page that is over asks for nobody any more, even if the app kept its way to ask', async () => {
  await begin();
  expect(await draw('/keep', person('ann'))).toBe('ann asked /who');
  expect(JSON.parse(await draw('/kept', person('bob')))).toMatchObject({ code: 503, data: null });
});

test('FLT-21 a renderer that ends is replaced: what it drew is refused with a sentence, the next page is drawn', async () => {
  await begin();
  const drawn = Promise.allSettled([draw('/never'), draw('/never'), draw('/end')]);
  for (const page of await drawn) expect(page).toMatchObject({ status: 'rejected', reason: expect.any(PageNotMade) });
  expect(await draw('/next')).toBe('/next');
  expect(renderer.figures).toMatchObject({ isRunning: true, starts: 2, drawing: 0 });
  expect(troubles).toEqual(['the renderer ended (code 3)']);
});

test('FLT-21 one that ends again and again is started after growing pauses, in which a page is refused at once', async () => {
  await begin({ firstPause: 60_000, longestPause: 90_000 });
  await expect(draw('/end')).rejects.toThrow(PageNotMade);
  await expect(draw('/end')).rejects.toThrow(PageNotMade);
  await until(() => !renderer.figures.isRunning);
  await expect(draw('/next')).rejects.toMatchObject({ name: 'PageNotMade', retryAfterSeconds: 60 });
  expect(renderer.figures).toMatchObject({ isRunning: false, starts: 2 });
});

test('FLT-21 after its pause it draws again', async () => {
  await begin({ firstPause: 100 });
  await expect(draw('/end')).rejects.toThrow(PageNotMade);
  await expect(draw('/end')).rejects.toThrow(PageNotMade);
  await until(() => renderer.figures.isRunning && renderer.figures.starts === 3);
  expect(await draw('/next')).toBe('/next');
});

test('FLT-21 a page that waits without end is given up; the renderer goes on', async () => {
  await begin({ giveUp: 3_000 });
  await expect(draw('/never')).rejects.toThrow('took too long');
  expect(await draw('/next')).toBe('/next');
  expect(renderer.figures.starts).toBe(1);
});

test('FLT-21 a page that never lets go of the renderer is given up, and the renderer that hangs is replaced', async () => {
  await begin({ giveUp: 3_000, sign: 500 });
  await expect(draw('/loop')).rejects.toThrow('took too long');
  await until(() => renderer.figures.starts === 2);
  expect(await draw('/next')).toBe('/next');
  expect(troubles).toEqual(['the renderer ended (SIGKILL)']);
});

test('a page of some megabytes comes whole, and those that are drawn beside it get their own', async () => {
  await begin();
  const large = `${'0123456789'.repeat(300_000)}end`;
  const paths = ['/one', '/large', '/two', '/large', '/three'];
  const drawn = await Promise.all(paths.map((path) => draw(path)));
  expect(drawn.map((text, index) => text === (paths[index] === '/large' ? large : paths[index]))).not.toContain(false);
});

test.each(['/garble', '/garbled-call', '/no-length', '/flood', '/close'])(
  'FLT-21 a renderer that sends what is no message is ended and replaced: %s',
  async (path) => {
    await begin();
    await draw(path, person('ann')).catch(() => null);
    await until(() => renderer.figures.starts === 2);
    expect(await draw('/next')).toBe('/next');
    expect(troubles).toEqual(['the renderer ended (SIGKILL)']);
  },
);

test('FLT-21 what fails in a page is told to who asked for it, and a promise that nobody waits for ends nothing', async () => {
  await begin();
  const { status } = await renderer.render(
    { method: 'GET', url: 'http://localhost/fails', headers: [], context: {} as RenderJob['context'] },
    nobody,
  );
  expect(status).toBe(500);
  expect(await draw('/rejects')).toBe('drawn');
  await until(() => rejections.length === 1);
  expect(rejections).toEqual(['nobody waits for this']);
  expect(renderer.figures.starts).toBe(1);
});

test('ATK-17 the renderer has none of the environment, in which secrets may be, and steps back behind trading', async () => {
  await begin();
  process.env['PLANTED_SECRET'] = 'not for pages';
  const names = (await draw('/environment')).split(',');
  expect(names.filter((name) => name !== 'NODE_ENV' && !name.startsWith('NODE_CHANNEL'))).toEqual([]);
  expect(await draw('/priority')).toBe('5');
});

test('ATK-17 the renderer reads its own code and nothing else: no file, no process, no network, no thread', async () => {
  await begin();
  expect(await draw('/reach')).toBe(Array(10).fill('ERR_ACCESS_DENIED').join());
});

test('FLT-21 it ends with the exchange, and a page asked for afterwards is refused', async () => {
  await begin();
  const waiting = draw('/never').catch((error: Error) => error.name);
  await renderer.stop();
  expect(await waiting).toBe('PageNotMade');
  await expect(draw('/next')).rejects.toThrow(PageNotMade);
  expect(renderer.figures).toMatchObject({ isRunning: false, starts: 1 });
  expect(troubles).toEqual([]);
});

test('FLT-21 an exchange that is killed leaves no renderer behind, even one that hangs', async () => {
  const [module, link, app] = ['./renderer.ts', './renderer-link.ts', '../../../test/small-app.ts'].map(
    (path) => new URL(path, import.meta.url),
  );
  const code = `
    const { createRenderer } = await import('${module!.href}');
    const { rendererProcess } = await import('${link!.href}');
    const start = rendererProcess('${fileURLToPath(app!)}');
    const renderer = createRenderer({ start, onTrouble() {}, onRejection() {} });
    const draw = (path) => renderer.render({ method: 'GET', url: 'http://localhost' + path, headers: [], context: {} });
    console.log(Buffer.concat((await draw('/pid')).body).toString());
    await draw('/loop');`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (data) => resolve(Number(data))));
  expect(isAlive(pid)).toBe(true);
  // By then the page that never lets go has begun.
  await sleep(500);
  parent.kill('SIGKILL');
  await until(() => !isAlive(pid));
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
