/**
 * The core against its npm peer: every engine in its own process, rounds interleaved, medians of the
 * same rounds. A file of 32-byte records as argument adds XB-3. Flags: --json prints one JSON object, --quick takes a
 * fraction of the commands, --only=xb1,xb5 runs some of the cases, `messages` being one.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundle } from '../../tools/bundle.ts';
import { casesOf, type Case } from './cases.ts';
import type { ChildResult, ChildTask, EngineName } from './child.ts';
import { RECORD, type Workload } from './records.ts';
import { printMessageCosts } from './messages.ts';
import { figuresOf, print, type Row } from './report.ts';

/** Of the program that measures: one file, as the engine's thread runs. */
const CHILD = 'child.mjs';

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const [file] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isQuick = flags.includes('--quick');
const isJson = flags.includes('--json');
const only = flags.find((flag) => flag.startsWith('--only='))?.slice('--only='.length);

/** Progress goes to stderr if stdout takes the result as JSON. */
const say = (text: string): void => void (isJson ? process.stderr : process.stdout).write(`${text}\n`);

function run(directory: string, workload: Workload, plan: Case): Row[] {
  writeFileSync(join(directory, `${workload.name}.records`), Buffer.from(workload.records.buffer));
  writeFileSync(join(directory, `${workload.name}.beside`), Buffer.from(workload.beside.buffer));
  const whole = workload.records.length / RECORD - workload.prefill;
  const rows: Row[] = plan.engines.map(({ engine, commands, rounds }) => ({
    engine,
    wanted: rounds,
    commands: Math.min(commands, whole),
    isWhole: commands >= whole,
    rounds: [],
  }));
  for (let round = 0; round < Math.max(...rows.map(({ wanted }) => wanted)); round += 1) {
    if (round > 0 && performance.now() > plan.until * 1_000) break;
    for (const row of rows) {
      if (round < row.wanted) row.rounds.push(child(taskOf(directory, workload, plan, row.engine, row.commands)));
    }
  }
  return rows;
}

function taskOf(directory: string, workload: Workload, plan: Case, engine: EngineName, commands: number): ChildTask {
  const { name, prefill, stage } = workload;
  const { warmUps, passes, mayRefuse, snapshotUsers } = plan;
  const isConformance = plan.key === 'xb3';
  return {
    engine,
    directory,
    workload: name,
    stage,
    prefill,
    commands,
    warmUps,
    passes,
    isConformance,
    mayRefuse,
    snapshotUsers,
  };
}

function child(task: ChildTask): ChildResult {
  const script = join(task.directory, CHILD);
  const result = spawnSync(process.execPath, ['--no-warnings', script, JSON.stringify(task)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
  if (result.status !== 0) throw new Error(`the ${task.engine} process ended with ${result.status}`);
  // What child.ts prints, and nothing else does.
  return JSON.parse(result.stdout) as ChildResult;
}

/**
 * A fast but wrong run is void: trades and books as the generator saw them, equal on all levels and in all rounds, and
 * every child's own checks (sums, balances, replayed state).
 */
function defectsOf(rows: readonly Row[], workload: Workload): string[] {
  const defects: string[] = [];
  const differ = (what: string, values: readonly (number | null)[]): void => {
    if (new Set(values.filter((value) => value !== null)).size > 1) defects.push(`${what} differs between runs`);
  };
  const ours = rows.filter(({ engine }) => engine !== 'peer');
  for (const { engine, rounds } of ours)
    for (const result of rounds) defects.push(...result.defects.map((defect) => `${engine}: ${defect}`));
  const whole = ours.filter(({ isWhole }) => isWhole).flatMap(({ rounds }) => rounds);
  differ('the number of trades', [workload.trades, ...whole.map(({ trades }) => trades)]);
  differ('the trade hash', [workload.tradeHash, ...whole.map(({ tradeHash }) => tradeHash)]);
  differ('the book hash', [workload.bookHash, ...whole.map(({ bookHash }) => bookHash)]);
  for (const { engine, rounds, commands } of ours)
    differ(
      `the trade hash of ${engine}`,
      ours
        .filter((row) => row.commands === commands)
        .flatMap((row) => row.rounds.map((r) => r.tradeHash))
        .concat(rounds.map((r) => r.tradeHash)),
    );
  return [...new Set(defects)];
}

async function main(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'agio-bench-'));
  const report: Record<string, unknown> = {};
  let isVoid = false;
  say(`Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model}`);
  try {
    const { code } = await bundle(join(import.meta.dirname, 'child.ts'), directory);
    writeFileSync(join(directory, CHILD), code);
    const records = file === undefined ? null : readFileSync(resolve(process.env['INIT_CWD'] ?? '.', file));
    for (const plan of casesOf(isQuick, records)) {
      if (only !== undefined && !only.split(',').includes(plan.key)) continue;
      const workload = plan.make();
      const commands = workload.records.length / RECORD - workload.prefill;
      const sha256 = createHash('sha256').update(Buffer.from(workload.records.buffer)).digest('hex');
      say(`\n${workload.name}: ${commands} commands after ${workload.prefill}, SHA-256 ${sha256}`);
      const rows = run(directory, workload, plan);
      const defects = defectsOf(rows, workload);
      isVoid ||= defects.length > 0;
      print(rows, workload, say);
      for (const defect of defects) say(`  VOID: ${defect}`);
      report[plan.key] = figuresOf(rows);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  if (!isQuick && (only === undefined || only.split(',').includes('messages'))) printMessageCosts(say);
  say(isVoid ? '\nThe run is void.' : '\nTrades, books, sums, balances and replays agree.');
  if (isJson && !isVoid) process.stdout.write(`${JSON.stringify(report)}\n`);
  return isVoid ? 1 : 0;
}

process.exitCode = await main();
