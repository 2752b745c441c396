/**
 * Everything that CI runs: the checks, then all tests (of those in browsers a quarter, test/e2e/part-of-tests.ts), then a part of the
 * planted bugs, then one closing line that counts all. The system's Chromium is installed where it is missing and this may be done.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePageBrowser } from './chromium.ts';
import { PARTS } from './mutations/parts.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
const passedOn = process.argv.slice(2);
const isPartial = passedOn.length > 0;
const environment = {
  ...process.env,
  // Hundreds of processes read the same modules: what Node made of them is kept for the next one, by their content.
  NODE_COMPILE_CACHE: join(results, 'compile-cache'),
  ...(isPartial ? {} : { BROWSER_TESTS: 'part' }),
};

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
}

function run(program: string, args: readonly string[]): number {
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', env: environment }).status ?? 1;
}

function runVitest(): { passed: number; failed: number } {
  const report = join(results, 'vitest.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const status = run(process.execPath, [
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./tools/slowest-files.ts',
    `--outputFile.json=${report}`,
    ...passedOn,
  ]);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as VitestReport;
  // A file that fails outside its tests, or an error after them, counts as well.
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 || status !== 0 ? 1 : 0);
  return { passed: numPassedTests, failed };
}

const started = performance.now();
mkdirSync(results, { recursive: true });
ensurePageBrowser();
const checks = isPartial ? 0 : run(process.execPath, ['tools/check.ts']);
const tests = runVitest();
// Another part of the planted bugs each day; the whole list by hand: npm run mutations.
const part = Math.floor(Date.now() / 86_400_000) % PARTS;
const seen = tests.failed === 0 ? ['--tests-are-green'] : [];
const mutations = isPartial ? 0 : run(process.execPath, ['tools/mutations/main.ts', '--part', String(part), ...seen]);
const passed = tests.passed + (isPartial ? 0 : [checks, mutations].filter((status) => status === 0).length);
const failed = tests.failed + [checks, mutations].filter((status) => status !== 0).length;
const minutes = (performance.now() - started) / 60_000;
process.stdout.write(`\nThe whole run took ${minutes.toFixed(1)} minutes.\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
