/**
 * The few things that the journal asks of a disk, named as it uses them. `nodeDisk` is the real one; a simulation puts a disk
 * that tears, forgets and lies in its place. What ends in `Later` runs beside the event loop, on libuv's own threads.
 */
import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  rename,
  renameSync,
  statfsSync,
  statSync,
  unlinkSync,
  write,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';

/** Part of a buffer, and where in the file it belongs. */
export interface Span {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly length: number;
  readonly position: number;
}

export interface Disk {
  exists(path: string): boolean;
  /** Size of a file in bytes; 0 if it does not exist. */
  sizeOf(path: string): number;
  list(directory: string): string[];
  freeBytes(directory: string): number;
  /** `r` opens a folder as well; `w` makes the file or empties it. */
  open(path: string, flags: 'r' | 'r+' | 'w'): number;
  close(file: number): void;
  /** Like every read and write here it may do less than asked, and answers how many bytes it did. */
  read(file: number, span: Span): number;
  write(file: number, span: Span): number;
  truncate(file: number, length: number): void;
  sync(file: number): void;
  syncData(file: number): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  writeLater(file: number, span: Span): Promise<number>;
  syncLater(file: number): Promise<void>;
  syncDataLater(file: number): Promise<void>;
  renameLater(from: string, to: string): Promise<void>;
}

const writeAt = promisify(write);

export const nodeDisk: Disk = {
  exists: existsSync,
  sizeOf: (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
  list: (directory) => readdirSync(directory),
  freeBytes(directory) {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  },
  open: (path, flags) => openSync(path, flags, 0o600),
  close: closeSync,
  read: (file, { bytes, offset, length, position }) => readSync(file, bytes, offset, length, position),
  write: (file, { bytes, offset, length, position }) => writeSync(file, bytes, offset, length, position),
  truncate: ftruncateSync,
  sync: fsyncSync,
  syncData: fdatasyncSync,
  rename: renameSync,
  remove: unlinkSync,
  async writeLater(file, { bytes, offset, length, position }) {
    return (await writeAt(file, bytes, offset, length, position)).bytesWritten;
  },
  syncLater: promisify(fsync),
  syncDataLater: promisify(fdatasync),
  renameLater: promisify(rename),
};

/** One write may do less than asked (seen before ENOSPC), so it loops. */
export function writeFully(disk: Disk, file: number, bytes: Uint8Array, position: number): void {
  let written = 0;
  while (written < bytes.length) written += disk.write(file, restOf(bytes, written, position));
}

export async function writeFullyLater(disk: Disk, file: number, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) written += await disk.writeLater(file, restOf(bytes, written, position));
}

function restOf(bytes: Uint8Array, written: number, position: number): Span {
  return { bytes, offset: written, length: bytes.length - written, position: position + written };
}

export function readWhole(disk: Disk, path: string): Buffer {
  return readStart(disk, path, Infinity);
}

/**
 * A system that does not interrupt itself gives the processor to nobody else while it copies what was asked for into memory that is touched
 * for the first time: 20 ms for two megabytes, where orders may wait for that processor.
 */
const MOST_AT_ONCE = 128 * 1024;

/** The first `length` bytes of a file, fewer when it is shorter. */
export function readStart(disk: Disk, path: string, length: number): Buffer {
  const bytes = Buffer.alloc(Math.min(length, disk.sizeOf(path)));
  const file = disk.open(path, 'r');
  try {
    let read = 0;
    while (read < bytes.length) {
      const length = Math.min(bytes.length - read, MOST_AT_ONCE);
      const count = disk.read(file, { bytes, offset: read, length, position: read });
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  } finally {
    disk.close(file);
  }
}

/** Makes the names in a folder of the journal durable; on the journal's disk, which a simulation replaces. */
export function syncFolderOn(disk: Disk, directory: string): void {
  const file = disk.open(directory, 'r');
  try {
    disk.sync(file);
  } finally {
    disk.close(file);
  }
}
