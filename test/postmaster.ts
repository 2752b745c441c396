/** The embedded PostgreSQL of an exchange in another process, seen from outside. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The process that its data folder names. `directory`: the DATA_DIR of the exchange. */
export function postmasterOf(directory: string): number {
  return Number(readFileSync(join(directory, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** All postmasters that run on its data folder now, told by their command line. Linux only. */
export function postmastersOf(directory: string): number[] {
  const data = join(directory, 'postgres/data');
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(data);
      } catch {
        // It ended meanwhile.
        return false;
      }
    })
    .map(Number);
}
