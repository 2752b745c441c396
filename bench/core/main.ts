/**
 * The core against its npm peer (engine.md 9, 10): every engine in its own process, rounds interleaved, medians of the
 * same rounds. Flags: --json prints one JSON object, --quick takes less than a minute.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildResult, ChildTask, EngineName } from './child.ts';
import { RECORD, type Workload } from './records.ts';
import { deepBook, makerFlow } from './workloads.ts';

const flags = new Set(process.argv.slice(2));
const isQuick = flags.has('--quick');
const isJson = flags.has('--json');

interface Size {
  readonly rounds: number;
  readonly warmUps: number;
  readonly passes: number;
  /** Commands of the peer and of level 2, which makes some 5 events for each. */
  readonly commands: number;
  readonly peer: Readonly<Record<string, number>>;
  readonly level2: number;
}

const size: Size = isQuick
  ? { rounds: 1, warmUps: 1, passes: 2, commands: 500_000, peer: { 'XB-1': 200_000, 'XB-2': 60_000 }, level2: 200_000 }
  : {
      rounds: 3,
      warmUps: 2,
      passes: 3,
      commands: 3_000_000,
      peer: { 'XB-1': 1_000_000, 'XB-2': 300_000 },
      level2: 500_000,
    };

const ENGINES: readonly EngineName[] = ['L0', 'peer', 'L1', 'L2'];
const say = (text: string): void => void (isJson ? process.stderr : process.stdout).write(`${text}\n`);

interface Row {
  readonly engine: EngineName;
  readonly rounds: ChildResult[];
  readonly commands: number;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
const million = (perSecond: number): string => (perSecond / 1e6).toFixed(perSecond < 1e6 ? 3 : 2);

function run(directory: string, workload: Workload): { rows: Row[]; defects: string[]; sha256: string } {
  const recordsFile = join(directory, `${workload.name}.records`);
  const besideFile = join(directory, `${workload.name}.beside`);
  const bytes = Buffer.from(workload.records.buffer);
  writeFileSync(recordsFile, bytes);
  writeFileSync(besideFile, Buffer.from(workload.beside.buffer));
  const rows: Row[] = ENGINES.map((engine) => ({ engine, rounds: [], commands: commandsOf(engine, workload.name) }));
  for (let round = 0; round < size.rounds; round += 1) {
    for (const { engine, rounds, commands } of rows) {
      const { prefill } = workload;
      rounds.push(
        child({ engine, recordsFile, besideFile, prefill, commands, warmUps: size.warmUps, passes: size.passes }),
      );
    }
  }
  return { rows, defects: defectsOf(rows, workload), sha256: createHash('sha256').update(bytes).digest('hex') };
}

function commandsOf(engine: EngineName, workload: string): number {
  if (engine === 'peer') return size.peer[workload]!;
  return engine === 'L2' ? size.level2 : size.commands;
}

function child(task: ChildTask): ChildResult {
  const result = spawnSync(
    process.execPath,
    ['--no-warnings', join(import.meta.dirname, 'child.ts'), JSON.stringify(task)],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 1 << 26,
    },
  );
  if (result.status !== 0) throw new Error(`the ${task.engine} process ended with ${result.status}`);
  return JSON.parse(result.stdout) as ChildResult;
}

/** A fast but wrong run is void: trades and book as the generator saw them, equal on all levels, and every child's checks. */
function defectsOf(rows: readonly Row[], workload: Workload): string[] {
  const defects: string[] = [];
  for (const { engine, rounds, commands } of rows) {
    for (const result of rounds) {
      defects.push(...result.defects.map((defect) => `${engine}: ${defect}`));
      const isWhole = commands === size.commands;
      if (isWhole && result.trades !== workload.trades)
        defects.push(`${engine}: ${result.trades} trades, not ${workload.trades}`);
      if (isWhole && result.tradeHash !== workload.tradeHash) defects.push(`${engine}: the trade hash differs`);
    }
  }
  const books = new Set(
    rows.flatMap(({ rounds }) => rounds.flatMap(({ bookHash }) => (bookHash === null ? [] : [bookHash]))),
  );
  if (books.size !== 1) defects.push('the book hashes differ');
  const level2 = new Set(
    rows.filter(({ engine }) => engine === 'L2').flatMap(({ rounds }) => rounds.map((r) => r.tradeHash)),
  );
  if (level2.size !== 1) defects.push('the trade hashes of level 2 differ between rounds');
  return [...new Set(defects)];
}

