/**
 * Snapshots of the core beside the journal: written to a temporary name, synced, renamed, the folder synced
 * (reliability 1.3.4). A damaged one is skipped for the one before; the journal can always rebuild the state alone.
 */
import { join } from 'node:path';
import { type Disk, nodeDisk, readWhole, syncFolder, writeFullyLater } from './disk.ts';

const NAME = /^snapshot-([0-9]{15})\.bin$/;
const KEEP = 2;

function snapshotPath(directory: string, seq: number): string {
  return join(directory, `snapshot-${String(seq).padStart(15, '0')}.bin`);
}

/** Positions of the snapshots in a folder, newest first. */
export function listSnapshots(directory: string, disk: Disk = nodeDisk): number[] {
  return disk
    .list(directory)
    .map((name) => NAME.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => b - a);
}

export function readSnapshot(directory: string, seq: number, disk: Disk = nodeDisk): Uint8Array {
  return readWhole(disk, snapshotPath(directory, seq));
}

/**
 * Writes a snapshot without stopping the thread and removes the oldest, but never one that a reader at `neededSeq` still
 * starts from.
 */
export async function writeSnapshot(
  directory: string,
  seq: number,
  bytes: Uint8Array,
  neededSeq: number,
  disk: Disk = nodeDisk,
): Promise<void> {
  const path = snapshotPath(directory, seq);
  const temporary = `${path}.new`;
  const file = disk.open(temporary, 'w');
  try {
    await writeFullyLater(disk, file, bytes, 0);
    await disk.syncLater(file);
  } finally {
    disk.close(file);
  }
  await disk.renameLater(temporary, path);
  syncFolder(disk, directory);
  const newestForReader = listSnapshots(directory, disk).find((at) => at <= neededSeq);
  for (const old of listSnapshots(directory, disk).slice(KEEP))
    if (old !== newestForReader) disk.remove(snapshotPath(directory, old));
}
