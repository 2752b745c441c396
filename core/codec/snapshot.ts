/**
 * The whole state as bytes, canonical: the same state gives the same bytes, whatever slots and maps hold it and however
 * often it was restored. File: "AGIO", format version, length of the body, SHA-256 of the body (the state hash), CRC-32
 * of all before and behind it, version of the rules of the program that wrote it (from format 4 on), body.
 */
import { ByteReader, ByteWriter } from './bytes.ts';
import { FIRST_RULES_VERSION, RULES_VERSION } from '../protocol/rules-version.ts';
import type { Hashes } from '../hashes/hashes.ts';
import { SNAPSHOT_VERSION } from './snapshot-version.ts';
import { readState, type State, writeState } from './state.ts';

const MAGIC = Uint8Array.of(0x41, 0x47, 0x49, 0x4f);
const HASH_AT = 16;
const CRC_AT = HASH_AT + 32;
const RULES_AT = CRC_AT + 4;
const BODY_AT = RULES_AT + 4;
/** For a state of nothing. */
const LEAST_ROOM = 1_024;
/** How much room there is beside the size of the one before. */
const GROWTH = 1.25;
/** Up to format 3 the body stands where the rules do now. */
const bodyAt = (version: number): number => (version < 4 ? RULES_AT : BODY_AT);

/** A snapshot that cannot be used: damaged, cut, or of a newer format. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** Made in place, so that a large one is neither moved nor copied while it is not much larger than the one before it. */
export function writeSnapshot(state: State, hashes: Hashes): Uint8Array {
  const writer = new ByteWriter(LEAST_ROOM + Math.ceil(state.snapshotBytes * GROWTH));
  writer.raw(new Uint8Array(BODY_AT));
  writeState(writer, state);
  const bytes = writer.from(0);
  const body = bytes.subarray(BODY_AT);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(4, SNAPSHOT_VERSION, true);
  view.setBigUint64(8, BigInt(body.length), true);
  bytes.set(hashes.sha256(body), HASH_AT);
  view.setUint32(RULES_AT, RULES_VERSION, true);
  view.setUint32(CRC_AT, checksum(bytes, hashes), true);
  state.snapshotBytes = bytes.length;
  return bytes;
}

/** Fills an empty state. Every error on the way means that the bytes are not a snapshot of ours. */
export function readSnapshot(bytes: Uint8Array, state: State, hashes: Hashes): void {
  const { body, version } = checkedBody(bytes, hashes);
  state.snapshotBytes = bytes.length;
  try {
    readState(new ByteReader(body, 0, body.length, version), state);
  } catch (error) {
    throw new SnapshotError('The snapshot holds no valid state.', { cause: error });
  }
}

/** The rules version of the program that wrote the snapshot. Only meaningful for bytes that `restoreCore` has accepted. */
export function snapshotRules(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(4, true) < 4 ? FIRST_RULES_VERSION : view.getUint32(RULES_AT, true);
}

function checkedBody(bytes: Uint8Array, hashes: Hashes): { body: Uint8Array; version: number } {
  if (bytes.length < RULES_AT || !MAGIC.every((byte, i) => bytes[i] === byte))
    throw new SnapshotError('This is not a snapshot.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4, true);
  if (version > SNAPSHOT_VERSION) {
    throw new SnapshotError(`The snapshot has format ${version}; this program knows formats to ${SNAPSHOT_VERSION}.`);
  }
  const at = bodyAt(version);
  if (view.getBigUint64(8, true) !== BigInt(bytes.length - at)) throw new SnapshotError('The snapshot is cut.');
  if (view.getUint32(CRC_AT, true) !== checksum(bytes, hashes)) throw new SnapshotError('The snapshot is damaged.');
  const body = bytes.subarray(at);
  const hash = hashes.sha256(body);
  if (!hash.every((byte, i) => bytes[HASH_AT + i] === byte)) throw new SnapshotError('The state hash does not match.');
  return { body, version };
}

function checksum(bytes: Uint8Array, { crc32 }: Hashes): number {
  return (crc32(bytes.subarray(0, CRC_AT)) ^ crc32(bytes.subarray(RULES_AT))) >>> 0;
}
