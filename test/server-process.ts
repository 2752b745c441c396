/** An exchange in a separate process, to be killed by tests of what survives. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { type OperatorAccess, operatorOf } from './trader.ts';

const ROOT = join(import.meta.dirname, '..');

export interface ServerProcess extends OperatorAccess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Milliseconds from spawn until /readyz said 200. */
  readonly readyMs: number;
  /** The output so far. */
  output(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface ServerProcessOptions {
  readonly directory: string;
  /** Empty = the embedded PostgreSQL of the folder. */
  readonly databaseUrl: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly port?: number;
}

export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const started = Date.now();
  let output = '';
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      OPERATOR_PORT: '0',
      DATA_DIR: options.directory,
      DATABASE_URL: options.databaseUrl,
      DEMO_MARKET: '0',
      RATE_LIMITS: 'off',
      SEGMENT_BYTES: String(256 * 1024),
      SNAPSHOT_EVERY: '2000',
      ...options.environment,
    },
  });
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child, () => output);
  return {
    url,
    child,
    readyMs: Date.now() - started,
    output: () => output,
    ...operatorOf(options.directory),
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let i = 0; i < 1200; i++) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server ended: ${output()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(50);
  }
  throw new Error(`the server is not ready after a minute: ${output()}`);
}
