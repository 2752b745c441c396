/**
 * `npm run check`: types, lint, boundaries, formatting, dead code, citations and the tidiness rules no other tool knows. Each check
 * says what it looked at; all of them run, two at a time, then the exit code tells whether any failed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutations as simulatorMutations } from '../test/simulator/mutations.ts';
import { checkKernel } from './build-kernel.ts';
import { checkCitations } from './citations.ts';
import { checkCoverage } from './coverage.ts';
import { checkFigures } from './figures.ts';
import { checkLongFunctions } from './long-functions.ts';
import { mutations } from './mutations/list.ts';
import { staleAmong } from './mutations/stale.ts';
import { judgeOnlyTestsUse } from './only-tests-use.ts';
import { checkReliability } from './reliability.ts';
import { checkRooms } from './rooms.ts';
import { checkTidiness } from './tidy.ts';

const root = join(import.meta.dirname, '..');
const bin = (path: string): string => join(root, 'node_modules', path);
/** dependency-cruiser reports success when it could read nothing: below this count something is wrong. */
const LEAST_MODULES = 60;

/** Most tools work on one core, and each machine has two. */
const AT_ONCE = 2;

interface Verdict {
  readonly ok: boolean;
  readonly output: string;
}

interface Check {
  readonly name: string;
  run(): Verdict | Promise<Verdict>;
}

function toolIn(folder: string, path: string, ...args: string[]): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin(path), ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

const tool = (path: string, ...args: string[]): Promise<Verdict> => toolIn(root, path, ...args);

async function boundaries(): Promise<Verdict> {
  const result = await tool(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    'tools/boundaries.cjs',
    'core',
    'contracts',
    'server',
    'web/app',
    'web/ui',
    'web/formula-engine',
    'test',
    'bench',
    'tools',
  );
  const modules = Number(/(\d+) modules/.exec(result.output)?.[1] ?? 0);
  if (modules < LEAST_MODULES)
    return { ok: false, output: `${result.output}\nonly ${modules} modules were read: the check sees nothing` };
  return result;
}

/**
 * An indexed access may be undefined and must be checked, everywhere but in the core: its arrays are indexed by slots that it hands out
 * itself, and a look at each would cost it. TypeScript checks what a package imports by the package's own options, so the core's are
 * passed over.
 */
async function indexedAccess(): Promise<Verdict> {
  const errors: string[] = [];
  for (const project of ['contracts', 'server']) {
    const flags = ['--noUncheckedIndexedAccess', '--incremental', 'false', '--tsBuildInfoFile', 'null'];
    const { output } = await tool('typescript7/bin/tsc', '-p', project, ...flags);
    errors.push(...output.split('\n').filter((line) => /error TS/.test(line) && !/^(?:\.\.\/)?core\//.test(line)));
  }
  return { ok: errors.length === 0, output: errors.join('\n') };
}

const checks: readonly Check[] = [
  {
    name: 'types',
    run: async () => {
      // The routes' types are made from the route list; the app does not type-check without them.
      const routes = await toolIn(join(root, 'web'), '@react-router/dev/bin.cjs', 'typegen');
      return routes.ok ? tool('typescript7/bin/tsc', '-b') : routes;
    },
  },
  { name: 'format', run: () => tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.') },
  { name: 'lint', run: () => tool('oxlint/bin/oxlint', '--config', '.oxlintrc.json', '--deny-warnings') },
  { name: 'boundaries', run: boundaries },
  { name: 'dead code', run: () => tool('knip/bin/knip.js', '--no-progress') },
  {
    name: 'used by tests alone',
    run: async () => {
      const flags = ['--no-progress', '--include', 'files,exports', '--reporter', 'json', '--no-exit-code'];
      const { output } = await tool('knip/bin/knip.js', '--config', 'knip.product.json', ...flags);
      const breaches = judgeOnlyTestsUse(output.slice(output.indexOf('{')));
      return { ok: breaches.length === 0, output: breaches.join('\n') };
    },
  },
  { name: 'indexed access', run: indexedAccess },
  { name: 'long functions', run: () => checkLongFunctions(root) },
  { name: 'figures', run: checkFigures },
  {
    name: 'kernel',
    run: () => {
      const wrong = checkKernel();
      return { ok: wrong === null, output: wrong ?? '' };
    },
  },
  { name: 'rooms', run: checkRooms },
  { name: 'tidy', run: () => checkTidiness(root) },
  { name: 'coverage', run: checkCoverage },
  {
    name: 'planted bugs',
    run: () => {
      const stale = staleAmong(mutations, root);
      return {
        ok: stale.length === 0,
        output: stale.map(({ at, why }) => `“${mutations[at]!.breaks}”: ${why}`).join('\n'),
      };
    },
  },
  {
    name: 'promises',
    run: () =>
      checkReliability(readFileSync(join(root, 'docs/reliability.md'), 'utf8'), {
        mutations: mutations.map(({ breaks }) => breaks),
        simulator: simulatorMutations.map(({ name }) => name),
        read: (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null),
      }),
  },
  { name: 'citations', run: () => checkCitations(root) },
];

let failed = 0;
const waiting = checks.values();
async function work(): Promise<void> {
  for (const check of waiting) {
    const started = Date.now();
    const { ok, output } = await check.run();
    process.stdout.write(
      `${ok ? 'ok    ' : 'FAILED'} ${check.name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
    );
    if (!ok) process.stdout.write(`${output.trim()}\n`);
    if (!ok) failed++;
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
process.exit(failed === 0 ? 0 : 1);
