import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Disk, nodeDisk } from './disk.ts';
import { readSnapshot, writeSnapshot } from './snapshots.ts';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'agio-snapshots-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The real disk, the most bytes that were ever written and not synced, and the most that were read at once. */
class WatchedDisk {
  most = 0;
  mostRead = 0;
  private unsynced = 0;
  readonly disk: Disk = {
    ...nodeDisk,
    read: (file, span) => {
      this.mostRead = Math.max(this.mostRead, span.length);
      return nodeDisk.read(file, span);
    },
    writeLater: async (file, span) => {
      const written = await nodeDisk.writeLater(file, span);
      this.unsynced += written;
      this.most = Math.max(this.most, this.unsynced);
      return written;
    },
    syncDataLater: async (file) => {
      await nodeDisk.syncDataLater(file);
      this.unsynced = 0;
    },
    syncLater: async (file) => {
      await nodeDisk.syncLater(file);
      this.unsynced = 0;
    },
  };

  get isSynced(): boolean {
    return this.unsynced === 0;
  }
}

test.each([0, 1, 524_288, 524_289, 3_000_000])(
  'a snapshot of %d bytes is written, synced and read piece by piece, so that no order waits behind all of it',
  async (length) => {
    const watched = new WatchedDisk();
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 9)) & 255);
    await writeSnapshot({ directory, seq: 5, bytes, neededSeq: 5, boundarySeq: 0, besideTrading: true }, watched.disk);
    expect(Buffer.compare(readSnapshot(directory, 5, watched.disk), bytes)).toBe(0);
    expect(watched.most).toBe(Math.min(length, 524_288));
    expect(watched.mostRead).toBe(Math.min(length, 131_072));
    expect(watched.isSynced).toBe(true);
  },
);
