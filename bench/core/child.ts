/** One engine on one workload in a process of its own: warm-up passes, measured passes, a latency pass, the checks. */
import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { Level0 } from './level0.ts';
import { Level1, Level2 } from './level1.ts';

export type EngineName = 'L0' | 'L1' | 'L2' | 'peer';

export interface ChildTask {
  readonly engine: EngineName;
  readonly recordsFile: string;
  readonly besideFile: string;
  readonly prefill: number;
  /** Commands after the prefill. */
  readonly commands: number;
  readonly warmUps: number;
  readonly passes: number;
}

export interface ChildResult {
  /** Commands a second of each measured pass. */
  readonly perSecond: number[];
  /** The same by CPU time of the whole process, its compiler and collector included: steadier on a busy machine. */
  readonly perCpuSecond: number[];
  /** Nanoseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly collections: number;
  readonly longestPauseMs: number;
  readonly cpuShare: number;
  readonly heapMiB: number;
  readonly trades: number;
  readonly tradeHash: number | null;
  readonly bookHash: number | null;
  /** What makes the run void. */
  readonly defects: string[];
}

interface Pass {
  run(from: number, to: number): void;
  finish(): Pick<ChildResult, 'trades' | 'tradeHash' | 'bookHash' | 'defects'>;
}

const task = JSON.parse(process.argv[2]!) as ChildTask;
const records = readInts(task.recordsFile);
const beside = readInts(task.besideFile);
/** Only the peer's process loads the peer. */
const peerModule = task.engine === 'peer' ? await import('./peer.ts') : null;
const ids = peerModule?.stringIds(records) ?? [];
const end = task.prefill + task.commands;

function readInts(file: string): Int32Array {
  const bytes = readFileSync(file);
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function start(isLast: boolean): Pass {
  switch (task.engine) {
    case 'L0': {
      const level = new Level0();
      return {
        run: (from, to) => level.run(records, from, to),
        finish: () => ({ trades: level.trades, tradeHash: level.tradeHash, bookHash: level.bookHash(), defects: [] }),
      };
    }
    case 'L1': {
      const level = new Level1();
      return {
        run: (from, to) => level.run(records, beside, from, to),
        finish: () => ({
          trades: level.reporter.trades,
          tradeHash: level.reporter.tradeHash,
          bookHash: level.bookHash(),
          defects: [
            ...level.defects(),
            ...(level.refused > 0 ? [`${level.refused} refused`] : []),
            ...(isLast ? replayDefects(level) : []),
          ],
        }),
      };
    }
    case 'L2': {
      const level = new Level2(isLast);
      return {
        run: (from, to) => level.run(records, beside, from, to),
        finish: () => ({
          trades: level.trades,
          tradeHash: level.tradeHash,
          bookHash: null,
          defects: level2Defects(level, isLast),
        }),
      };
    }
    case 'peer': {
      const peer = new peerModule!.Peer(ids);
      return {
        run: (from, to) => peer.run(records, beside, from, to),
        finish: () => ({ trades: peer.trades, tradeHash: null, bookHash: null, defects: [] }),
      };
    }
  }
}

/** The same commands in a fresh machine: the state hash must be the same. */
function replayDefects(live: Level1): string[] {
  const again = new Level1();
  again.run(records, beside, 0, end);
  return again.stateHash() === live.stateHash() ? [] : ['the replayed state differs'];
}

function level2Defects(level: Level2, isLast: boolean): string[] {
  const open = level.core.ledgerSums().flatMap(({ asset, sum }) => (sum === 0n ? [] : [`${asset} does not add up`]));
  const negative = Array.from({ length: 1_000 }, (_, i) => level.core.balances(i + 1))
    .flat()
    .flatMap(({ uid, available, locked }) => (available < 0n || locked < 0n ? [`user ${uid} is below zero`] : []));
  const refused = level.refused > 0 ? [`${level.refused} refused`] : [];
  return [...open, ...negative, ...refused, ...(isLast && !level.replaysEqual() ? ['the replayed state differs'] : [])];
}

const pauses: number[] = [];
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) pauses.push(entry.duration);
});

async function measure(): Promise<ChildResult> {
  const perSecond: number[] = [];
  const perCpuSecond: number[] = [];
  for (let pass = 0; pass < task.warmUps; pass += 1) timedPass();
  await settled();
  observer.observe({ entryTypes: ['gc'] });
  const cpu = process.cpuUsage();
  const began = process.hrtime.bigint();
  for (let pass = 0; pass < task.passes; pass += 1) {
    const { wallSeconds, cpuSeconds } = timedPass();
    perSecond.push(task.commands / wallSeconds);
    perCpuSecond.push(task.commands / cpuSeconds);
  }
  const used = process.cpuUsage(cpu);
  const wallUs = Number(process.hrtime.bigint() - began) / 1_000;
  await settled();
  observer.disconnect();
  const heapMiB = process.memoryUsage().heapUsed / 2 ** 20;
  const last = start(true);
  const latency = latencies(last);
  return {
    perSecond,
    perCpuSecond,
    ...latency,
    collections: pauses.length / task.passes,
    longestPauseMs: Math.max(0, ...pauses),
    cpuShare: (used.user + used.system) / wallUs,
    heapMiB,
    ...last.finish(),
  };
}

/** Seconds for the commands after the prefill. */
function timedPass(): { wallSeconds: number; cpuSeconds: number } {
  const pass = start(false);
  pass.run(0, task.prefill);
  const cpu = process.cpuUsage();
  const began = performance.now();
  pass.run(task.prefill, end);
  const wallSeconds = (performance.now() - began) / 1_000;
  const used = process.cpuUsage(cpu);
  return { wallSeconds, cpuSeconds: (used.user + used.system) / 1e6 };
}

/** Lets the observer tell what it saw. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

/** One clock reading before and after each command; closed loop, the clock's own 40 ns or so included. */
function latencies(pass: Pass): Pick<ChildResult, 'p50' | 'p99' | 'p999'> {
  const bucketNs = 10;
  const buckets = new Uint32Array(1_000_000);
  pass.run(0, task.prefill);
  for (let i = task.prefill; i < end; i += 1) {
    const began = performance.now();
    pass.run(i, i + 1);
    const ns = (performance.now() - began) * 1e6;
    const bucket = Math.min(buckets.length - 1, Math.max(0, Math.floor(ns / bucketNs)));
    buckets[bucket] = buckets[bucket]! + 1;
  }
  const at = (share: number): number => {
    let left = task.commands * share;
    for (let bucket = 0; bucket < buckets.length; bucket += 1) {
      left -= buckets[bucket]!;
      if (left <= 0) return (bucket + 1) * bucketNs;
    }
    return buckets.length * bucketNs;
  };
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) };
}

process.stdout.write(`${JSON.stringify(await measure())}\n`);
