/**
 * Room on the disk, watched ahead of need: the next segment is made while the present one still has half its length. If that fails for
 * lack of space, or because no more files may be open, the exchange takes no new orders; cancels go on in the rest of the present segment
 * and in the room of a ballast file, and normal operation returns by itself when the trouble is over (reliability 1.3.3, 1.3.5, FLT-5).
 */
import { join } from 'node:path';
import type { Clock } from '../system/clock.ts';
import { isDiskFull, isOutOfFiles } from '../system/disk-full.ts';
import { type Disk, writeFullyLater } from './disk.ts';
import { sparePath } from './segment.ts';

const BALLAST = 'ballast';
const RETRY_MS = 1_000;
const CHUNK_BYTES = 1024 * 1024;

/** The resource that the system has run out of. */
export type Shortage = 'disk' | 'files';

export interface Room {
  /** Why new orders must wait; null: they need not. */
  readonly shortage: Shortage | null;
  /** Makes the next segment's file and the ballast beside the event loop; where there is no space, starts watching. */
  prepare(): Promise<void>;
  /** Where there is no space: gives the ballast's room back to the disk, for a segment that is needed now. */
  dropBallast(): void;
  /**
   * Runs it again every second while it fails because too many files are open; there is no room meanwhile. Any other error is thrown. It
   * must be repeatable from wherever it failed.
   */
  whenFilesOpen(run: () => void): Promise<void>;
  close(): Promise<void>;
}

export interface RoomOptions {
  readonly directory: string;
  readonly segmentBytes: number;
  /** Called for any failure except those that pass by themselves: a full disk, a used up quota, too many open files. */
  readonly onFailure: (error: Error) => void;
  readonly disk: Disk;
  readonly clock: Clock;
}

export function watchRoom({ directory, segmentBytes, onFailure, disk, clock }: RoomOptions): Room {
  const ballast = join(directory, BALLAST);
  const files = [sparePath(directory), ballast];
  let shortage: Shortage | null = null;
  let isWaiting = false;
  let stopWatching: (() => void) | null = null;
  let running: Promise<void> | null = null;

  const makeMissing = async (): Promise<void> => {
    const missing = files.filter((path) => disk.sizeOf(path) !== segmentBytes);
    if (missing.length === 0) return;
    // One segment's room is left to the others on this disk: the database must not be the one that runs out.
    if (disk.freeBytes(directory) < (missing.length + 1) * segmentBytes) throw noSpace();
    for (const path of missing) await makeZeros(disk, path, segmentBytes);
  };
  const attempt = async (): Promise<void> => {
    try {
      await makeMissing();
      shortage = null;
      stopWatching?.();
      stopWatching = null;
    } catch (error) {
      if (!isDiskFull(error) && !isOutOfFiles(error)) return onFailure(error as Error);
      shortage = isDiskFull(error) ? 'disk' : 'files';
      stopWatching ??= clock.every(RETRY_MS, () => void prepare());
    } finally {
      running = null;
    }
  };
  const prepare = (): Promise<void> => (running ??= attempt());
  return {
    get shortage() {
      return isWaiting ? 'files' : shortage;
    },
    prepare,
    dropBallast() {
      if (shortage !== null && disk.exists(ballast)) disk.remove(ballast);
    },
    async whenFilesOpen(run) {
      for (;;) {
        try {
          run();
          isWaiting = false;
          return;
        } catch (error) {
          if (!isOutOfFiles(error)) throw error;
          isWaiting = true;
          await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve));
        }
      }
    },
    async close() {
      stopWatching?.();
      await running;
    },
  };
}

/** A file of zeros, whole and synced before it has its name. */
async function makeZeros(disk: Disk, path: string, length: number): Promise<void> {
  const temporary = `${path}.new`;
  const zeros = Buffer.alloc(Math.min(CHUNK_BYTES, length));
  const file = disk.open(temporary, 'w');
  try {
    for (let at = 0; at < length; at += zeros.length)
      await writeFullyLater(disk, file, zeros.subarray(0, Math.min(zeros.length, length - at)), at);
    await disk.syncLater(file);
    await disk.renameLater(temporary, path);
  } catch (error) {
    if (disk.exists(temporary)) disk.remove(temporary);
    throw error;
  } finally {
    disk.close(file);
  }
}

function noSpace(): Error {
  return Object.assign(new Error('no space for another journal segment'), { code: 'ENOSPC' });
}
