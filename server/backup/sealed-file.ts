/**
 * How every file of a backup is written: encrypted and authenticated in chunks, so that a long file is written and read in little
 * memory, and each byte that was altered, left out, put in another order or cut off is noticed before it is used.
 *
 *   header, 64 bytes: 0 magic "AGIOBAK1" · 8 kind, 8 bytes of ASCII · 16 salt, 32 random bytes · 48 key check, 16 bytes
 *   chunk: length u32 LE of what follows without the tag, its highest bit set in the last chunk · AES-256-GCM of the deflated
 *   bytes · tag, 16 bytes
 *
 * The key of a file comes from the backup key and its salt (HKDF-SHA256), so a nonce may be the chunk's number. Header and length
 * are authenticated with each chunk.
 */
import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { deriveFileKey, keyCheckOf, WrongBackupKey } from './key.ts';

export type SealedKind = 'backup' | 'piece' | 'mark';

const MAGIC = 'AGIOBAK1';
export const SEALED_HEADER_BYTES = 64;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const LAST = 0x8000_0000;
/** A unit of the journal has 8 MiB at most, and deflating adds little. */
const MOST_CHUNK_BYTES = 16 * 1024 * 1024;

/** A file of a backup was changed after it was written, or is incomplete. */
export class BackupDamaged extends Error {
  override readonly name = 'BackupDamaged';
}

export interface Sealer {
  readonly header: Buffer;
  /** The bytes of the next chunk. Nothing follows the last one. */
  seal(plain: Uint8Array, isLast: boolean): Buffer;
}

/**
 * Begins a file, with a new key. A chunk that could not be written is never sealed again under its number, so that no nonce is used
 * twice.
 */
export function createSealer(backupKey: Buffer, kind: SealedKind): Sealer {
  const salt = randomBytes(32);
  const header = Buffer.concat([
    Buffer.from(MAGIC),
    Buffer.from(kind.padEnd(8, ' ')),
    salt,
    keyCheckOf(backupKey, salt),
  ]);
  const key = deriveFileKey(backupKey, salt);
  let count = 0;
  return {
    header,
    seal(plain, isLast) {
      const body = deflateRawSync(plain, { level: 1 });
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32LE((body.length | (isLast ? LAST : 0)) >>> 0);
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(count++));
      cipher.setAAD(Buffer.concat([header, length]));
      return Buffer.concat([length, cipher.update(body), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

function nonceOf(count: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64LE(BigInt(count));
  return nonce;
}

export interface OpenedChunk {
  readonly plain: Buffer;
  readonly isLast: boolean;
}

/**
 * The chunks of a file in order. Throws WrongBackupKey, or BackupDamaged at the first chunk that is not whole and true; a file that
 * ends between two chunks ends the walk, and only `isLast` says that nothing is missing.
 */
export function* readSealed(path: string, kind: SealedKind, backupKey: Buffer): Generator<OpenedChunk> {
  const file = openSync(path, 'r');
  try {
    yield* readChunks({ path, file, size: fstatSync(file).size }, kind, backupKey);
  } finally {
    closeSync(file);
  }
}

interface SealedSource {
  readonly path: string;
  readonly file: number;
  readonly size: number;
}

function* readChunks(source: SealedSource, kind: SealedKind, backupKey: Buffer): Generator<OpenedChunk> {
  const { path, size } = source;
  const header = readAt(source, 0, SEALED_HEADER_BYTES);
  const key = openHeader(path, header, kind, backupKey);
  let at = SEALED_HEADER_BYTES;
  for (let count = 0; at < size; count++) {
    const length = readAt(source, at, LENGTH_BYTES);
    const word = length.readUInt32LE();
    const isLast = (word & LAST) !== 0;
    const bytes = (word & ~LAST) >>> 0;
    if (bytes > MOST_CHUNK_BYTES) throw altered(path, at);
    const sealed = readAt(source, at + LENGTH_BYTES, bytes + TAG_BYTES);
    const plain = open(key, count, Buffer.concat([header, length]), sealed);
    if (plain === null) throw altered(path, at);
    at += LENGTH_BYTES + sealed.length;
    if (isLast && at !== size)
      throw new BackupDamaged(`${path} goes on behind its end, at byte ${at}. Use another backup, or another copy.`);
    yield { plain, isLast };
  }
}

/** The file's key, once its header is the one of such a file and was made with this backup key. */
function openHeader(path: string, header: Buffer, kind: SealedKind, backupKey: Buffer): Buffer {
  if (header.toString('latin1', 0, 8) !== MAGIC || header.toString('latin1', 8, 16).trimEnd() !== kind)
    throw new BackupDamaged(`${path} does not begin like a file of this kind of a backup. Use another copy of it.`);
  const salt = header.subarray(16, 48);
  if (!timingSafeEqual(keyCheckOf(backupKey, salt), header.subarray(48, SEALED_HEADER_BYTES)))
    throw new WrongBackupKey(
      `The backup key is not the one that ${path} was made with, or the beginning of that file was altered. Use the key of then.`,
    );
  return deriveFileKey(backupKey, salt);
}

function open(key: Buffer, count: number, authenticated: Buffer, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(count));
  decipher.setAAD(authenticated);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const body = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES));
  try {
    decipher.final();
  } catch {
    // The tag is not that of these bytes in this place.
    return null;
  }
  return inflateRawSync(body);
}

function readAt({ path, file, size }: SealedSource, at: number, length: number): Buffer {
  if (at + length > size)
    throw new BackupDamaged(`${path} was cut off: it ends at byte ${size}, in the middle of what was written there.`);
  const bytes = Buffer.alloc(length);
  for (let read = 0; read < length;) {
    const count = readSync(file, bytes, read, length - read, at + read);
    if (count === 0) throw new BackupDamaged(`${path} became shorter while it was read.`);
    read += count;
  }
  return bytes;
}

function altered(path: string, at: number): BackupDamaged {
  return new BackupDamaged(`${path} is damaged at byte ${at}: what stands there is not what was written.`);
}
