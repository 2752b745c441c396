/**
 * `npm run check`: types, lint, boundaries, formatting, dead code and the tidiness rules no other tool knows. Each check
 * says what it looked at; all of them run, then the exit code tells whether any failed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkCoverage } from './coverage.ts';
import { checkTidiness } from './tidy.ts';

const root = join(import.meta.dirname, '..');
const bin = (path: string): string => join(root, 'node_modules', path);
/** dependency-cruiser reports success when it could read nothing: below this count something is wrong. */
const LEAST_MODULES = 60;

interface Check {
  readonly name: string;
  run(): { ok: boolean; output: string };
}

function tool(path: string, ...args: string[]): { ok: boolean; output: string } {
  const result = spawnSync(process.execPath, [bin(path), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { ok: result.status === 0, output: `${result.stdout ?? ''}${result.stderr ?? ''}` };
}

function boundaries(): { ok: boolean; output: string } {
  const result = tool(
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

const checks: readonly Check[] = [
  {
    name: 'types',
    run: () => {
      // The routes' types are made from the route list; the app does not type-check without them.
      const types = spawnSync(process.execPath, [bin('@react-router/dev/bin.cjs'), 'typegen'], {
        cwd: join(root, 'web'),
        encoding: 'utf8',
      });
      return types.status === 0
        ? tool('typescript7/bin/tsc', '-b')
        : { ok: false, output: types.stdout + types.stderr };
    },
  },
  { name: 'lint', run: () => tool('oxlint/bin/oxlint', '--config', '.oxlintrc.json', '--deny-warnings') },
  { name: 'boundaries', run: boundaries },
  { name: 'format', run: () => tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.') },
  { name: 'dead code', run: () => tool('knip/bin/knip.js', '--no-progress') },
  { name: 'tidy', run: () => checkTidiness(root) },
  { name: 'coverage', run: checkCoverage },
];

let failed = 0;
for (const check of checks) {
  const started = Date.now();
  const { ok, output } = check.run();
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${check.name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
  if (!ok) process.stdout.write(`${output.trim()}\n`);
  if (!ok) failed++;
}
process.exit(failed === 0 ? 0 : 1);
