/**
 * Snapshots of the core beside the journal: written to a temporary name, synced, renamed, the folder synced
 * (reliability 1.3.4). A damaged one is skipped for the one before; the journal can always rebuild the state alone.
 */
import { readdirSync, unlinkSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readWhole, syncDirectory } from './segment.ts';

const NAME = /^snapshot-([0-9]{15})\.bin$/;
const KEEP = 2;

function snapshotPath(directory: string, seq: number): string {
  return join(directory, `snapshot-${String(seq).padStart(15, '0')}.bin`);
}

/** Positions of the snapshots in a folder, newest first. */
export function listSnapshots(directory: string): number[] {
  return readdirSync(directory)
    .map((name) => NAME.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => b - a);
}

export function readSnapshot(directory: string, seq: number): Uint8Array {
  return readWhole(snapshotPath(directory, seq));
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
): Promise<void> {
  const path = snapshotPath(directory, seq);
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  syncDirectory(directory);
  const newestForReader = listSnapshots(directory).find((at) => at <= neededSeq);
  for (const old of listSnapshots(directory).slice(KEEP))
    if (old !== newestForReader) unlinkSync(snapshotPath(directory, old));
}
