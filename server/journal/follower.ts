/**
 * Reads a journal while another process or thread writes it, unit by unit from where it stood, and never a unit that is not
 * durable: the caller says up to which command it may go (`readHighWater`).
 */
import { type Disk, nodeDisk, readStart } from './disk.ts';
import { type JournalUnit } from './reader.ts';
import {
  decodeSegmentHeader,
  JournalDamaged,
  listSegments,
  SEGMENT_HEADER_BYTES,
  segmentPath,
  type SegmentHeader,
} from './segment.ts';
import { decodeUnit, MAX_PAYLOAD_BYTES, UNIT_HEADER_BYTES } from './unit.ts';

/** A unit as it stands on disk. */
export interface RawUnit extends JournalUnit {
  /** The whole of it, header included. */
  readonly bytes: Buffer;
}

export interface JournalFollower {
  /** The last command that `next` answered; where it began, before that. */
  readonly seq: number;
  /**
   * The next units whose commands are all at or before `toSeq`, of about `bytes` bytes and at least one unit; empty once `toSeq` is
   * reached. Throws JournalDamaged if the next unit does not continue the chain.
   */
  next(toSeq: number, bytes: number): RawUnit[];
  /** Bytes of the units between where it stands and `toSeq`, but for what segments leave free at their ends. */
  bytesTo(toSeq: number): number;
  close(): void;
}

interface Place {
  readonly header: SegmentHeader;
  readonly path: string;
  readonly file: number;
  offset: number;
  hash: Buffer;
}

/** Follows the log from the first unit that holds a command after `afterSeq`. `directory` may not have a segment yet. */
export function followJournal(directory: string, afterSeq: number, disk: Disk = nodeDisk): JournalFollower {
  let seq = afterSeq;
  let place: Place | null = null;

  const openPlace = (index: number): Place => {
    const path = segmentPath(directory, index);
    const header = decodeSegmentHeader(path, readStart(disk, path, SEGMENT_HEADER_BYTES));
    return { header, path, file: disk.open(path, 'r'), offset: SEGMENT_HEADER_BYTES, hash: header.previousHash };
  };

  /** The unit at the place; null if the segment has none with this seq. */
  const unitAt = (at: Place, expectedSeq: number): { unit: JournalUnit; bytes: Buffer } | null => {
    const head = readBytes(disk, at.file, at.offset, UNIT_HEADER_BYTES);
    if (head.length < UNIT_HEADER_BYTES) return null;
    const payloadLength = Math.min(head.readUInt32LE(4), MAX_PAYLOAD_BYTES);
    const bytes = readBytes(disk, at.file, at.offset, UNIT_HEADER_BYTES + payloadLength);
    const unit = decodeUnit(bytes, 0, { seq: expectedSeq, previousHash: at.hash });
    return unit && { unit: { ...unit, rulesVersion: at.header.rulesVersion }, bytes };
  };

  const pass = (at: Place, unit: JournalUnit): void => {
    at.offset += unit.length;
    at.hash = unit.hash;
  };

  /** Opens the segment that holds `seq + 1` and skips the units before it. */
  const begin = (): Place | null => {
    const indexes = listSegments(disk, directory);
    if (indexes.length === 0) return null;
    const at = openPlace(
      indexes.findLast((index, i) => i === 0 || headerOf(disk, directory, index).firstSeq <= seq + 1)!,
    );
    let next = at.header.firstSeq;
    while (next <= seq) {
      const found = unitAt(at, next);
      // Either the writer is just changing segments, or the log ends before `seq`: the next call finds out which.
      if (!found || next + found.unit.count - 1 > seq) break;
      pass(at, found.unit);
      next += found.unit.count;
    }
    seq = next - 1;
    return at;
  };

  /** The next unit, in this segment or in the one behind it. */
  const step = (toSeq: number): RawUnit | null => {
    place ??= begin();
    if (!place || seq >= toSeq) return null;
    let found = unitAt(place, seq + 1);
    if (!found) {
      const index = place.header.index + 1;
      const isThere = disk.exists(segmentPath(directory, index));
      const following = isThere ? openPlace(index) : null;
      if (!following || following.header.firstSeq !== seq + 1 || !following.hash.equals(place.hash)) {
        if (following) disk.close(following.file);
        throw new JournalDamaged(
          `${place.path} does not go on behind command ${seq} at byte ${place.offset}, and command ${toSeq} was acknowledged. ` +
            'Restore the journal from a backup.',
        );
      }
      disk.close(place.file);
      place = following;
      found = unitAt(place, seq + 1);
    }
    if (!found || seq + found.unit.count > toSeq) return null;
    pass(place, found.unit);
    seq += found.unit.count;
    return { ...found.unit, bytes: found.bytes };
  };

  return {
    get seq() {
      return seq;
    },
    next(toSeq, bytes) {
      const units: RawUnit[] = [];
      for (let size = 0; size < bytes;) {
        const unit = step(toSeq);
        if (!unit) break;
        units.push(unit);
        size += unit.length;
      }
      return units;
    },
    bytesTo(toSeq) {
      place ??= begin();
      if (!place || seq >= toSeq) return 0;
      const { header, offset, file } = place;
      const indexes = listSegments(disk, directory).filter((index) => index > header.index);
      if (indexes.length === 0) return endOf(disk, file, { seq: seq + 1, offset }, toSeq) - offset;
      let bytes = disk.sizeOf(place.path) - offset;
      for (const index of indexes.slice(0, -1)) bytes += disk.sizeOf(segmentPath(directory, index));
      const last = openPlace(indexes.at(-1)!);
      bytes += endOf(disk, last.file, { seq: last.header.firstSeq, offset: last.offset }, toSeq);
      disk.close(last.file);
      return bytes;
    },
    close() {
      if (place) disk.close(place.file);
      place = null;
    },
  };
}

function headerOf(disk: Disk, directory: string, index: number): SegmentHeader {
  const path = segmentPath(directory, index);
  return decodeSegmentHeader(path, readStart(disk, path, SEGMENT_HEADER_BYTES));
}

/** The byte behind the unit of `toSeq` in a segment, from the headers of its units alone. */
function endOf(
  disk: Disk,
  file: number,
  from: { readonly seq: number; readonly offset: number },
  toSeq: number,
): number {
  let { seq, offset } = from;
  while (seq <= toSeq) {
    const head = readBytes(disk, file, offset, UNIT_HEADER_BYTES);
    const count = head.length < UNIT_HEADER_BYTES ? 0 : head.readUInt32LE(12);
    if (count === 0) break;
    seq += count;
    offset += UNIT_HEADER_BYTES + head.readUInt32LE(4);
  }
  return offset;
}

/** At most `length` bytes: fewer where the file ends. */
function readBytes(disk: Disk, file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const count = disk.read(file, { bytes, offset: read, length: length - read, position: position + read });
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}
