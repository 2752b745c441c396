/** Small files that must survive a power cut whole: written aside, synced, renamed, the folder synced. */
import { closeSync, constants, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

export function writeDurably(path: string, text: string, mode = 0o600): void {
  const temporary = `${path}.new`;
  // Some folders belong to another user (PostgreSQL's): a link put there must not make us write elsewhere.
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;
  const file = openSync(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}
