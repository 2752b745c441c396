/** The one-command set-up: its messages when a start is impossible, and that a restart after any end needs no manual work. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../free-port.ts';
import { oneSentence, runServer, type ServerRun, untilReady } from '../../server-run.ts';
import { newAcknowledged, randomFrom, startLoad, type Target, verifyAcknowledged } from '../../load.ts';
import { createTrader, operatorOf, type Trader } from '../../trader.ts';

const isRoot = process.getuid?.() === 0;
const ROOT = join(import.meta.dirname, '../../..');
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'agio-start-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const run = (environment: Record<string, string>, program?: string): ServerRun =>
  runServer(directory, environment, program);
/** The data of a server that the load needs. */
const running = (port: number): Target => ({ url: `http://127.0.0.1:${port}`, ...operatorOf(directory) });

/** Where /proc tells. */
const environmentOf = (pid: number): readonly string[] =>
  existsSync(`/proc/${pid}/environ`)
    ? readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    : ['NODE_ENV=production'];

describe('the start', () => {
  test('a busy port is one sentence and a non-zero exit', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const { code, output } = await run({ PORT: String(port) }).ended;
    server.close();
    expect(code).toBe(1);
    oneSentence(output, new RegExp(`Port ${port} is already in use`));
  });

  test('a folder that cannot be written is one sentence and a non-zero exit', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const { code, output } = await run({ DATA_DIR: join(file, 'data') }).ended;
    expect(code).toBe(1);
    oneSentence(output, /cannot be written/);
  });

  test('wrong settings are one sentence each', async () => {
    for (const [environment, pattern] of [
      [{ PORT: 'eighty' }, /PORT=eighty is not a whole number/],
      [{ DEMO: '0' }, /SECRET_KEY .* and PUBLIC_URL/],
      [{ DEMO: '0', SECRET_KEY: 'a'.repeat(64), PUBLIC_URL: 'http://agio.example' }, /PUBLIC_URL=.* is not https/],
      [{ DEMO: 'maybe' }, /neither on nor off/],
      [{ SECRET_KEY: 'short' }, /64 hexadecimal digits/],
      [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }, /PostgreSQL of DATABASE_URL cannot be used/],
    ] as const) {
      const { code, output } = await run(environment).ended;
      expect(code).toBe(1);
      oneSentence(output, pattern);
    }
  });

  test.runIf(isRoot)('a full disk is one sentence and a non-zero exit', async () => {
    const mount = join(directory, 'small');
    mkdirSync(mount);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', mount]);
    try {
      const { code, output } = await run({ DATA_DIR: mount }).ended;
      expect(code).toBe(1);
      oneSentence(output, /disk .* is nearly full/);
    } finally {
      execFileSync('umount', ['-l', mount]);
    }
  });

  test('a second process on the same folder is refused while the first runs; SIGTERM drains and a start then replays nothing', async () => {
    const port = await freePort();
    const first = run({ PORT: String(port) });
    await untilReady(port);
    const second = await run({ PORT: String(await freePort()) }).ended;
    expect(second.code).toBe(1);
    oneSentence(second.output, /Another Agio \(process \d+\) already uses/);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    const again = run({ PORT: String(port) });
    await untilReady(port);
    expect(again.output()).toMatch(/\(0 replayed\)/);
    again.child.kill('SIGTERM');
    await again.ended;
  });

  test('FLT-4 a damaged journal is one sentence and a non-zero exit, and nothing is changed', async () => {
    const port = await freePort();
    const first = run({ PORT: String(port) });
    await untilReady(port);
    first.child.kill('SIGKILL');
    await first.ended;
    const path = join(directory, 'journal/journal-00000001.log');
    const bytes = readFileSync(path);
    bytes[300]! ^= 1;
    writeFileSync(path, bytes);
    const { code, output } = await run({ PORT: String(port) }).ended;
    expect(code).toBe(1);
    oneSentence(output, /damaged at byte .* Nothing was changed/);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('FLT-1 kill -9 under load of everything, of the parent alone, of the server alone: the next start needs no hand', async () => {
    const port = await freePort();
    const acknowledged = newAcknowledged();
    let traders: Trader[] = [];
    for (const [round, victim] of (['everything', 'parent', 'server'] as const).entries()) {
      const { child, ended, output } = run({ PORT: String(port), RATE_LIMITS: 'off' }, 'tools/run.mjs');
      await untilReady(port, output);
      // Other tests use the same build: a start on unchanged sources must leave it alone.
      expect(output()).not.toContain('Building the web app');
      const server = running(port);
      if (round === 0) traders = [await createTrader(server, 'a'), await createTrader(server, 'b')];
      else await verifyAcknowledged(server, traders, acknowledged);
      const { pid } = JSON.parse(readFileSync(join(directory, 'server.json'), 'utf8')) as { pid: number };
      expect(environmentOf(pid)).toContain('NODE_ENV=production');
      const postmaster = Number(readFileSync(join(directory, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
      const load = startLoad({ server, traders, acknowledged, random: randomFrom(round + 1), round });
      await sleep(700);
      if (victim !== 'server') child.kill('SIGKILL');
      if (victim !== 'parent') process.kill(pid, 'SIGKILL');
      if (victim === 'everything') process.kill(postmaster, 'SIGKILL');
      await ended;
      await load.stop();
    }
    const last = run({ PORT: String(port), RATE_LIMITS: 'off' }, 'tools/run.mjs');
    await untilReady(port, last.output);
    await verifyAcknowledged(running(port), traders, acknowledged);
    expect(acknowledged.placed.size).toBeGreaterThan(20);
    last.child.kill('SIGTERM');
    expect((await last.ended).code).toBe(0);
    for (const command of [
      ['journal', 'verify'],
      ['ledger', 'check'],
    ]) {
      execFileSync(process.execPath, ['tools/agio.ts', ...command], {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: directory },
      });
    }
  }, 240_000);
});
