/** Small files that must survive a power cut whole: written aside, synced, renamed, the folder synced. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export function writeDurably(path: string, text: string, mode = 0o600): void {
  const temporary = `${path}.new`;
  const file = openSync(temporary, 'w', mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
