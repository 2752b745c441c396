/** Rules of the house that no other tool checks: the size of files, words that do not belong, the lock file, locale keys. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLocales } from './check-locales.ts';
import { checkLockFile, type LockFile } from './lock-file.ts';

const MAX_LINES = 400;
/** Files that passed the limit when it was set may shrink, never grow: path → lines. */
const RATCHET: Readonly<Record<string, number>> = {};
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/@ts-(ignore|nocheck|expect-error)/, 'mend the type instead of silencing it'],
  [/(eslint|oxlint)-disable/, 'change the rule in a decision page instead of silencing it'],
  [/\bTODO\b|\bFIXME\b/, 'do it, or name it in docs/ROADMAP.md'],
  [/\.(only|skip)\(\s*['"`]/, 'a test that is switched off proves nothing'],
];

/** Answers every breach, one line each. */
export function checkTidiness(root: string): { ok: boolean; output: string } {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
  const breaches = [...checkSources(root, files), ...checkLock(root), ...checkLocales(root)];
  return { ok: breaches.length === 0, output: breaches.join('\n') };
}

function checkSources(root: string, files: readonly string[]): string[] {
  const breaches: string[] = [];
  for (const path of files.filter((file) => /\.(ts|tsx|mjs|cjs|css)$/.test(file) && file !== 'tools/tidy.ts')) {
    const text = readFileSync(join(root, path), 'utf8');
    const lines = text.split('\n');
    const limit = Math.max(MAX_LINES, RATCHET[path] ?? 0);
    if (lines.length > limit)
      breaches.push(`${path}: ${lines.length} lines, the limit is ${limit}: one concern a file`);
    lines.forEach((line, index) => {
      for (const [pattern, advice] of BANNED) if (pattern.test(line)) breaches.push(`${path}:${index + 1}: ${advice}`);
    });
    if (
      !path.includes('config.ts') &&
      /^(server|core|contracts|web)\//.test(path) &&
      !/\.test\.tsx?$/.test(path) &&
      text.includes('process.env')
    ) {
      breaches.push(`${path}: only server/config.ts reads the environment`);
    }
  }
  return breaches;
}

function checkLock(root: string): string[] {
  const read = <Json>(name: string): Json => JSON.parse(readFileSync(join(root, name), 'utf8')) as Json;
  const { allowScripts } = read<{ allowScripts: Readonly<Record<string, boolean>> }>('package.json');
  return checkLockFile(read<LockFile>('package-lock.json'), allowScripts);
}
