/**
 * Reads the journal from disk and says exactly where it ends. A bad unit with a valid one behind it is damage and stops
 * the start; a bad unit at the very end was torn by a crash and is cut (reliability 1.3.6).
 */
import { type Disk, nodeDisk, readStart, readWhole } from './disk.ts';
import {
  decodeSegmentHeader,
  JournalDamaged,
  listSegments,
  SEGMENT_HEADER_BYTES,
  segmentPath,
  type SegmentHeader,
} from './segment.ts';
import { decodeUnit, UNIT_HEADER_BYTES, UNIT_MAGIC, type Unit, ZERO_HASH } from './unit.ts';

/** A unit, and the rules under which its commands were taken. */
export interface JournalUnit extends Unit {
  readonly rulesVersion: number;
}

export interface JournalEnd {
  /** Seq of the last command of the last valid unit; 0 for an empty journal. */
  readonly lastSeq: number;
  readonly lastHash: Buffer;
  readonly epoch: number;
  /** The segment that takes the next unit, and where in it. Null when there is no segment yet. */
  readonly segment: {
    readonly index: number;
    readonly offset: number;
    readonly length: number;
    readonly isTorn: boolean;
    readonly rulesVersion: number;
    /** The bytes of the unit that ends at `offset`; empty if the segment has no unit. */
    readonly lastUnit: Buffer;
  } | null;
}

/**
 * Walks all units that hold commands after `afterSeq`, oldest first, and answers where the journal ends. Reads whole
 * segments, so it starts at the segment that contains `afterSeq + 1`. A journal that is being written is read up to a durable `toSeq`:
 * what is behind it may be half written, and is not looked at.
 */
export function readJournal(
  directory: string,
  afterSeq: number,
  onUnit: (unit: JournalUnit) => void,
  disk: Disk = nodeDisk,
  toSeq = Number.MAX_SAFE_INTEGER,
): JournalEnd {
  const indexes = listSegments(disk, directory);
  if (indexes.length === 0) return { lastSeq: 0, lastHash: ZERO_HASH, epoch: 0, segment: null };
  const start = firstSegmentFor(disk, directory, indexes, afterSeq);
  let end: JournalEnd | null = null;
  for (let i = start; i < indexes.length && (end === null || end.lastSeq < toSeq); i++) {
    const path = segmentPath(directory, indexes[i]!);
    const bytes = readWhole(disk, path);
    const header = decodeSegmentHeader(path, bytes);
    if (end && (header.firstSeq !== end.lastSeq + 1 || !header.previousHash.equals(end.lastHash))) {
      throw new JournalDamaged(`${path} does not continue the segment before it. Restore the journal from a backup.`);
    }
    const segment = { path, bytes, header, isLast: i === indexes.length - 1, epoch: end?.epoch ?? 0, toSeq };
    end = readSegment(segment, (unit) => {
      if (unit.firstSeq + unit.count - 1 > afterSeq) onUnit(unit);
    });
  }
  return end!;
}

function firstSegmentFor(disk: Disk, directory: string, indexes: readonly number[], afterSeq: number): number {
  for (let i = indexes.length - 1; i > 0; i--) {
    const path = segmentPath(directory, indexes[i]!);
    // The segment that holds `afterSeq` itself: its last unit carries the epoch and the chain that the next one continues.
    if (readHeader(disk, path).firstSeq <= afterSeq) return i;
  }
  return 0;
}

/** The last command before those taken under these rules; null if the journal has none of these. */
export function lastSeqBefore(rulesVersion: number, directory: string, disk: Disk = nodeDisk): number | null {
  const indexes = listSegments(disk, directory);
  let [from, to] = [0, indexes.length];
  // Rules only ever rise: of two segments, the later one never has older ones.
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (readHeader(disk, segmentPath(directory, indexes[middle]!)).rulesVersion < rulesVersion) from = middle + 1;
    else to = middle;
  }
  return from < indexes.length ? readHeader(disk, segmentPath(directory, indexes[from]!)).firstSeq - 1 : null;
}

function readHeader(disk: Disk, path: string): SegmentHeader {
  return decodeSegmentHeader(path, readStart(disk, path, SEGMENT_HEADER_BYTES));
}

interface SegmentInput {
  readonly path: string;
  readonly bytes: Buffer;
  readonly header: SegmentHeader;
  readonly isLast: boolean;
  readonly epoch: number;
  readonly toSeq: number;
}

function readSegment(segment: SegmentInput, onUnit: (unit: JournalUnit) => void): JournalEnd {
  const { bytes, header, path } = segment;
  const { rulesVersion } = header;
  let offset = SEGMENT_HEADER_BYTES;
  let seq = header.firstSeq;
  let hash = header.previousHash;
  let epoch = segment.epoch;
  let lastUnit = bytes.subarray(offset, offset);
  while (seq <= segment.toSeq) {
    const unit = decodeUnit(bytes, offset, { seq, previousHash: hash });
    if (!unit) break;
    if (unit.epoch < epoch)
      throw new JournalDamaged(
        `${path} holds a unit of an older leader at byte ${offset}. Restore the journal from a backup.`,
      );
    onUnit({ ...unit, rulesVersion });
    lastUnit = bytes.subarray(offset, offset + unit.length);
    offset += unit.length;
    seq += unit.count;
    hash = unit.hash;
    epoch = unit.epoch;
  }
  const isClean = seq > segment.toSeq || isZero(bytes, offset);
  if (!isClean && !(segment.isLast && !hasUnitBehind(bytes, offset, seq))) {
    throw new JournalDamaged(
      `${path} is damaged at byte ${offset} (after command ${seq - 1}) and has valid commands behind the damage. ` +
        'Nothing was changed. Restore the journal from a backup.',
    );
  }
  return {
    lastSeq: seq - 1,
    lastHash: hash,
    epoch,
    segment: {
      index: header.index,
      offset,
      length: bytes.length,
      isTorn: !isClean,
      rulesVersion,
      lastUnit,
    },
  };
}

const ZEROS = Buffer.alloc(64 * 1024);

/** Compared in pieces: a segment is preallocated, so that most of what a start looks through may be zeros. */
function isZero(bytes: Buffer, from: number): boolean {
  for (let at = from; at < bytes.length; at += ZEROS.length) {
    const end = Math.min(at + ZEROS.length, bytes.length);
    if (bytes.compare(ZEROS, 0, end - at, at, end) !== 0) return false;
  }
  return true;
}

/** Whether a whole valid unit of a later seq stands anywhere behind `from`. */
function hasUnitBehind(bytes: Buffer, from: number, seq: number): boolean {
  const magic = Buffer.alloc(4);
  magic.writeUInt32LE(UNIT_MAGIC, 0);
  for (
    let at = bytes.indexOf(magic, from);
    at >= 0 && at + UNIT_HEADER_BYTES <= bytes.length;
    at = bytes.indexOf(magic, at + 1)
  ) {
    const unit = decodeUnit(bytes, at, null);
    if (unit && unit.firstSeq >= seq) return true;
  }
  return false;
}
