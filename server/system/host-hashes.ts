/** Node's hashes for the core, some ten times as fast as its own: a large snapshot is hashed whenever it is written or read. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Hashes } from '@agio/core';

export const HOST_HASHES: Hashes = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  crc32: (bytes) => crc32(bytes),
};
