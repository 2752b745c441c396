/**
 * One exchange under all attacks at once while honest traders trade (reliability FLT-15, FLT-16, FLT-17): it stays up, its memory
 * stays what it was, whom it serves it serves in time, and after a kill at the end everything that was acknowledged is there.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, signedRequest } from '../load.ts';
import { createTrader, type Trader } from '../trader.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import type { Tallies } from './attackers.ts';
import { type CollectedHeap, collectedHeap, INSPECTED } from './collected-heap.ts';
import { startTraders, type Told } from './traders.ts';

const HONEST = 20;
const SAMPLE_MS = 2_000;
/** As often the heap is measured without garbage after the warm-up, at even distances. */
const HELD_SAMPLES = 20;

export interface Sample {
  readonly seconds: number;
  readonly rssBytes: number;
  /** Of the V8 heap and of buffers beside it. */
  readonly heapBytes: number;
  /** The 99th percentile of how late the server's main thread came back to its events. */
  readonly loopLagMs: number;
  /** Open files and sockets of the server; null where /proc does not tell. */
  readonly openFiles: number | null;
  /** Resident memory of the process that draws pages; null where /proc does not tell. */
  readonly rendererBytes: number | null;
  /** All answers to the attackers so far, cuts included. */
  readonly attacks: number;
  /** Without garbage, by thread; null between two such measurements. */
  readonly held: CollectedHeap | null;
}

export interface SoakReport {
  readonly tallies: Tallies;
  readonly honest: {
    readonly calls: number;
    /** Calls beside those, during which the heap was measured: what they waited for is the measurement. */
    readonly stopped: number;
    readonly p50: number;
    readonly p99: number;
    readonly max: number;
    readonly placed: number;
    readonly cancelled: number;
    readonly refusals: Told['refusals'];
    readonly unanswered: number;
  };
  readonly samples: readonly Sample[];
  /** How many bytes more the main thread holds at the end than after the warm-up, without garbage. */
  readonly heldBytes: number;
  /** Open files and sockets before the first honest call and attack, and 3 s after the last; null where /proc does not tell. */
  readonly openFiles: { readonly before: number; readonly after: number } | null;
  /** Acknowledged orders that are not there after the kill, or not as they were acknowledged. */
  readonly lost: readonly number[];
  /** Assets whose sums are not zero. */
  readonly unbalanced: readonly string[];
  /** The server's log lines at level warn and above. */
  readonly log: string;
}

export interface SoakOptions {
  readonly directory: string;
  readonly databaseUrl: string;
  readonly seconds: number;
  readonly seed: number;
  readonly onSample?: (sample: Sample) => void;
  /** Asked when `seconds` are over: for how many more the attacks go on. What is held is judged by those alone, when there are any. */
  readonly goOn?: (samples: readonly Sample[]) => number;
}

export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { directory, databaseUrl, seed } = options;
  const start = (): Promise<ServerProcess> =>
    startServerProcess({
      directory,
      databaseUrl,
      environment: {
        RATE_LIMITS: 'on',
        LOG_LEVEL: 'warn',
        SEGMENT_BYTES: String(4 * 1024 * 1024),
        SNAPSHOT_EVERY: '50000',
        ...INSPECTED,
      },
    });
  let server = await start();
  try {
    const traders: Trader[] = [];
    for (let n = 0; n < HONEST; n += 1) traders.push(await createTrader(server, `soak-${n}`));
    const mover = await createTrader(server, 'soak-mover');
    const filesBefore = openFilesOf(server);
    const honest = startTraders(server.url, traders, randomFrom(seed));
    const attackers = startAttackers({ url: server.url, mover });
    const samples = await attackAndMeasure(server, { options, honest, attackers });
    const [tallies] = await Promise.all([attackers.stop(), honest.stop()]);
    const log = server.output();
    await sleep(3_000);
    const isUp = server.child.exitCode === null;
    const warm = samples.find(({ held }) => held !== null)?.held;
    const heldBytes = isUp ? (await collectedHeap(log)).mainBytes - (warm?.mainBytes ?? NaN) : NaN;
    const filesAfter = isUp ? openFilesOf(server) : null;
    await server.kill('SIGKILL');
    server = await start();
    const lost = await findLost(server, traders, honest.told);
    return {
      tallies,
      honest: summary(honest.told),
      samples,
      heldBytes,
      openFiles: filesBefore === null || filesAfter === null ? null : { before: filesBefore, after: filesAfter },
      lost,
      unbalanced: await unbalanced(server),
      log,
    };
  } finally {
    await server.kill('SIGKILL');
  }
}

