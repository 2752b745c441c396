/**
 * The journal's unit on disk: one group commit. A 64-byte header (little endian), then the encoded commands.
 *
 *   0 magic u32 · 4 payload length u32 · 8 crc32 u32 (of everything from byte 12 on) · 12 command count u32
 *   16 first seq u64 · 24 epoch u64 · 32 SHA-256 of the unit before (the chain)
 *
 * Only units cut by a crash at the very end of the log are ever dropped; anything else that does not verify stops the
 * start (reliability 1.3.6).
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const UNIT_HEADER_BYTES = 64;
/** "AGIU" */
export const UNIT_MAGIC = 0x55494741;
/** A unit never carries more than this; the sequencer hands over its commands in parts of an eighth of it, and one command more. */
export const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;
export const ZERO_HASH: Buffer = Buffer.alloc(32);

export interface Unit {
  readonly firstSeq: number;
  readonly count: number;
  readonly epoch: number;
  readonly payload: Buffer;
  /** SHA-256 of the whole unit: what the next one carries as its chain. */
  readonly hash: Buffer;
  /** Bytes on disk, header included. */
  readonly length: number;
}

export interface UnitInput {
  readonly firstSeq: number;
  readonly count: number;
  readonly epoch: number;
  readonly previousHash: Buffer;
  readonly payload: readonly Uint8Array[];
}

/** Builds the bytes of a unit and its hash. */
export function encodeUnit(input: UnitInput): { bytes: Buffer; hash: Buffer } {
  const header = Buffer.alloc(UNIT_HEADER_BYTES);
  const bytes = Buffer.concat([header, ...input.payload]);
  const payloadLength = bytes.length - UNIT_HEADER_BYTES;
  if (payloadLength > MAX_PAYLOAD_BYTES) throw new Error(`a journal unit of ${payloadLength} bytes passes the limit`);
  bytes.writeUInt32LE(UNIT_MAGIC, 0);
  bytes.writeUInt32LE(payloadLength, 4);
  bytes.writeUInt32LE(input.count, 12);
  bytes.writeBigUInt64LE(BigInt(input.firstSeq), 16);
  bytes.writeBigUInt64LE(BigInt(input.epoch), 24);
  input.previousHash.copy(bytes, 32);
  bytes.writeUInt32LE(crc32(bytes.subarray(12)), 8);
  return { bytes, hash: hashOf(bytes) };
}

export interface UnitExpectation {
  readonly seq: number;
  readonly previousHash: Buffer;
}

/**
 * Reads the unit at `offset`. Answers null when the bytes are not a whole, valid unit that follows `expected`
 * (null = any place in the chain will do: used to look for survivors behind a bad unit).
 */
export function decodeUnit(bytes: Buffer, offset: number, expected: UnitExpectation | null): Unit | null {
  if (offset + UNIT_HEADER_BYTES > bytes.length || bytes.readUInt32LE(offset) !== UNIT_MAGIC) return null;
  const payloadLength = bytes.readUInt32LE(offset + 4);
  const end = offset + UNIT_HEADER_BYTES + payloadLength;
  if (payloadLength > MAX_PAYLOAD_BYTES || end > bytes.length) return null;
  if (crc32(bytes.subarray(offset + 12, end)) !== bytes.readUInt32LE(offset + 8)) return null;
  const firstSeq = Number(bytes.readBigUInt64LE(offset + 16));
  if (expected) {
    if (firstSeq !== expected.seq) return null;
    if (!bytes.subarray(offset + 32, offset + 64).equals(expected.previousHash)) return null;
  }
  return {
    firstSeq,
    count: bytes.readUInt32LE(offset + 12),
    epoch: Number(bytes.readBigUInt64LE(offset + 24)),
    payload: bytes.subarray(offset + UNIT_HEADER_BYTES, end),
    hash: hashOf(bytes.subarray(offset, end)),
    length: end - offset,
  };
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
