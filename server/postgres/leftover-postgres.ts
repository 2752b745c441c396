/** What a PostgreSQL that was killed leaves behind on a data folder: it is ended before the next one starts there. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresFailed } from './postgres-failed.ts';

/** A postmaster that outlived a killed Agio is stopped; only one whose data folder is ours. */
export async function stopLeftOver(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isPostmasterOf(pid, data)) return;
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    process.kill(pid, signal);
    for (let i = 0; i < seconds * 20; i++) {
      if (!isPostmasterOf(pid, data)) return;
      await sleep(50);
    }
  }
  throw new PostgresFailed(`An older PostgreSQL (process ${pid}) still uses ${data} and does not stop.`);
}

/**
 * Server processes whose postmaster was killed hold its shared memory for a moment longer; a new postmaster refuses to start
 * until they are gone. They are told by their working folder, which is the data folder.
 */
export async function endOrphans(data: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const orphans = orphansOf(data);
    if (orphans.length === 0) return;
    for (const pid of orphans) {
      try {
        process.kill(pid, attempt < 40 ? 'SIGQUIT' : 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    await sleep(50);
  }
  // A postmaster started beside them would write the same files as they do.
  throw new PostgresFailed(
    `Processes of an older PostgreSQL still use ${data} and do not end (${orphansOf(data).join(', ')}).`,
  );
}

function orphansOf(data: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`) === data;
      } catch {
        // The process ended meanwhile, or belongs to another user.
        return false;
      }
    })
    .map(Number);
}

function isPostmasterOf(pid: number, data: string): boolean {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin' },
      }).includes(data);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
  } catch {
    // No such process any more.
    return false;
  }
}
