/**
 * Finds the unit that holds a command, in the segment files beside the running journal. Segments are walked once, by the headers of
 * their units; a mark now and then keeps the next search short.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeSegmentHeader, SEGMENT_HEADER_BYTES, SEGMENT_NAME, type SegmentHeader } from './segment.ts';
import { decodeUnit, MAX_PAYLOAD_BYTES, UNIT_HEADER_BYTES, UNIT_MAGIC } from './unit.ts';

/** The unit of the log that holds a command. */
export interface UnitPlace {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The rules under which its commands were taken. */
  readonly rulesVersion: number;
  readonly receiptHash: string;
}

export type FindUnit = (seq: number) => Promise<UnitPlace | null>;

/** Units between two marks of a segment. */
const MARK_EVERY = 64;
/** Segments whose marks are kept. */
const KEPT_SEGMENTS = 64;
const BLOCK_BYTES = 256 * 1024;

interface Mark {
  readonly seq: number;
  readonly offset: number;
}

interface Segment {
  readonly path: string;
  readonly header: SegmentHeader;
}

/**
 * By this hash a receipt names its unit: SHA-256 of the unit's own SHA-256, in hex. Receipts do not show the unit's own SHA-256:
 * whoever knew it and held two receipts could guess at other users' commands and check each guess against the chain.
 */
export function receiptHashOf(unitHash: Buffer): string {
  return createHash('sha256').update(unitHash).digest('hex');
}

/**
 * Searches one after another, so that many receipts together read the disk no more than one. Answers null for a command that is not in
 * the folder (any more), and where the unit does not verify.
 */
export function createUnitFinder(directory: string): FindUnit {
  const marks = new Map<string, Mark[]>();
  let segments: Segment[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const segmentOf = async (seq: number): Promise<Segment | null> => {
    const newest = segments.at(-1);
    // Only of the newest segment is it unknown where it ends.
    if (newest === undefined || seq >= newest.header.firstSeq) segments = await listHeaders(directory, segments);
    return segments.findLast(({ header }) => header.firstSeq <= seq) ?? null;
  };

  const find = async (seq: number): Promise<UnitPlace | null> => {
    const segment = await segmentOf(seq);
    if (segment === null) return null;
    const known = marks.get(segment.path) ?? [{ seq: segment.header.firstSeq, offset: SEGMENT_HEADER_BYTES }];
    marks.delete(segment.path);
    marks.set(segment.path, known);
    for (const path of marks.keys()) if (marks.size > KEPT_SEGMENTS) marks.delete(path);
    const file = await open(segment.path, 'r').catch(() => null);
    if (file === null) return null;
    try {
      return await walk(file, segment.header, known, seq);
    } finally {
      await file.close();
    }
  };

  return (seq) => {
    const found = last.then(() => find(seq));
    last = found.catch(() => {});
    return found;
  };
}

/** The segments by their first command; of those known already the header is not read again. */
async function listHeaders(directory: string, known: readonly Segment[]): Promise<Segment[]> {
  const names = (await readdir(directory)).filter((name) => SEGMENT_NAME.test(name)).sort();
  const segments: Segment[] = [];
  for (const name of names) {
    const path = join(directory, name);
    const before = known.find((segment) => segment.path === path);
    const header = before?.header ?? (await readHeader(path));
    if (header !== null) segments.push({ path, header });
  }
  return segments;
}

async function readHeader(path: string): Promise<SegmentHeader | null> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return null;
  try {
    return decodeSegmentHeader(path, await readAt(file, 0, SEGMENT_HEADER_BYTES));
  } finally {
    await file.close();
  }
}

/** Goes from the last mark before the command from header to header, and leaves marks where there are none yet. */
async function walk(file: FileHandle, header: SegmentHeader, marks: Mark[], seq: number): Promise<UnitPlace | null> {
  let at = marks.findLast((mark) => mark.seq <= seq) ?? null;
  let block: Buffer = Buffer.alloc(0);
  let blockAt = 0;
  for (let steps = 1; at !== null; steps++) {
    if (at.offset < blockAt || at.offset + UNIT_HEADER_BYTES > blockAt + block.length) {
      blockAt = at.offset;
      block = await readAt(file, blockAt, BLOCK_BYTES);
    }
    const head = block.subarray(at.offset - blockAt, at.offset - blockAt + UNIT_HEADER_BYTES);
    if (head.length < UNIT_HEADER_BYTES || head.readUInt32LE(0) !== UNIT_MAGIC) return null;
    const [payload, count] = [head.readUInt32LE(4), head.readUInt32LE(12)];
    if (payload > MAX_PAYLOAD_BYTES || Number(head.readBigUInt64LE(16)) !== at.seq) return null;
    const length = UNIT_HEADER_BYTES + payload;
    if (seq < at.seq + count) {
      const bytes = await readAt(file, at.offset, length);
      const unit = decodeUnit(bytes, 0, { seq: at.seq, previousHash: head.subarray(32, 64) });
      if (unit === null) return null;
      const lastSeq = at.seq + count - 1;
      return { firstSeq: at.seq, lastSeq, rulesVersion: header.rulesVersion, receiptHash: receiptHashOf(unit.hash) };
    }
    at = { seq: at.seq + count, offset: at.offset + length };
    if (steps % MARK_EVERY === 0 && at.seq > (marks.at(-1)?.seq ?? 0)) marks.push(at);
  }
  return null;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}
