/** Writes a journal anew from units that were kept elsewhere, up to a chosen command: what a restore does. */
import { nodeDisk, syncFolderOn, writeFully } from './disk.ts';
import { highWaterPath, openHighWater } from './high-water.ts';
import { encodeSegmentHeader, SEGMENT_HEADER_BYTES, segmentPath } from './segment.ts';
import { encodeUnit, type Unit, ZERO_HASH } from './unit.ts';

export interface KeptUnit extends Unit {
  readonly rulesVersion: number;
  readonly bytes: Buffer;
}

export interface JournalRebuild {
  /** The last command that was added; 0 before the first. */
  readonly seq: number;
  /** Takes the next unit, whose first command follows the last one. */
  add(unit: KeptUnit): void;
  /** Takes the first `count` commands of the next unit, whose encoded bytes are `payload`: a unit of its own, the last of this log. */
  addPart(unit: KeptUnit, count: number, payload: Uint8Array): void;
  /** Makes all of it durable, and notes the last command as acknowledged. */
  finish(): void;
}

interface OpenFile {
  readonly index: number;
  readonly rulesVersion: number;
  readonly file: number;
  length: number;
}

/** Begins in a folder that is there and has no journal. Segments are about `segmentBytes` long, and end with their last unit. */
export function rebuildJournal(directory: string, segmentBytes: number): JournalRebuild {
  const disk = nodeDisk;
  let segment: OpenFile | null = null;
  let seq = 0;
  let hash: Buffer = ZERO_HASH;

  const closeSegment = (): void => {
    if (!segment) return;
    disk.sync(segment.file);
    disk.close(segment.file);
  };
  const segmentFor = (rulesVersion: number, length: number): OpenFile => {
    const isFull = segment !== null && segment.length + length > segmentBytes && segment.length > SEGMENT_HEADER_BYTES;
    if (segment !== null && !isFull && segment.rulesVersion === rulesVersion) return segment;
    closeSegment();
    const index = (segment?.index ?? 0) + 1;
    const file = disk.open(segmentPath(directory, index), 'w');
    const header = { index, firstSeq: seq + 1, previousHash: hash, rulesVersion };
    writeFully(disk, file, encodeSegmentHeader(header), 0);
    return { index, rulesVersion, file, length: SEGMENT_HEADER_BYTES };
  };
  const write = (bytes: Uint8Array, rulesVersion: number): void => {
    segment = segmentFor(rulesVersion, bytes.length);
    writeFully(disk, segment.file, bytes, segment.length);
    segment.length += bytes.length;
  };

  return {
    get seq() {
      return seq;
    },
    add(unit) {
      if (unit.firstSeq !== seq + 1)
        throw new Error(`a unit from command ${unit.firstSeq} does not follow command ${seq}`);
      write(unit.bytes, unit.rulesVersion);
      seq += unit.count;
      hash = unit.hash;
    },
    addPart(unit, count, payload) {
      const { firstSeq, epoch } = unit;
      const part = encodeUnit({ firstSeq, count, epoch, previousHash: hash, payload: [payload] });
      write(part.bytes, unit.rulesVersion);
      seq += count;
      hash = part.hash;
    },
    finish() {
      closeSegment();
      openHighWater(disk, highWaterPath(directory), seq).close();
      syncFolderOn(disk, directory);
    },
  };
}
