/**
 * Durable, acknowledged orders per second through the whole server: signature, checks, journal with fdatasync, matching,
 * ledger, answer. The server runs as a process of its own on a fresh folder; afterwards its journal is replayed and its
 * ledger summed, and a wrong run prints no figure.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadHttp } from './http-load.ts';
import type { Report } from './latency.ts';
import { loadSocket } from './socket-load.ts';
import { freePort } from '../../test/free-port.ts';
import { createTrader, type OperatorAccess, operatorOf } from '../../test/trader.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECONDS = process.argv.includes('--quick') ? 2 : 8;
/** Orders a second. Half of the goals (HTTP 5,000, websocket 12,000): at these rates 99 of 100 answers should come within 50 ms. */
const OFFERED = { http: 2_500, socket: 6_000 };
const LEVEL_WITHIN_MS = 60_000;

interface LevelReport extends Report {
  /** How long after the last answer the histories had a row of every order. */
  readonly levelAfterMs: number;
}

async function run(): Promise<LevelReport[]> {
  const directory = mkdtempSync(join(tmpdir(), 'agio-bench-'));
  const port = await freePort();
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    OPERATOR_PORT: '0',
    DATA_DIR: directory,
    DATABASE_URL: '',
    DEMO_MARKET: '0',
    RATE_LIMITS: 'off',
  };
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  try {
    await untilReady(port);
    const operator = operatorOf(directory);
    const traders = [await createTrader(operator, 'buyer'), await createTrader(operator, 'seller')] as const;
    await loadHttp({ port, traders, connections: 8, seconds: 1 });
    const shared = { port, traders, seconds: SECONDS };
    const reports: LevelReport[] = [];
    for (const load of [
      () => loadHttp({ ...shared, connections: 1 }),
      () => loadHttp({ ...shared, connections: 32 }),
      () => loadHttp({ ...shared, connections: 128 }),
      () => loadHttp({ ...shared, connections: 32, perSecond: OFFERED.http }),
      () => loadSocket({ ...shared, connections: 1, inFlight: 1 }),
      () => loadSocket({ ...shared, connections: 16, inFlight: 16 }),
      () => loadSocket({ ...shared, connections: 32, inFlight: 32 }),
      () => loadSocket({ ...shared, connections: 16, inFlight: 16, perSecond: OFFERED.socket }),
    ]) {
      const report = await load();
      reports.push({ ...report, levelAfterMs: await untilLevel(port, operator) });
    }
    execFileSync(process.execPath, ['tools/agio.ts', 'journal', 'verify'], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    execFileSync(process.execPath, ['tools/agio.ts', 'ledger', 'check'], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return reports;
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
}

/** How long it takes from now until the rows of the histories know every order. */
async function untilLevel(port: number, operator: OperatorAccess): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < LEVEL_WITHIN_MS) {
    const headers = { authorization: `Bearer ${operator.operatorToken()}` };
    const figures = await fetch(`http://127.0.0.1:${port}/metrics`, { headers }).then((answer) => answer.text());
    const lag = /^agio_projection_lag_commands (-?\d+)$/m.exec(figures)?.[1];
    if (lag === undefined) throw new Error('the exchange does not tell how far its rows are behind');
    if (Number(lag) <= 0) return Math.round(performance.now() - began);
    await sleep(20);
  }
  throw new Error(`the rows are not level after ${LEVEL_WITHIN_MS} ms`);
}

async function untilReady(port: number): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(100);
  }
  throw new Error('the server did not become ready');
}

const reports = await run();
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(reports)}\n`);
else {
  process.stdout.write(
    '\nDurable acknowledged orders through the whole server (one machine, client and server share it)\n',
  );
  process.stdout.write(
    'way                                                          orders/s   p50 ms   p99 ms   p99.9 ms   refused   rows level after, ms\n',
  );
  for (const report of reports) {
    process.stdout.write(
      `${report.name.padEnd(60)} ${String(report.perSecond).padStart(8)} ${report.p50Ms.toFixed(2).padStart(8)} ${report.p99Ms.toFixed(2).padStart(8)} ${report.p999Ms.toFixed(2).padStart(10)} ${String(report.refused).padStart(9)} ${String(report.levelAfterMs).padStart(21)}\n`,
    );
  }
}
