/**
 * A page that is compressed once and sent many times, though each sending has a nonce of its own: gzip's content may be
 * put together of parts, each compressed by itself, and between two of them the nonce stands as it is (decision 053).
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const compress = promisify(deflateRaw);
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

export interface PackedPage {
  /** What stands between the nonces, as it is and compressed. */
  readonly pieces: readonly Buffer[];
  readonly packed: readonly Buffer[];
}

export async function packPage(html: string, mark: string): Promise<PackedPage> {
  const pieces = html.split(mark).map((piece) => Buffer.from(piece));
  // A full flush ends a part at a whole byte, and no part refers to what stands in another.
  const options = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
  return { pieces, packed: await Promise.all(pieces.map((piece) => compress(piece, options))) };
}

export function plainOf({ pieces }: PackedPage, nonce: string): Buffer {
  const between = Buffer.from(nonce);
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])));
}

export function gzipOf({ pieces, packed }: PackedPage, nonce: string): Buffer {
  const between = Buffer.from(nonce);
  const block = storedBlock(between);
  const parts: Buffer[] = [HEADER];
  let checksum = 0;
  let length = 0;
  pieces.forEach((piece, index) => {
    if (index > 0) {
      parts.push(block);
      checksum = crc32(between, checksum);
      length += between.length;
    }
    parts.push(packed[index]!);
    checksum = crc32(piece, checksum);
    length += piece.length;
  });
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length, 4);
  return Buffer.concat([...parts, LAST_BLOCK, trailer]);
}

/** Bytes as they are, in the form of a compressed block. */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
