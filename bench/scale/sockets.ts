/**
 * How long an update of a book is on its way to so many websockets, with client and server on one machine: ten updates a second, all of
 * them to every socket. Then the same beside a reader that asks for whole books and never reads, until the server cuts it, and beside one
 * that asks and reads. The server is a process of its own on a fresh folder; a run in which an update did not reach a socket prints no
 * figure.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SOCKET_PATHS } from '../../contracts/ws/socket-paths.ts';
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts';
import type { Growth } from './exponent.ts';
import { figureOf, processorMs } from './figures.ts';
import { startMaker } from './maker.ts';
import type { Delays, FromReaders, ToReaders } from './socket-readers.ts';

const SIZES = [500, 1_600, 5_000];
const SYMBOL = 'BTCUSDT';
const UPDATES_A_SECOND = 10;
/** What 99 of 100 updates should take at most, with the largest size. */
const LIMIT_MS = 100;
const SECONDS = process.argv.includes('--quick') ? 5 : 20;
/** The figure that tells how many sockets are open. */
const OPEN = 'agio_websocket_connections';
/** A server that does not cut a slow reader within this time has not bounded it. */
const CUT_WITHIN_MS = 60_000;

interface Measured {
  readonly size: number;
  readonly alone: Delays;
  /** Beside one more socket that asks for whole books all the time and reads them. */
  readonly besideAsking: Delays;
  /** Beside one that asks for as many and never reads, until it was cut. */
  readonly besideSlow: Delays;
  /** After how many seconds the slow reader was cut. */
  readonly cutAfter: number;
  /** Processor time of the server for one update to all sockets, in milliseconds. */
  readonly serverCpu: number;
  /** How long 99 of 100 orders waited for their answer meanwhile, in milliseconds. */
  readonly orders: number;
}

/** By number of sockets; delays, updates and processor time in milliseconds. Throws where an update was missing somewhere. */
export async function socketGrowth(): Promise<Growth[]> {
  const directory = mkdtempSync(join(tmpdir(), 'agio-bench-sockets-'));
  const environment = {
    SEGMENT_BYTES: '',
    SNAPSHOT_EVERY: '',
    LOG_LEVEL: 'error',
  };
  let server: ServerProcess | null = null;
  try {
    server = await startServerProcess({ directory, databaseUrl: '', environment });
    const measured: Measured[] = [];
    for (const size of SIZES) measured.push(await measure(server, size));
    return rowsOf(measured);
  } finally {
    await server?.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

function rowsOf(measured: readonly Measured[]): Growth[] {
  const row = (what: string, unit: string, of: (one: Measured) => number, beside?: Growth['beside']): Growth => ({
    what,
    unit,
    points: measured.map((one) => [one.size, of(one)] as const),
    ...(beside && { beside }),
  });
  const costs = (of: (one: Measured) => number): number[] => measured.map(of);
  const limit = { what: 'the limit', costs: costs(() => LIMIT_MS) };
  return [
    row('99 of 100 updates of a book reach so many sockets within', 'ms', ({ alone }) => alone.p99, limit),
    row('half of them within', 'ms', ({ alone }) => alone.p50),
    row('updates a second', '', ({ alone }) => alone.updates / alone.seconds, {
      what: 'what was wanted',
      costs: costs(() => UPDATES_A_SECOND),
    }),
    row(
      '99 of 100 beside a reader that asks for whole books and never reads, until it was cut',
      'ms',
      ({ besideSlow }) => besideSlow.p99,
      {
        what: 'beside one that asks for as many and reads',
        costs: costs(({ besideAsking }) => besideAsking.p99),
      },
    ),
    row('that reader was cut after', 's', ({ cutAfter }) => cutAfter),
    row("the server's processor time for an update to all", 'ms', ({ serverCpu }) => serverCpu, {
      what: "the readers' own",
      costs: costs(({ alone }) => alone.cpu / alone.updates),
    }),
    row('99 of 100 orders were answered meanwhile within', 'ms', ({ orders }) => orders),
  ];
}

async function measure(server: ServerProcess, size: number): Promise<Measured> {
  const port = Number(new URL(server.url).port);
  const readers = fork(join(import.meta.dirname, 'socket-readers.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = new Promise<never>((_, reject) =>
    readers.once('exit', (code) => reject(new Error(`the readers ended with ${code}`))),
  );
  gone.catch(() => {});
  const tell = (message: ToReaders): void => void readers.send(message);
  const hear = (): Promise<FromReaders> =>
    Promise.race([gone, new Promise<FromReaders>((resolve) => readers.once('message', resolve as never))]);
  const maker = await startMaker(server, port, SYMBOL);
  try {
    tell({ kind: 'open', port, path: SOCKET_PATHS.spotPublic, count: size, symbol: SYMBOL });
    await hear();
    // A moment for what was opened to be forgotten, and for code to be compiled.
    await sleep(3_000);
    const span = async (run: () => Promise<void>): Promise<Delays> => {
      tell({ kind: 'begin' });
      await run();
      const answer = hear();
      tell({ kind: 'end' });
      return complete((await answer) as { kind: 'delays' } & Delays, size);
    };
    let cpu = 0;
    maker.forgetWaits();
    const alone = await span(async () => {
      const before = processorMs(server.child.pid!);
      await sleep(SECONDS * 1_000);
      cpu = processorMs(server.child.pid!) - before;
    });
    const orders = maker.p99();
    const connections = await figureOf(server, OPEN);
    const openAsking = async (reads: boolean): Promise<void> => {
      const opened = hear();
      tell({ kind: 'open asking', reads });
      await opened;
    };
    const besideAsking = await span(async () => {
      await openAsking(true);
      await sleep(SECONDS * 1_000);
      tell({ kind: 'close asking' });
    });
    let cutAfter = 0;
    const besideSlow = await span(async () => {
      await openAsking(false);
      cutAfter = await untilCut(server, connections);
    });
    return { size, alone, besideAsking, besideSlow, cutAfter, serverCpu: cpu / alone.updates, orders };
  } finally {
    await maker.stop();
    readers.kill();
  }
}

/** The delays, where every update came to every socket. */
function complete(delays: Delays, size: number): Delays {
  const wanted = delays.updates * size;
  if (delays.received !== wanted)
    throw new Error(`${delays.received} updates came, of ${delays.updates} to each of ${size} sockets: ${wanted}`);
  return delays;
}

/** Seconds until no more than so many sockets are open. */
async function untilCut(server: ServerProcess, connections: number): Promise<number> {
  const began = performance.now();
  await sleep(1_000);
  while (performance.now() - began < CUT_WITHIN_MS) {
    if ((await figureOf(server, OPEN)) <= connections) return (performance.now() - began) / 1_000;
    await sleep(200);
  }
  throw new Error(`the slow reader was not cut within ${CUT_WITHIN_MS} ms`);
}
