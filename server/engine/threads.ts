/**
 * The programs of the engine's threads, and of the process of its snapshots. V8 loads what a module imports anew at each use, constants too, and checks it; a program that is
 * one file has it in place and runs a quarter faster (decision 089). tools/build-engine.ts makes those files, as `npm start` and `npm test`
 * ask. Where they are missing, damaged, or not made of just these sources, the sources themselves run: the same program, slower.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const SOURCES = {
  worker: new URL('./worker.ts', import.meta.url),
  'replay-worker': new URL('./replay-worker.ts', import.meta.url),
  'snapshot-worker': new URL('./snapshot-worker.ts', import.meta.url),
  'snapshot-process': new URL('./snapshot-process.ts', import.meta.url),
};
export type Program = keyof typeof SOURCES;
export const PROGRAMS = Object.keys(SOURCES) as readonly Program[];

/** What is said of the newest build. The hashes are those of `hashOf`. */
export interface Build {
  /** Its folder in BUILDS: files of one build stay together, also while the next one is made. */
  readonly folder: string;
  /** Of every file that it was made of, by its path from the project's root. */
  readonly sources: Readonly<Record<string, string>>;
  readonly programs: Readonly<Record<Program, string>>;
}

/** Paths from the project's root. */
export const BUILDS = 'server/build/engine';
export const NEWEST_BUILD = `${BUILDS}/newest.json`;

const ROOT = join(import.meta.dirname, '../..');
/** A built program asks for its neighbours, which were made together with it. */
const isBuiltItself = import.meta.filename.endsWith('.mjs');
let build: Build | null | undefined;

/** Throws where the system gives no thread. */
export function startThread(thread: Program, workerData: object): Worker {
  const program = programOf(thread);
  try {
    // So that errors name the places of the sources.
    return new Worker(program, { workerData, execArgv: [...process.execArgv, '--enable-source-maps'] });
  } catch (error) {
    // A flag of this process that threads share, and that none may be given by name, such as --max-old-space-size.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_INVALID_EXEC_ARGV') throw error;
    return new Worker(program, { workerData });
  }
}

/** With a channel of messages and nothing else: no input and output, the errors of the exchange, and nothing of its environment, which has secrets. */
export function startProcess(program: Program, flags: readonly string[]): ChildProcess {
  return fork(fileURLToPath(programOf(program)), [], {
    env: {},
    execArgv: [...flags, '--enable-source-maps'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function programOf(program: Program): URL {
  if (isBuiltItself) return pathToFileURL(join(import.meta.dirname, `${program}.mjs`));
  if (build === undefined) build = usableBuild(ROOT);
  return build === null ? SOURCES[program] : pathToFileURL(join(ROOT, BUILDS, build.folder, `${program}.mjs`));
}

/** The newest build if its programs are whole and its sources are as they were; else null. */
export function usableBuild(root: string): Build | null {
  try {
    const newest = JSON.parse(readFileSync(join(root, NEWEST_BUILD), 'utf8')) as Build;
    const isAsItWas = (path: string, hash: string): boolean => hashOf(readFileSync(join(root, path))) === hash;
    const areProgramsWhole = PROGRAMS.every((program) =>
      isAsItWas(`${BUILDS}/${newest.folder}/${program}.mjs`, newest.programs[program]),
    );
    const areSourcesSame = Object.entries(newest.sources).every(([path, hash]) => isAsItWas(path, hash));
    return areProgramsWhole && areSourcesSame ? newest : null;
  } catch {
    // Never built, cut short when the power went, or a source is gone.
    return null;
  }
}

/** SHA-256, 64 hexadecimal digits. */
export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
