/** Runs tests with one mutation in place, each in a process of its own, and reads which of them turned red. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mutations } from './list.ts';
import type { Mutation } from './mutation.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'test-results/mutations');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
/** A change may make a loop endless: then the time is what kills it. */
const LONGEST_MS = 180_000;
/** The simulator's planted bugs are found one after the other in one process. */
const SIMULATOR_MS = 1_800_000;

interface TestResult {
  readonly status: string;
  readonly fullName: string;
}
interface VitestReport {
  readonly testResults: readonly { readonly assertionResults: readonly TestResult[] }[];
}

/** Which tests failed. OUT_OF_TIME stands for tests that did not come to an end, BROKEN_FILE for one that could not start. */
export interface Verdict {
  readonly failed: readonly string[];
}

const OUT_OF_TIME = `no end within ${LONGEST_MS / 1000} s`;
const BROKEN_FILE = 'a test file that could not be loaded';

/** The tests of these files or folders with this mutation in place; `at` is its place in the list, -1 for none. */
export async function runTests(at: number, files: readonly string[], stopsEarly: boolean): Promise<Verdict> {
  const config = ['--config', join(import.meta.dirname, 'vitest.config.ts')];
  const args = [...config, ...(stopsEarly ? ['--bail=1'] : []), ...files];
  const { code, tests } = await run(String(at), args, LONGEST_MS * files.length);
  if (code === 0) return { failed: [] };
  if (code === null) return { failed: [OUT_OF_TIME] };
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  return { failed: failed.length > 0 ? failed : [BROKEN_FILE] };
}

/** The simulator's own planted bugs, by title: those that it found and those that it passed over. */
export async function runSimulator(): Promise<{
  readonly found: readonly string[];
  readonly missed: readonly string[];
}> {
  const files = ['--project', 'simulator', 'test/simulator/simulator.test.ts', '-t', 'finds the planted bug'];
  const { tests } = await run('simulator', files, SIMULATOR_MS);
  const titles = (wanted: string): string[] =>
    tests.filter(({ status }) => status === wanted).map(({ fullName }) => fullName);
  return { found: titles('passed'), missed: titles('failed') };
}

/** Node loads it first in every process and thread that the test starts. */
function inChildren(name: string): { NODE_OPTIONS?: string } {
  if (mutations[Number(name)]?.isInChildren !== true) return {};
  return { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${join(import.meta.dirname, 'plant.ts')}` };
}

/** The exit code is null when the time was over. */
async function run(
  name: string,
  args: readonly string[],
  timeout: number,
): Promise<{ readonly code: number | null; readonly tests: readonly TestResult[] }> {
  mkdirSync(folder, { recursive: true });
  const report = join(folder, `${name}.json`);
  rmSync(report, { force: true });
  const output = ['--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [vitest, 'run', ...output, ...args], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, AGIO_MUTATION: name, ...inChildren(name) },
    timeout,
    killSignal: 'SIGKILL',
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (!existsSync(report)) return { code, tests: [] };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  return { code, tests: testResults.flatMap(({ assertionResults }) => assertionResults) };
}

/** Is the verdict the one that the mutation names? */
export function isNamedKiller({ test }: Mutation, { failed }: Verdict): boolean {
  if (failed.length === 0 || failed[0] === BROKEN_FILE) return false;
  return test === undefined || failed.some((title) => title.includes(test));
}
