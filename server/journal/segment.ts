/**
 * One file of the journal: a header, then units, then zeros up to its full preallocated length, so that fdatasync touches
 * no metadata and a full disk shows when a segment is made, not inside an order (reliability 1.3.3).
 *
 *   0 magic "AGIOLOG1" · 8 format u32 · 12 crc32 u32 (of byte 16 to 64) · 16 first seq u64 · 24 index u32 · 28 version of the
 *   rules u32 · 32 chain hash
 *
 * All commands of a segment were taken under the same rules: a program with other ones begins a segment of its own. Format 1
 * names no rules, and a release that knows no other format refuses what this one writes.
 */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FIRST_RULES_VERSION } from '@agio/core';
import { type Disk, syncFolderOn, writeFully } from './disk.ts';

export const SEGMENT_HEADER_BYTES = 64;
const JOURNAL_FORMAT = 2;
const MAGIC = Buffer.from('AGIOLOG1');
export const SEGMENT_NAME = /^journal-([0-9]{8})\.log$/;

export interface SegmentHeader {
  readonly index: number;
  readonly firstSeq: number;
  readonly previousHash: Buffer;
  readonly rulesVersion: number;
}

export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';
}

export function segmentPath(directory: string, index: number): string {
  return join(directory, `journal-${String(index).padStart(8, '0')}.log`);
}

/** Indexes of the segments in a folder, ascending. Throws JournalDamaged where one is missing between two others. */
export function listSegments(disk: Disk, directory: string): number[] {
  const indexes = disk
    .list(directory)
    .map((name) => SEGMENT_NAME.exec(name)?.[1])
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
  bytes.writeUInt32LE(header.index, 24);
  bytes.writeUInt32LE(header.rulesVersion, 28);
  header.previousHash.copy(bytes, 32);
  bytes.writeUInt32LE(crc32(bytes.subarray(16)), 12);
  return bytes;
}

export function decodeSegmentHeader(path: string, bytes: Buffer): SegmentHeader {
  if (bytes.length < SEGMENT_HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) {
    throw new JournalDamaged(`${path} does not start like a journal segment. Restore it from a backup.`);
  }
  const format = bytes.readUInt32LE(8);
  if (format < 1 || format > JOURNAL_FORMAT) {
    throw new JournalDamaged(
      `${path} has journal format ${format}; this release reads formats to ${JOURNAL_FORMAT}. Use the release that wrote it.`,
    );
  }
  if (crc32(bytes.subarray(16, SEGMENT_HEADER_BYTES)) !== bytes.readUInt32LE(12)) {
    throw new JournalDamaged(`The header of ${path} is damaged. Restore it from a backup.`);
  }
  return {
    firstSeq: Number(bytes.readBigUInt64LE(16)),
    index: bytes.readUInt32LE(24),
    previousHash: Buffer.from(bytes.subarray(32, 64)),
    rulesVersion: format === 1 ? FIRST_RULES_VERSION : bytes.readUInt32LE(28),
  };
}

/** A segment made ahead of its turn: full of zeros, without a header yet. */
const SPARE = 'journal-next.spare';

export function sparePath(directory: string): string {
  return join(directory, SPARE);
}

/** Makes the next segment's file ahead of its turn, synced. Does nothing when it is there. Throws ENOSPC when there is no room. */
function prepareSpare(disk: Disk, directory: string, length: number): void {
  const path = sparePath(directory);
  if (disk.sizeOf(path) === length) return;
  const file = disk.open(path, 'w');
  try {
    fillWithZeros(disk, file, 0, length);
    disk.sync(file);
  } catch (error) {
    // A partial file would only take room from a full disk.
    disk.truncate(file, 0);
    throw error;
  } finally {
    disk.close(file);
  }
}

/** Turns the spare (made now when there is none) into the segment of that header. */
export function createSegment(disk: Disk, directory: string, header: SegmentHeader, length: number): void {
  prepareSpare(disk, directory, length);
  const spare = sparePath(directory);
  const file = disk.open(spare, 'r+');
  try {
    writeFully(disk, file, encodeSegmentHeader(header), 0);
    disk.sync(file);
  } finally {
    disk.close(file);
  }
  disk.rename(spare, segmentPath(directory, header.index));
  syncFolderOn(disk, directory);
}

/** Overwrites [from, to) with zeros. */
export function fillWithZeros(disk: Disk, file: number, from: number, to: number): void {
  const zeros = Buffer.alloc(Math.min(1024 * 1024, to - from));
  for (let at = from; at < to; at += zeros.length)
    writeFully(disk, file, zeros.subarray(0, Math.min(zeros.length, to - at)), at);
}
