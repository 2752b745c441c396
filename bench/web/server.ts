/** A server of its own for a measurement: a demo in an empty folder, without limits on who asks how often. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');

export async function withServer(
  environment: Record<string, string>,
  use: (url: string, directory: string) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agio-bench-'));
  const port = await freePort();
  const own = {
    PORT: String(port),
    OPERATOR_PORT: '0',
    DATA_DIR: directory,
    DATABASE_URL: '',
    DEMO: '1',
    RATE_LIMITS: 'off',
  };
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error', ...own, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await whileRunning(server, `http://127.0.0.1:${port}`, '/readyz', (url) => use(url, directory));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function whileRunning(
  server: ChildProcess,
  url: string,
  sign: string,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  try {
    await untilAnswers(url + sign);
    await use(url);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function untilAnswers(url: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await sleep(100);
  }
  throw new Error(`${url} did not become ready`);
}
