import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hashOfWebSources } from './web-sources.mjs';

const directory = mkdtempSync(join(tmpdir(), 'agio-web-sources-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const write = (path: string): void => {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), path);
};

test('the web app is built anew when a source changes, and not for what a check or a build leaves beside them', () => {
  for (const path of ['web/app/root.tsx', 'contracts/a.ts', 'core/formulas/b.ts', 'core/fixed.ts', 'package-lock.json'])
    write(path);
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
