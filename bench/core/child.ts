/** One engine on one workload in a process of its own: warm-up passes, measured passes, a latency pass, the checks. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { join } from 'node:path';
import { inlineKernel, inlineWholePaths, makeAllObjectsYoung } from '../../server/engine/v8-settings.ts';
import { ConformanceRun } from './conformance.ts';
import { Level0 } from './level0.ts';
import { Level1, Level1Bytes, write, type Written } from './level1.ts';
import { Level2, replaysEqual } from './level2.ts';
import { Level3 } from './level3.ts';
import { replay, snapshot, type SnapshotFigures } from './level4.ts';
import { Percentiles } from './percentiles.ts';
import type { Stage } from './records.ts';

export type EngineName = 'L0' | 'L1' | 'L2' | 'L3' | 'L4' | 'peer';

export interface ChildTask {
  readonly engine: EngineName;
  /** Folder of the records; a journal may be written there. */
  readonly directory: string;
  readonly workload: string;
  readonly stage: Stage;
  readonly prefill: number;
  /** Commands after the prefill. */
  readonly commands: number;
  readonly warmUps: number;
  readonly passes: number;
  /** Users of the snapshot; level 4 only. */
  readonly snapshotUsers: number;
  /** XB-3: see conformance.ts. */
  readonly isConformance: boolean;
  /** Users with little money are liquidated: refusals are then counted and are no defects. */
  readonly mayRefuse: boolean;
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
  readonly trades: number | null;
  readonly tradeHash: number | null;
  readonly bookHash: number | null;
  readonly refused: number;
  /** Defects found; any of them makes the run void. */
  readonly defects: string[];
  /** Commands a second that were offered while answers were timed; level 3 only. */
  readonly offeredPerSecond?: number;
  /** Commands replayed; level 4 only. */
  readonly replayed?: number;
  readonly snapshot?: SnapshotFigures;
}

type Outcome = Pick<ChildResult, 'trades' | 'tradeHash' | 'bookHash' | 'defects' | 'refused'>;

interface Pass {
  run(from: number, to: number): void;
  finish(): Outcome;
}

// main.ts starts this file, with a task.
const task = JSON.parse(process.argv[2]!) as ChildTask;
// The same settings as on the engine's thread, which replays without the last; the peer engine gets them too.
makeAllObjectsYoung();
inlineKernel();
if (task.engine !== 'L4') inlineWholePaths();
const records = readInts('records');
const beside = readInts('beside');
/** Only the peer's process loads the peer. */
const peerModule = task.engine === 'peer' ? await import('./peer.ts') : null;
const ids = peerModule?.stringIds(records) ?? [];
const end = task.prefill + task.commands;
const NOTHING: Outcome = { trades: null, tradeHash: null, bookHash: null, defects: [], refused: 0 };

function readInts(ending: string): Int32Array {
  const bytes = readFileSync(join(task.directory, `${task.workload}.${ending}`));
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function refusals(refused: number): string[] {
  return refused > 0 && !task.mayRefuse ? [`${refused} refused`] : [];
}

function start(isLast: boolean): Pass {
  switch (task.engine) {
    case 'L0': {
      const level = new Level0();
      return {
        run: (from, to) => level.run(records, from, to),
        finish: () => ({ ...NOTHING, trades: level.trades, tradeHash: level.tradeHash, bookHash: level.bookHash() }),
      };
    }
    case 'L1':
      if (task.isConformance) return startConformance();
      return isLast ? startLevel1() : startLevel1Bytes();
    case 'L2':
      return startLevel2(isLast);
    default: {
      const peer = new peerModule!.Peer(ids, task.stage.markets.length);
      return {
        run: (from, to) => peer.run(records, beside, from, to),
        finish: () => ({ ...NOTHING, trades: peer.trades }),
      };
    }
  }
}

/** One by one, for the latencies, and for what is compared with other engines. */
function startLevel1(): Pass {
  const level = new Level1(task.stage, records);
  return {
    run: (from, to) => level.run(records, beside, from, to),
    finish: () => ({
      trades: level.reporter.trades,
      tradeHash: level.reporter.tradeHash,
      bookHash: level.bookHash(),
      refused: level.refused,
      defects: [...level.defects(), ...refusals(level.refused), ...replayDefects(level)],
    }),
  };
}

/** The commands as bytes, written once. */
let written: Written | null = null;
function startLevel1Bytes(): Pass {
  const commands = (written ??= write(task.stage, records, beside, task.prefill, end));
  const level = new Level1Bytes();
  return {
    run: (from) => level.take(from === 0 ? commands.prefill : commands.measured),
    finish: () => ({ ...NOTHING, defects: level.defects(commands) }),
  };
}

function replayDefects(live: Level1): string[] {
  return written === null || live.stateHash() === written.machineHash ? [] : ['the replayed state differs'];
}

/** The file's records through the machine with self-trade prevention off; nothing is written. */
function startConformance(): Pass {
  const run = new ConformanceRun(records);
  return {
    run: (from, to) => run.run(from, to),
    finish: () => ({
      ...NOTHING,
      trades: run.trades,
      tradeHash: run.tradeHash,
      bookHash: run.bookHash(),
      defects: run.defects(),
    }),
  };
}

function startLevel2(isLast: boolean): Pass {
  const journal: Uint8Array[] = [];
  const level = new Level2(task.stage, records, isLast ? (_, bytes) => void journal.push(bytes) : undefined);
  return {
    run: (from, to) => level.run(records, beside, from, to),
    finish: () => ({
      ...NOTHING,
      trades: level.trades,
      tradeHash: level.tradeHash,
      refused: level.refused,
      defects: [
        ...level.defects(),
        ...refusals(level.refused),
        ...(isLast && !replaysEqual(level.core, journal) ? ['the replayed state differs'] : []),
      ],
    }),
  };
}

const pauses: number[] = [];
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) pauses.push(entry.duration);
});

