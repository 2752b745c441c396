/**
 * Makes the names in a folder durable: after a rename or a new file the folder itself has to reach the disk, or a power cut takes the name
 * back. The journal has its own (`server/journal/disk.ts`), since a simulation replaces the disk under it.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The same without keeping the thread waiting for the disk. */
export async function syncFolderLater(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
