/**
 * Pages: how many a second the server renders for visitors, with its page cache, without it, and the framework's own
 * starter page in the same run; then Lighthouse on home and market against the budgets. `--quick` shortens, `--json` is for
 * programs, `--no-lighthouse` leaves Lighthouse out, `--terminal` measures the spot terminal alone, `--rendering` pages that are rendered
 * anew, with the orders beside them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { holds, line, type Measured } from './budgets.ts';
import { measurePage, scriptBytes } from './lighthouse.ts';
import { loadPages, type PageLoad } from './page-load.ts';
import { measureRendering, renderingReport, type Renderings } from './rendering.ts';
import { freePort } from '../../test/free-port.ts';
import { whileRunning, withServer } from './server.ts';
import { measureTerminal, terminalReport, type TerminalFigures } from './terminal.ts';

const ROOT = join(import.meta.dirname, '../..');
const STARTER = join(import.meta.dirname, 'starter');
const isQuick = process.argv.includes('--quick');
const SECONDS = isQuick ? 3 : 10;
const RUNS = isQuick ? 1 : 3;
const CONNECTIONS = 32;
const STARTER_PAGE = "the framework's starter page";
const BROWSER_ENCODINGS = 'gzip, deflate, br';

interface Throughput extends PageLoad {
  readonly name: string;
}
interface PageBudgets {
  readonly page: string;
  readonly measured: readonly Measured[];
}

const throughput: Throughput[] = [];
const budgets: PageBudgets[] = [];

let renderings: Renderings | undefined;
let terminal: TerminalFigures | undefined;
if (process.argv.includes('--terminal')) {
  await withServer({}, async (url) => {
    terminal = await measureTerminal(url, isQuick);
  });
} else {
  if (!process.argv.includes('--rendering')) await measurePages();
  await measureRenderings();
}
report();

async function measurePages(): Promise<void> {
  await withServer({ PAGE_CACHE: '1' }, async (url) => {
    throughput.push(await load('home, kept pages, gzip', `${url}/`, BROWSER_ENCODINGS));
    throughput.push(await load('home, kept pages, not compressed', `${url}/`, 'identity'));
    if (process.argv.includes('--no-lighthouse')) return;
    for (const page of ['/', '/market']) {
      const script = await scriptBytes(url + page, join(ROOT, 'web/build/client/static'));
      budgets.push({ page, measured: [...(await measurePage(url + page, RUNS)), script] });
    }
  });
}

async function measureRenderings(): Promise<void> {
  await withServer({ PAGE_CACHE: '0' }, async (url, directory) => {
    renderings = await measureRendering(url, directory, SECONDS);
  });
  await withStarter(async (url) => {
    throughput.push(await load(STARTER_PAGE, `${url}/`, 'identity'));
  });
}

async function load(name: string, url: string, acceptEncoding: string): Promise<Throughput> {
  await loadPages({ url, connections: CONNECTIONS, seconds: 1, acceptEncoding });
  return { name, ...(await loadPages({ url, connections: CONNECTIONS, seconds: SECONDS, acceptEncoding })) };
}

async function withStarter(use: (url: string) => Promise<void>): Promise<void> {
  const built = spawnSync(process.execPath, [join(ROOT, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
    cwd: STARTER,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`the starter page could not be built:\n${built.stdout}\n${built.stderr}`);
  const port = await freePort();
  const server = spawn(process.execPath, ['main.ts', 'build', String(port)], {
    cwd: STARTER,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await whileRunning(server, `http://127.0.0.1:${port}`, '/', use);
}

function report(): void {
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  if (process.argv.includes('--json')) return say(JSON.stringify({ throughput, budgets, renderings, terminal }));
  if (terminal) {
    for (const text of terminalReport(terminal)) say(text);
    if (!terminal.figures.every(holds)) process.exitCode = 1;
    return;
  }
  const starter = throughput.find(({ name }) => name === STARTER_PAGE)!;
  say(`\nPages for visitors, ${CONNECTIONS} connections (one machine, client and server share it)`);
  say('page                                pages/s   p50 ms   p99 ms   kB each   to the starter page');
  for (const { name, perSecond, p50Ms, p99Ms, bytes } of throughput) {
    const figures = [p50Ms.toFixed(1), p99Ms.toFixed(1)].map((text) => text.padStart(8)).join(' ');
    const ratio = `${(perSecond / starter.perSecond).toFixed(1)} x`.padStart(21);
    say(
      `${name.padEnd(34)} ${String(perSecond).padStart(8)} ${figures} ${(bytes / 1_000).toFixed(1).padStart(9)} ${ratio}`,
    );
  }
  if (renderings) for (const text of renderingReport(renderings, starter)) say(text);
  if (budgets.length === 0) return;
  say(`\nA phone on a slow line, simulated by Lighthouse, the middle one of ${RUNS}`);
  say('page       figure                            value        limit  ratio');
  for (const { page, measured } of budgets) for (const figure of measured) say(line(page, figure));
  if (budgets.some(({ measured }) => !measured.every(holds))) process.exitCode = 1;
}
