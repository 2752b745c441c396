/**
 * Vitest's global set-up: all files that a run makes for a moment lie in one folder, which goes when the run ends. So nothing is left of
 * a test that is stopped, or skipped by a filter, before it could remove its own. What a killed run left is removed by a later one.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MARK = 'AGIO_TEST_FOLDER';
const NAME = 'agio-run-';
/** Longer than any run takes: a folder that is older has no owner any more. */
const OLD_MS = 24 * 3_600_000;
/** Where a program asks for the folder of temporary files, by operating system. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

export default function setup(): (() => void) | undefined {
  // Several projects of one run share it.
  if (process.env[MARK]) return undefined;
  const parent = tmpdir();
  removeOld(parent);
  const folder = mkdtempSync(join(parent, NAME));
  // Started by root, PostgreSQL runs as another user, who has to pass through.
  chmodSync(folder, 0o711);
  process.env[MARK] = folder;
  for (const name of VARIABLES) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function removeOld(parent: string): void {
  const limit = Date.now() - OLD_MS;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(NAME)) continue;
    const path = join(parent, name);
    // Another run may remove the same folder at this moment.
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? limit) < limit)
      rmSync(path, { recursive: true, force: true });
  }
}