async function measure(): Promise<ChildResult> {
  if (task.engine === 'L3' || task.engine === 'L4') return durable();
  const perSecond: number[] = [];
  const perCpuSecond: number[] = [];
  for (let pass = 0; pass < task.warmUps; pass += 1) await timedPass(false);
  await settled();
  const cpu = process.cpuUsage();
  const began = process.hrtime.bigint();
  const defects: string[] = [];
  for (let pass = 0; pass < task.passes; pass += 1) {
    const { wallSeconds, cpuSeconds, pass: timed } = await timedPass(true);
    perSecond.push(task.commands / wallSeconds);
    perCpuSecond.push(task.commands / cpuSeconds);
    if (pass === task.passes - 1) defects.push(...timed.finish().defects);
  }
  const used = process.cpuUsage(cpu);
  const wallUs = Number(process.hrtime.bigint() - began) / 1_000;
  const heapMiB = process.memoryUsage().heapUsed / 2 ** 20;
  const last = start(true);
  const latency = latencies(last);
  const outcome = last.finish();
  return {
    perSecond,
    perCpuSecond,
    ...latency,
    ...garbage(task.passes),
    cpuShare: (used.user + used.system) / wallUs,
    heapMiB,
    ...outcome,
    defects: [...defects, ...outcome.defects],
  };
}

function garbage(passes: number): Pick<ChildResult, 'collections' | 'longestPauseMs'> {
  return { collections: pauses.length / passes, longestPauseMs: Math.max(0, ...pauses) };
}

/** Seconds for the commands after the prefill; only their collections count. */
async function timedPass(observes: boolean): Promise<{ wallSeconds: number; cpuSeconds: number; pass: Pass }> {
  const pass = start(false);
  pass.run(0, task.prefill);
  await settled();
  if (observes) observer.observe({ entryTypes: ['gc'] });
  const cpu = process.cpuUsage();
  const began = performance.now();
  pass.run(task.prefill, end);
  const wallSeconds = (performance.now() - began) / 1_000;
  const used = process.cpuUsage(cpu);
  await settled();
  observer.disconnect();
  return { wallSeconds, cpuSeconds: (used.user + used.system) / 1e6, pass };
}

/** Lets the observer tell what it saw. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

/** One clock reading before and after each command; closed loop, the clock's own 40 ns or so included. */
function latencies(pass: Pass): Pick<ChildResult, 'p50' | 'p99' | 'p999'> {
  const durations = new Percentiles();
  pass.run(0, task.prefill);
  for (let i = task.prefill; i < end; i += 1) {
    const began = performance.now();
    pass.run(i, i + 1);
    durations.add((performance.now() - began) * 1e6);
  }
  return { p50: durations.at(0.5), p99: durations.at(0.99), p999: durations.at(0.999) };
}

/** All commands once, with a journal that is removed afterwards: a running engine has compiled its program. */
async function warmUp(): Promise<void> {
  const folder = mkdtempSync(join(task.directory, 'warm-up-'));
  const level3 = new Level3(folder, task.stage, records);
  await level3.saturate(records, beside, 0, end);
  await level3.close();
  rmSync(folder, { recursive: true, force: true });
}

/** L3: two thirds of the commands as fast as it goes, the rest offered at half of that. L4: the same journal read back, as at a start. */
async function durable(): Promise<ChildResult> {
  for (let pass = 0; task.engine === 'L3' && pass < task.warmUps; pass += 1) await warmUp();
  const folder = mkdtempSync(join(task.directory, 'durable-'));
  const level3 = new Level3(folder, task.stage, records);
  const { level } = level3;
  const split = task.prefill + Math.floor((task.commands * 2) / 3);
  level.run(records, beside, 0, task.prefill);
  observer.observe({ entryTypes: ['gc'] });
  const cpu = process.cpuUsage();
  const began = performance.now();
  const perSecond = await level3.saturate(records, beside, task.prefill, split);
  const used = process.cpuUsage(cpu);
  const cpuShare = (used.user + used.system) / 1_000 / (performance.now() - began);
  observer.disconnect();
  const offeredPerSecond = Math.min(500_000, Math.round(perSecond / 2));
  const answers = await level3.offer(records, beside, split, end, offeredPerSecond);
  await level3.close();
  const defects = [...level.defects(), ...refusals(level.refused)];
  const common = {
    ...NOTHING,
    ...garbage(1),
    cpuShare,
    heapMiB: process.memoryUsage().heapUsed / 2 ** 20,
    trades: level.trades,
    tradeHash: level.tradeHash,
    refused: level.refused,
  };
  const back = replay(level3.directory, level.core.stateHash());
  rmSync(folder, { recursive: true, force: true });
  if (task.engine === 'L3') {
    return {
      ...common,
      perSecond: [perSecond],
      perCpuSecond: [perSecond / cpuShare],
      p50: answers.at(0.5),
      p99: answers.at(0.99),
      p999: answers.at(0.999),
      offeredPerSecond,
      defects: [...defects, ...back.defects],
    };
  }
  const figures = task.snapshotUsers === 0 ? null : snapshot(task.snapshotUsers);
  return {
    ...common,
    perSecond: [back.perSecond],
    perCpuSecond: [back.perSecond],
    p50: 0,
    p99: 0,
    p999: 0,
    replayed: back.commands,
    ...(figures === null ? {} : { snapshot: figures }),
    defects: [...defects, ...back.defects, ...(figures?.defects ?? [])],
  };
}

process.stdout.write(`${JSON.stringify(await measure())}\n`);
