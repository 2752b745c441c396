/**
 * The hash of everything that the web app is built of: its files, and the texts of other rooms that it imports. Plain
 * JavaScript without packages, since it runs before any is installed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All that pages and contracts import lies in them (web-sources.test.ts). */
export const SOURCES = ['web', 'contracts', 'core/formulas', 'core/fixed.ts', 'core/protocol', 'package-lock.json'];

/** What tools write beside the sources: a check or a build must not be the reason for the next build. */
const isMade = (name) => ['node_modules', 'build', '.react-router'].includes(name) || name.endsWith('.tsbuildinfo');

function* files(path) {
  if (statSync(path).isFile()) return yield path;
  for (const name of readdirSync(path).sort()) if (!isMade(name)) yield* files(join(path, name));
}

/** @returns 64 hexadecimal digits: others as soon as a source of the project in folder `root` has changed its name or its content. */
export function hashOfWebSources(root) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of files(join(root, source))) hash.update(path.slice(root.length)).update(readFileSync(path));
  }
  return hash.digest('hex');
}
