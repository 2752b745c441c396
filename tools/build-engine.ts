/** Makes the programs of the engine's threads (server/engine/threads.ts), unless they are there, whole, and made of the sources as they are now. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  type Build,
  BUILDS,
  hashOf,
  NEWEST_BUILD,
  type Program,
  PROGRAMS,
  usableBuild,
} from '../server/engine/threads.ts';
import { bundle } from './bundle.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, BUILDS);
/** How the programs are made: the version of the bundler, and these tools. */
const MADE_BY = ['package-lock.json', 'tools/bundle.ts', 'tools/build-engine.ts'];
/** A server that was started with an older build may still start threads of it. */
const BUILDS_KEPT = 10;

if (usableBuild(ROOT) === null) await build();

async function build(): Promise<void> {
  const sources = new Map(MADE_BY.map((path) => [path, hashOf(readFileSync(join(ROOT, path)))]));
  const codes = new Map<Program, string>();
  for (const program of PROGRAMS) {
    const made = await bundle(join(ROOT, `server/engine/${program}.ts`), join(FOLDER, 'a-build'));
    codes.set(program, made.code);
    for (const [path, bytes] of made.sources) note(sources, relative(ROOT, path).split(sep).join('/'), hashOf(bytes));
  }
  const programs = Object.fromEntries(
    [...codes].map(([program, code]) => [program, hashOf(code)]),
  ) as Build['programs'];
  const folder = hashOf(JSON.stringify(programs)).slice(0, 16);
  putInPlace(folder, codes);
  const newest: Build = { folder, sources: Object.fromEntries([...sources].sort()), programs };
  const draft = `${join(ROOT, NEWEST_BUILD)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(newest));
  renameSync(draft, join(ROOT, NEWEST_BUILD));
  removeOld(folder);
}

/** A file that is changed while the programs are made is noted as the first of them has it: the build is not usable then, and the next one is. */
function note(sources: Map<string, string>, path: string, hash: string): void {
  const before = sources.get(path);
  sources.set(path, before === undefined || before === hash ? hash : 'changed meanwhile');
}

/** All programs of a build come to their place at once. */
function putInPlace(folder: string, codes: ReadonlyMap<Program, string>): void {
  const draft = join(FOLDER, `draft.${process.pid}`);
  mkdirSync(draft, { recursive: true });
  for (const [program, code] of codes) writeFileSync(join(draft, `${program}.mjs`), code);
  // One of the same name is the same, or was damaged; or another build of the same is just putting it there.
  rmSync(join(FOLDER, folder), { recursive: true, force: true });
  try {
    renameSync(draft, join(FOLDER, folder));
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}

function removeOld(newest: string): void {
  const found = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const byAge = found
    .map(({ name }) => ({ name, madeMs: statSync(join(FOLDER, name)).mtimeMs }))
    .sort((a, b) => b.madeMs - a.madeMs);
  for (const { name } of byAge.slice(BUILDS_KEPT))
    if (name !== newest) rmSync(join(FOLDER, name), { recursive: true, force: true });
}
