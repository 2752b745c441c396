/** The folder of the embedded PostgreSQL's socket: in its directory, or in the system's folder for temporary files where that path is too long. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresFailed } from './postgres-failed.ts';

/** Unix socket paths end at 107 bytes; PostgreSQL adds /.s.PGSQL.5432 to the folder. */
const LONGEST_SOCKET_FOLDER = 90;

/** Makes the folder if it is missing. */
export function makeSocketFolder(directory: string): string {
  const folder = pathFor(directory);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseForeign(folder, directory);
  return folder;
}

/** For another process than the one that starts PostgreSQL. */
export function findSocketFolder(directory: string): string {
  const folder = pathFor(directory);
  if (existsSync(folder)) refuseForeign(folder, directory);
  return folder;
}

const ownFolder = (directory: string): string => join(directory, 'socket');

function pathFor(directory: string): string {
  const own = ownFolder(directory);
  return own.length <= LONGEST_SOCKET_FOLDER
    ? own
    : join(tmpdir(), `agio-${createHash('sha256').update(own).digest('hex').slice(0, 16)}`);
}

/**
 * Every user of the machine may write to the folder for temporary files and can compute this name: whoever made the folder before us could
 * pose as our database, or have put a link there that leads us to files of others.
 */
function refuseForeign(folder: string, directory: string): void {
  if (folder === ownFolder(directory) || process.platform === 'win32') return;
  const found = lstatSync(folder);
  // Under root it belongs to PostgreSQL's user, as the directory does.
  const owners = [process.getuid?.(), statSync(directory).uid];
  if (found.isDirectory() && owners.includes(found.uid) && (found.mode & 0o777) === 0o700) return;
  throw new PostgresFailed(
    `${folder}, for the socket of PostgreSQL, is not a folder of Agio alone. Look who put it there, and remove it, or choose a shorter DATA_DIR.`,
  );
}
