/**
 * The highest seq that was ever acknowledged, beside the journal. A flipped bit in the last unit looks like a torn tail;
 * this file tells the two apart (reliability 1.3.6). Two slots, written in turn, in sectors of their own: a crash in the
 * middle of one leaves the other. Written before each answer, synced once a second.
 */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Disk, nodeDisk, readWhole, writeFully } from './disk.ts';
import { JournalDamaged } from './segment.ts';

const SLOT_BYTES = 512;
const RECORD_BYTES = 12;

export interface HighWater {
  /** Puts the seq in the file; durable by the next sync. */
  write(seq: number): void;
  /** Syncs what was written, beside the event loop. */
  syncLater(): void;
  close(): void;
}

/** Where it stands in the folder of a journal. */
export const highWaterPath = (directory: string): string => join(directory, 'high-water');

/** The acknowledged seq on disk, 0 without a file. Refuses when neither slot verifies. */
export function readHighWater(path: string, disk: Disk = nodeDisk): number {
  if (!disk.exists(path)) return 0;
  const bytes = readWhole(disk, path);
  // The very first start was cut short between making the file and writing it.
  if (bytes.length === 0) return 0;
  const slots = [0, SLOT_BYTES].map((offset) => readSlot(bytes, offset)).filter((seq) => seq !== null);
  if (slots.length === 0) {
    throw new JournalDamaged(
      `${path} is damaged: it no longer tells which orders were acknowledged. Restore it from a backup.`,
    );
  }
  return Math.max(...slots);
}

function readSlot(bytes: Buffer, offset: number): number | null {
  if (offset + RECORD_BYTES > bytes.length) return null;
  const record = bytes.subarray(offset, offset + RECORD_BYTES);
  if (crc32(record.subarray(4)) !== record.readUInt32LE(0)) return null;
  return Number(record.readBigUInt64LE(4));
}

export function openHighWater(disk: Disk, path: string, seq: number): HighWater {
  const file = disk.open(path, disk.exists(path) ? 'r+' : 'w');
  const record = Buffer.alloc(RECORD_BYTES);
  let slot = 0;
  let isDirty = false;
  const write = (value: number): void => {
    record.writeBigUInt64LE(BigInt(value), 4);
    record.writeUInt32LE(crc32(record.subarray(4)), 0);
    writeFully(disk, file, record, slot * SLOT_BYTES);
    slot = 1 - slot;
    isDirty = true;
  };
  const sync = (): void => {
    if (isDirty) disk.syncData(file);
    isDirty = false;
  };
  write(seq);
  write(seq);
  sync();
  return {
    write,
    syncLater() {
      // A disk that fails here fails the journal's own next sync as well, and that one is acted on.
      if (isDirty) disk.syncDataLater(file).catch(() => {});
      isDirty = false;
    },
    close: () => (sync(), disk.close(file)),
  };
}
