/**
 * The programs of the engine's threads. V8 loads what a module imports anew at each use, constants too, and checks it; a program that is
 * one file has it in place and runs a quarter faster (decision 089). tools/build-engine.ts makes those files, as `npm start` and `npm test`
 * ask. Where they are missing, or not made of just these sources, the sources themselves run: the same program, slower.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SOURCES = {
  worker: new URL('./worker.ts', import.meta.url),
  'replay-worker': new URL('./replay-worker.ts', import.meta.url),
  'snapshot-worker': new URL('./snapshot-worker.ts', import.meta.url),
};
export type Thread = keyof typeof SOURCES;
export const THREADS = Object.keys(SOURCES) as readonly Thread[];

/** What the built files were made of. */
interface BuiltFrom {
  /** Paths from the project's root, in order. */
  readonly sources: readonly string[];
  /** `hashOfSources` of them. */
  readonly hash: string;
}

/** The project's root and the folder of built files in it. */
const ROOT = join(import.meta.dirname, '../..');
export const BUILT = 'server/build/engine';
export const BUILT_FROM = `${BUILT}/sources.json`;

/** A built file asks for its neighbours, which were made together with it. */
const isBuiltItself = import.meta.filename.endsWith('.mjs');
let isUpToDate: boolean | null = null;

/** The program of a thread, for `new Worker`. */
export function threadProgram(thread: Thread): URL {
  if (isBuiltItself) return pathToFileURL(join(import.meta.dirname, `${thread}.mjs`));
  isUpToDate ??= isBuilt(ROOT);
  return isUpToDate ? pathToFileURL(join(ROOT, BUILT, `${thread}.mjs`)) : SOURCES[thread];
}

/** Are the built files there, and made of the sources as they are now? */
export function isBuilt(root: string): boolean {
  if (![...THREADS.map((thread) => `${BUILT}/${thread}.mjs`), BUILT_FROM].every((path) => existsSync(join(root, path))))
    return false;
  const { sources, hash } = JSON.parse(readFileSync(join(root, BUILT_FROM), 'utf8')) as BuiltFrom;
  return sources.every((path) => existsSync(join(root, path))) && hashOfSources(root, sources) === hash;
}

/** 64 hexadecimal digits: others as soon as one of these files has changed. */
export function hashOfSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of sources) hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}
