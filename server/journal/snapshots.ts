/**
 * Snapshots of the core beside the journal: written to a temporary name, synced, renamed, the folder synced
 * (reliability 1.3.4). A damaged one is skipped for the one before; the journal can rebuild the state alone, back to the last
 * change of rules.
 */
import { join } from 'node:path';
import { type Disk, nodeDisk, readWhole, syncFolderOn, writeFullyLater } from './disk.ts';

const NAME = /^snapshot-([0-9]{15})\.bin$/;
const UNFINISHED = /^snapshot-[0-9]{15}\.bin\.new$/;
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

export interface NewSnapshot {
  readonly directory: string;
  readonly seq: number;
  readonly bytes: Uint8Array;
  /** A reader that stands here may have to go on from a snapshot. */
  readonly neededSeq: number;
  /** The last command of older rules, 0 without any: nothing before it is ever replayed. */
  readonly boundarySeq: number;
  /** Orders wait for the same disk meanwhile: each piece is on it before the next is written, which takes longer. */
  readonly besideTrading: boolean;
}

/** Removes snapshots that were begun and never finished. One is written at a time, so nobody is still writing to these. */
function removeUnfinished(directory: string, disk: Disk): void {
  for (const name of disk.list(directory)) if (UNFINISHED.test(name)) disk.remove(join(directory, name));
}

/** An order waits for the disk behind the piece that is being written. */
const PIECE_BYTES = 512 * 1024;

/** Each piece is on disk before the next is written; the last may still be on its way. */
async function writeInPieces(disk: Disk, file: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await disk.syncDataLater(file);
    await writeFullyLater(disk, file, bytes.subarray(at, at + PIECE_BYTES), at);
  }
}

/**
 * Writes a snapshot without stopping the thread and removes the oldest, but never one that a reader still starts from, nor the first one
 * after a change of rules: that state can no longer be rebuilt from the journal alone.
 */
export async function writeSnapshot(snapshot: NewSnapshot, disk: Disk = nodeDisk): Promise<void> {
  const { directory, seq, bytes, neededSeq, boundarySeq, besideTrading } = snapshot;
  const path = snapshotPath(directory, seq);
  const temporary = `${path}.new`;
  removeUnfinished(directory, disk);
  const file = disk.open(temporary, 'w');
  try {
    if (besideTrading) await writeInPieces(disk, file, bytes);
    else await writeFullyLater(disk, file, bytes, 0);
    await disk.syncLater(file);
  } finally {
    disk.close(file);
  }
  await disk.renameLater(temporary, path);
  syncFolderOn(disk, directory);
  const kept = listSnapshots(directory, disk);
  const newestForReader = kept.find((at) => at <= neededSeq);
  const firstOfRules = boundarySeq === 0 ? undefined : kept.findLast((at) => at >= boundarySeq);
  for (const old of kept.slice(KEEP))
    if (old !== newestForReader && old !== firstOfRules) disk.remove(snapshotPath(directory, old));
}
