/**
 * Hashes of many bytes. The core has its own, because it may call nothing of its host; a host that has faster ones of the same results
 * hands them over.
 */
import { crc32 } from './crc32.ts';
import { sha256 } from './sha256.ts';

export interface Hashes {
  /** FIPS 180-4: 32 bytes. */
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  /** IEEE 802.3, reflected, unsigned. */
  readonly crc32: (bytes: Uint8Array) => number;
}

export const OWN_HASHES: Hashes = { sha256, crc32 };