/** Measures until the attacks have gone on for as long as they should, or the exchange has ended. */
async function attackAndMeasure(
  server: ServerProcess,
  run: {
    readonly options: SoakOptions;
    readonly honest: ReturnType<typeof startTraders>;
    readonly attackers: Attackers;
  },
): Promise<Sample[]> {
  const { seconds, onSample, goOn } = run.options;
  let samples: Sample[] = [];
  const beginsAt = Date.now();
  // Bursts are used up in the first seconds, code is compiled, and bounded lists fill first.
  const warmUp = Math.min(60, seconds / 2);
  let nextHeld = warmUp;
  let heldEvery = (seconds - warmUp) / HELD_SAMPLES;
  let endsAt = seconds;
  while (server.child.exitCode === null) {
    await sleep(SAMPLE_MS);
    const at = (Date.now() - beginsAt) / 1_000;
    const isHeld = at >= nextHeld;
    if (isHeld) nextHeld += heldEvery;
    if (isHeld) run.honest.told.heapMoments += 1;
    const sample = await measure(server, at, run.attackers.answered(), isHeld);
    if (isHeld) run.honest.told.heapMoments += 1;
    samples.push(sample);
    onSample?.(sample);
    if (at < endsAt) continue;
    const more = endsAt === seconds ? (goOn?.(samples) ?? 0) : 0;
    if (more === 0) break;
    samples = samples.map((before) => ({ ...before, held: null }));
    nextHeld = at;
    heldEvery = more / HELD_SAMPLES;
    endsAt = at + more;
  }
  return samples;
}

interface Attackers {
  /** How many answers they had so far, half a second late at most. */
  answered(): number;
  stop(): Promise<Tallies>;
}

function startAttackers(target: { url: string; mover: Trader }): Attackers {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'attack-process.ts'), JSON.stringify(target)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  let tallies = {} as Tallies;
  createInterface({ input: child.stdout! }).on('line', (line) => (tallies = JSON.parse(line) as Tallies));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    answered: () => Object.values(tallies).reduce((sum, { served, refused, cut }) => sum + served + refused + cut, 0),
    async stop() {
      child.stdin!.end();
      await ended;
      return tallies;
    },
  };
}

async function measure(server: ServerProcess, seconds: number, attacks: number, isHeld: boolean): Promise<Sample> {
  const headers = { authorization: `Bearer ${server.operatorToken()}` };
  const text = await fetch(`${server.url}/metrics`, { headers }).then((answer) => answer.text());
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    seconds,
    rssBytes: read('process_resident_memory_bytes'),
    loopLagMs: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
    heapBytes: read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes'),
    openFiles: openFilesOf(server),
    rendererBytes: rendererBytesOf(server),
    attacks,
    held: isHeld ? await collectedHeap(server.output()) : null,
  };
}

function openFilesOf({ child }: ServerProcess): number | null {
  const folder = `/proc/${child.pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : null;
}

function rendererBytesOf({ child }: ServerProcess): number | null {
  const started = `/proc/${child.pid}/task/${child.pid}/children`;
  if (!existsSync(started)) return null;
  const renderer = readFileSync(started, 'utf8')
    .trim()
    .split(' ')
    .find((pid) => readProc(pid, 'cmdline').includes('renderer-process'));
  if (renderer === undefined) return null;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(renderer, 'status'))?.[1] ?? 0) * 1_024;
}

/** Empty when the process has just ended. */
function readProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function summary(told: Told): SoakReport['honest'] {
  const sorted = told.latencies.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return {
    calls: sorted.length,
    stopped: told.stopped.length,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    placed: [...told.placed.values()].reduce((sum, ids) => sum + ids.size, 0),
    cancelled: told.cancelled.size,
    refusals: told.refusals,
    unanswered: told.lost,
  };
}

interface Listed {
  readonly orderId: number;
  readonly status: string;
}

async function findLost(server: ServerProcess, traders: readonly Trader[], told: Told): Promise<number[]> {
  const lost: number[] = [];
  for (const trader of traders) {
    const found = new Map<number, string>();
    for (let from = 1; ;) {
      const params = { symbol: 'BTCUSDT', orderId: from, limit: 1000 };
      const { body } = await signedRequest<Listed[]>(server, trader, 'GET', '/api/v3/allOrders', params);
      for (const { orderId, status } of body) found.set(orderId, status);
      if (body.length < 1000) break;
      from = body.at(-1)!.orderId + 1;
    }
    for (const orderId of told.placed.get(trader.uid) ?? []) {
      const status = found.get(orderId);
      if (status === undefined || (told.cancelled.has(orderId) && status !== 'CANCELED')) lost.push(orderId);
    }
  }
  return lost;
}

async function unbalanced(server: ServerProcess): Promise<string[]> {
  const answer = await fetch(`${server.operatorUrl()}/operator/ledger`, {
    headers: { authorization: `Bearer ${server.operatorToken()}` },
  });
  const { data } = (await answer.json()) as { data: { sums: { asset: string; sum: string }[] } };
  return data.sums.filter(({ sum }) => sum !== '0').map(({ asset }) => asset);
}
