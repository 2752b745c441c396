/**
 * Text that is compressed once and sent many times, in other company each time: gzip's content may be put together of parts,
 * each compressed by itself, and parts that were not compressed may stand between them as they are (decision 053).
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** A full flush ends a part at a whole byte, and no part refers to what stands in another. */
const OPTIONS = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
const compress = promisify(deflateRaw);

/** Some bytes, and the same as a block of a gzip stream. */
export interface PackedPiece {
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/** Compresses in the background. */
export async function pack(text: string): Promise<PackedPiece> {
  const plain = Buffer.from(text);
  return { plain, packed: await compress(plain, OPTIONS) };
}

/** Compresses at once: for what is small, or read at the start. */
export function packNow(text: string): PackedPiece {
  const plain = Buffer.from(text);
  return { plain, packed: deflateRawSync(plain, OPTIONS) };
}

/** Bytes as they are, in the form of a compressed block; at most 65,535 of them. */
export function stored(text: string): PackedPiece {
  const plain = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(plain.length, 1);
  head.writeUInt16LE(~plain.length & 0xffff, 3);
  return { plain, packed: Buffer.concat([head, plain]) };
}

/** The pieces, one after the other, as they are. */
export const plainOf = (pieces: readonly PackedPiece[]): Buffer => Buffer.concat(pieces.map(({ plain }) => plain));

/** The pieces, one after the other, as a gzip stream. */
export function gzipOf(pieces: readonly PackedPiece[]): Buffer {
  let checksum = 0;
  let length = 0;
  for (const { plain } of pieces) {
    checksum = crc32(plain, checksum);
    length += plain.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length, 4);
  return Buffer.concat([HEADER, ...pieces.map(({ packed }) => packed), LAST_BLOCK, trailer]);
}

/** Whether an Accept-Encoding takes gzip; `gzip;q=0` is a refusal. */
export function takesGzip(acceptEncoding: string): boolean {
  const asked = acceptEncoding.split(',').map((part) => part.replaceAll(/\s/g, '').toLowerCase());
  return asked.some((part) => /^(?:gzip|\*)(?:;q=(?!0(?:\.0*)?$).+)?$/.test(part));
}
