import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hashOfWebSources, SOURCES } from './web-sources.mjs';

const directory = mkdtempSync(join(tmpdir(), 'agio-web-sources-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const write = (path: string): void => {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), path);
};

test('the web app is built anew when a source changes, and not for what a check or a build leaves beside them', () => {
  for (const path of SOURCES) write(/\.\w+$/.test(path) ? path : `${path}/a.ts`);
  const before = hashOfWebSources(directory);
  for (const path of [
    'web/tsconfig.tsbuildinfo',
    'web/build/client/a.js',
    'web/.react-router/types/b.ts',
    'web/node_modules/c.js',
  ])
    write(path);
  expect(hashOfWebSources(directory)).toBe(before);
  appendFileSync(join(directory, 'core/fixed.ts'), '.');
  expect(hashOfWebSources(directory)).not.toBe(before);
});

const ROOT = join(import.meta.dirname, '..');
const IMPORT = /^(?:import|export) (?!type\b)[^;]*? from '([^']+)'|\bimport\('([^']+)'\)/gm;

/** The file of ours that an import names, relative to the project; null for a package of the registry and for what is no code. */
function fileOf(specifier: string, from: string): string | null {
  const [, room, entry] = /^@agio\/(\w+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (room !== undefined) {
    const { exports } = JSON.parse(readFileSync(join(ROOT, room, 'package.json'), 'utf8')) as {
      exports: Record<string, string>;
    };
    const file = exports[entry === undefined ? '.' : `./${entry}`] ?? exports['./*']?.replace('*', entry!);
    return file === undefined ? null : join(room, file);
  }
  if (!specifier.startsWith('.')) return null;
  const path = relative(ROOT, join(ROOT, dirname(from), specifier));
  return /\.tsx?$/.test(path) && existsSync(join(ROOT, path)) ? path : null;
}

test('whatever a page is built of is among the sources whose change builds it anew', () => {
  const seen = new Set<string>();
  const waiting = ['web/app', 'web/ui', 'contracts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|node_modules/.test(name))
      .map((name) => join(folder, name)),
  );
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, one, other] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const found = fileOf((one ?? other)!, file);
      if (found !== null) waiting.push(found);
    }
  }
  const isSource = (file: string): boolean =>
    SOURCES.some((source) => file === source || file.startsWith(`${source}/`));
  expect(seen.size).toBeGreaterThan(600);
  expect([...seen].some((file) => file.startsWith('core/protocol/'))).toBe(true);
  expect([...seen].filter((file) => !isSource(file))).toEqual([]);
});
