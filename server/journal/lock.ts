/**
 * One process per data folder. The lock names its holder by process id, start time and boot, so that after a kill -9 the
 * next start needs no hand (reliability 1.3.8).
 */
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  readonly boot: string;
}

export class DataDirectoryLocked extends Error {
  override readonly name = 'DataDirectoryLocked';
}

export interface Lock {
  release(): void;
}

/**
 * Takes the lock, waiting up to `waitMs` for a holder that is just stopping. On Linux the kernel decides: a socket named after
 * the folder belongs to one process and goes with it, so that two starts at once can never both take a stale file over.
 */
export async function takeLock(directory: string, waitMs: number): Promise<Lock> {
  const path = join(directory, 'lock');
  const deadline = Date.now() + waitMs;
  for (;;) {
    const guard = await takeGuard(directory);
    const holder = guard === 'taken' ? readHolder(path) : tryTake(path);
    if (guard !== 'taken' && holder === null) return { release: () => (releaseFile(path), guard?.close()) };
    if (guard !== 'taken') guard?.close();
    if (Date.now() >= deadline) {
      throw new DataDirectoryLocked(
        `Another Agio (process ${holder?.pid ?? 'unknown'}) already uses ${directory}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await sleep(100);
  }
}

/** Null on systems without abstract sockets (all but Linux): only the lock file protects the folder there. */
function takeGuard(directory: string): Promise<Server | 'taken' | null> {
  if (process.platform !== 'linux') return Promise.resolve(null);
  const { dev, ino } = statSync(directory);
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve('taken') : reject(error),
    );
    server.listen(`\0agio-${dev}-${ino}`, () => {
      server.unref();
      resolve(server);
    });
  });
}

function releaseFile(path: string): void {
  if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true });
}

/** Null when the lock is ours now, else who holds it. */
function tryTake(path: string): Holder | null {
  const mine = `${path}.${process.pid}`;
  const descriptor = openSync(mine, 'w', 0o600);
  writeSync(descriptor, JSON.stringify(describe(process.pid)));
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    linkSync(mine, path);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(mine);
  }
  const holder = readHolder(path);
  if (holder && isAlive(holder)) return holder;
  // The holder is gone. Whoever renames the stale lock away wins the right to try again.
  const stale = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, stale);
    unlinkSync(stale);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return tryTake(path);
}

/** The process that uses the folder now, or null. */
export function liveHolder(directory: string): number | null {
  const holder = readHolder(join(directory, 'lock'));
  return holder && isAlive(holder) ? holder.pid : null;
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    // The file was removed meanwhile, or a power failure cut its writing short: nobody holds the lock.
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = describe(holder.pid);
  if (now.isZombie) return false;
  return now.startedAt === holder.startedAt && now.boot === holder.boot;
}

/** Start time in clock ticks since boot, and the boot's id; empty where the system has no /proc. */
function describe(pid: number): Holder & { readonly isZombie: boolean } {
  const stat = readText(`/proc/${pid}/stat`);
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    isZombie: afterName[0] === 'Z',
    startedAt: afterName[19] ?? '',
    boot: readText('/proc/sys/kernel/random/boot_id').trim(),
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // No /proc on this system, or the process is gone: it then compares as empty.
    return '';
  }
}
