/** Makes the programs of the engine's threads (server/engine/threads.ts), unless they are there and made of the sources as they are now. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { BUILT, BUILT_FROM, hashOfSources, isBuilt, THREADS } from '../server/engine/threads.ts';
import { bundle } from './bundle.ts';

const ROOT = join(import.meta.dirname, '..');
/** Names the version of the bundler. */
const LOCK_FILE = 'package-lock.json';

if (!isBuilt(ROOT)) await build();

/** Each file gets its name when it is whole: a server that starts meanwhile finds the old one or the new one. The list of sources comes last. */
async function build(): Promise<void> {
  const folder = join(ROOT, BUILT);
  mkdirSync(folder, { recursive: true });
  rmSync(join(ROOT, BUILT_FROM), { force: true });
  const found = new Set([LOCK_FILE]);
  for (const thread of THREADS) {
    const made = join(folder, `${thread}.${process.pid}.new`);
    for (const source of await bundle(join(ROOT, `server/engine/${thread}.ts`), made))
      found.add(relative(ROOT, source).split(sep).join('/'));
    renameSync(made, join(folder, `${thread}.mjs`));
  }
  const sources = [...found].sort();
  const list = join(folder, `sources.${process.pid}.new`);
  writeFileSync(list, JSON.stringify({ sources, hash: hashOfSources(ROOT, sources) }));
  renameSync(list, join(ROOT, BUILT_FROM));
}