function print(workload: Workload, rows: readonly Row[]): void {
  const peer = rows.find(({ engine }) => engine === 'peer')!;
  say(
    '  engine   M commands/s min / median / max   ratio    by CPU   p50 / p99 / p99.9 ns         GCs  longest ms  CPU   heap MiB',
  );
  for (const { engine, rounds } of rows) {
    const all = rounds.map(({ perSecond }) => median(perSecond));
    const [p50, p99, p999] = [rounds.map((r) => r.p50), rounds.map((r) => r.p99), rounds.map((r) => r.p999)].map(
      median,
    );
    const speed = `${million(Math.min(...all))} / ${million(median(all))} / ${million(Math.max(...all))}`;
    const pause = Math.max(...rounds.map((r) => r.longestPauseMs)).toFixed(1);
    const [gcs, cpu, heap] = [
      rounds.map((r) => r.collections),
      rounds.map((r) => r.cpuShare),
      rounds.map((r) => r.heapMiB),
    ].map(median);
    say(
      `  ${engine.padEnd(8)} ${speed.padEnd(34)}${ratioOf(rounds, peer.rounds, 'perSecond').toFixed(1).padStart(5)}x ${ratioOf(rounds, peer.rounds, 'perCpuSecond').toFixed(1).padStart(8)}x   ` +
        `${`${p50} / ${p99} / ${p999}`.padEnd(26)}${gcs!.toFixed(1).padStart(6)}  ${pause.padStart(10)}  ${cpu!.toFixed(2)}  ${heap!.toFixed(0)}`,
    );
  }
  say(`  ${workload.trades} trades, ${workload.resting} orders rest at the end`);
}

type Speed = 'perSecond' | 'perCpuSecond';

/** Median of the ratios within the same round. */
function ratioOf(rounds: readonly ChildResult[], peer: readonly ChildResult[], speed: Speed): number {
  return median(rounds.map((round, i) => median(round[speed]) / median(peer[i]![speed])));
}

function main(): number {
  const directory = mkdtempSync(join(tmpdir(), 'agio-bench-'));
  const report: Record<string, unknown>[] = [];
  let isVoid = false;
  say(
    `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model}; ${size.rounds} rounds of ${size.passes} passes`,
  );
  try {
    for (const workload of [makerFlow(size.commands), deepBook(size.commands)]) {
      const { rows, defects, sha256 } = run(directory, workload);
      isVoid ||= defects.length > 0;
      say(
        `\n${workload.name}: ${workload.records.length / RECORD - workload.prefill} commands after ${workload.prefill}, SHA-256 ${sha256}`,
      );
      print(workload, rows);
      for (const defect of defects) say(`  VOID: ${defect}`);
      const peer = rows.find(({ engine }) => engine === 'peer')!;
      const engines = rows.map((row) => ({
        ...row,
        ratio: ratioOf(row.rounds, peer.rounds, 'perSecond'),
        cpuRatio: ratioOf(row.rounds, peer.rounds, 'perCpuSecond'),
      }));
      report.push({
        workload: workload.name,
        sha256,
        trades: workload.trades,
        tradeHash: workload.tradeHash,
        defects,
        engines,
      });
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  if (isJson) process.stdout.write(`${JSON.stringify({ node: process.versions.node, isQuick, report })}\n`);
  say(isVoid ? '\nThe run is void.' : '\nTrades, books, sums, balances and replays agree.');
  return isVoid ? 1 : 0;
}

process.exit(main());
