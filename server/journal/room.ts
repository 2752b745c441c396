/**
 * Room on the disk, watched ahead of need: the next segment is made while the present one still has half its length. Where
 * that fails for lack of space the exchange takes no new orders; cancels go on in what is left of the present segment and in
 * the room of a ballast file, and everything comes back by itself when there is space (reliability 1.3.3, 1.3.5, FLT-5).
 */
import { closeSync, existsSync, fsyncSync, openSync, statfsSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fillWithZeros, prepareSpare, sparePath } from './segment.ts';

const BALLAST = 'ballast';
const RETRY_MS = 1_000;

export interface Room {
  /** False while new orders must wait for space. */
  readonly hasRoom: boolean;
  /** Makes the next segment's file; on ENOSPC starts watching. */
  prepare(): void;
  /** Gives the ballast's room back to the disk, for a segment that is needed now. */
  dropBallast(): void;
  close(): void;
}

export function watchRoom(directory: string, segmentBytes: number): Room {
  const ballast = join(directory, BALLAST);
  let hasRoom = true;
  let timer: NodeJS.Timeout | null = null;

  const tryAll = (): void => {
    const missing = [sparePath(directory), ballast].filter((path) => sizeOf(path) !== segmentBytes).length;
    // One segment's room is left to the others on this disk: the database must not be the one that runs out.
    const { bavail, bsize } = statfsSync(directory);
    if (missing > 0 && bavail * bsize < (missing + 1) * segmentBytes) throw noSpace();
    prepareSpare(directory, segmentBytes);
    makeBallast(ballast, segmentBytes);
  };
  const stopWatching = (): void => {
    if (timer) clearInterval(timer);
    timer = null;
  };
  const attempt = (): void => {
    try {
      tryAll();
      hasRoom = true;
      stopWatching();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      hasRoom = false;
      timer ??= setInterval(attempt, RETRY_MS);
      timer.unref();
    }
  };
  return {
    get hasRoom() {
      return hasRoom;
    },
    prepare: attempt,
    dropBallast() {
      if (existsSync(ballast)) unlinkSync(ballast);
    },
    close: stopWatching,
  };
}

function makeBallast(path: string, length: number): void {
  if (sizeOf(path) === length) return;
  const descriptor = openSync(path, 'w');
  try {
    fillWithZeros(descriptor, 0, length);
    fsyncSync(descriptor);
  } catch (error) {
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

function noSpace(): Error {
  return Object.assign(new Error('no space for another journal segment'), { code: 'ENOSPC' });
}
