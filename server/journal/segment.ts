/**
 * One file of the journal: a header, then units, then zeros up to its full preallocated length, so that fdatasync touches
 * no metadata and a full disk shows when a segment is made, not inside an order (reliability 1.3.3).
 *
 *   0 magic "AGIOLOG1" · 8 format u32 · 12 crc32 u32 (of byte 16 to 64) · 16 first seq u64 · 24 index u64 · 32 chain hash
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

export const SEGMENT_HEADER_BYTES = 64;
export const JOURNAL_FORMAT = 1;
const MAGIC = Buffer.from('AGIOLOG1');
const NAME = /^journal-([0-9]{8})\.log$/;

export interface SegmentHeader {
  readonly index: number;
  readonly firstSeq: number;
  readonly previousHash: Buffer;
}

export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';
}

export function segmentPath(directory: string, index: number): string {
  return join(directory, `journal-${String(index).padStart(8, '0')}.log`);
}

/** Indexes of the segments in a folder, ascending. A hole in the row is damage. */
export function listSegments(directory: string): number[] {
  const indexes = readdirSync(directory)
    .map((name) => NAME.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
  for (let i = 1; i < indexes.length; i++) {
    if (indexes[i] !== indexes[i - 1]! + 1) {
      throw new JournalDamaged(
        `The journal misses the segment after ${segmentPath(directory, indexes[i - 1]!)}. Restore it from a backup.`,
      );
    }
  }
  return indexes;
}

export function encodeSegmentHeader(header: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
  MAGIC.copy(bytes, 0);
  bytes.writeUInt32LE(JOURNAL_FORMAT, 8);
  bytes.writeBigUInt64LE(BigInt(header.firstSeq), 16);
  bytes.writeBigUInt64LE(BigInt(header.index), 24);
  header.previousHash.copy(bytes, 32);
  bytes.writeUInt32LE(crc32(bytes.subarray(16)), 12);
  return bytes;
}

export function decodeSegmentHeader(path: string, bytes: Buffer): SegmentHeader {
  if (bytes.length < SEGMENT_HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) {
    throw new JournalDamaged(`${path} does not start like a journal segment. Restore it from a backup.`);
  }
  const format = bytes.readUInt32LE(8);
  if (format !== JOURNAL_FORMAT) {
    throw new JournalDamaged(
      `${path} has journal format ${format}; this release reads format ${JOURNAL_FORMAT}. Use the release that wrote it.`,
    );
  }
  if (crc32(bytes.subarray(16, SEGMENT_HEADER_BYTES)) !== bytes.readUInt32LE(12)) {
    throw new JournalDamaged(`The header of ${path} is damaged. Restore it from a backup.`);
  }
  return {
    firstSeq: Number(bytes.readBigUInt64LE(16)),
    index: Number(bytes.readBigUInt64LE(24)),
    previousHash: Buffer.from(bytes.subarray(32, 64)),
  };
}

/** A segment made ahead of its turn: full of zeros, without a header yet. */
const SPARE = 'journal-next.spare';

export function sparePath(directory: string): string {
  return join(directory, SPARE);
}

/** Makes the next segment's file ahead of its turn, synced. Does nothing when it is there. Throws ENOSPC when there is no room. */
export function prepareSpare(directory: string, length: number): void {
  const path = sparePath(directory);
  if (existsSync(path) && statSync(path).size === length) return;
  const descriptor = openSync(path, 'w');
  try {
    fillWithZeros(descriptor, 0, length);
    fsyncSync(descriptor);
  } catch (error) {
    // What was written of it would only take the room that is missing.
    ftruncateSync(descriptor, 0);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Turns the spare (made now when there is none) into the segment of that header. */
export function createSegment(directory: string, header: SegmentHeader, length: number): void {
  prepareSpare(directory, length);
  const spare = sparePath(directory);
  const descriptor = openSync(spare, 'r+');
  try {
    writeFully(descriptor, encodeSegmentHeader(header), 0);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(spare, segmentPath(directory, header.index));
  syncDirectory(directory);
}

/** Overwrites [from, to) with zeros. */
export function fillWithZeros(descriptor: number, from: number, to: number): void {
  const zeros = Buffer.alloc(1024 * 1024);
  for (let at = from; at < to; at += zeros.length)
    writeFully(descriptor, zeros.subarray(0, Math.min(zeros.length, to - at)), at);
}

/** writeSync may write less than asked (seen before ENOSPC), so it loops. */
export function writeFully(descriptor: number, bytes: Buffer, position: number): void {
  let written = 0;
  while (written < bytes.length)
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
}

export function readWhole(path: string): Buffer {
  return readStart(path, Infinity);
}

/** The first `length` bytes of a file, fewer when it is shorter. */
export function readStart(path: string, length: number): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(length, fstatSync(descriptor).size));
    let read = 0;
    while (read < bytes.length) {
      const count = readSync(descriptor, bytes, read, bytes.length - read, read);
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes names in a folder durable. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
