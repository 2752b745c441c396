/** Our own hashes against the platform's. */
import { createHash } from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32, crc32OfText } from './crc32.ts';
import { createCore, restoreCore } from '../index.ts';
import type { Hashes } from './hashes.ts';
import { sha256Hex } from './sha256.ts';

const HOST: Hashes = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  crc32: (bytes) => zlibCrc32(bytes),
};

test('SHA-256 and CRC-32 equal the platform on every length around a block', () => {
  for (const length of [...Array.from({ length: 200 }, (_, i) => i), 1_000, 100_003]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
    expect(sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(crc32(bytes)).toBe(zlibCrc32(bytes));
  }
});

test('CRC-32 of a text is that of its bytes', () => {
  expect(crc32OfText('123456789')).toBe(0xcbf43926);
});

test('reliability 1.1 a snapshot has the same bytes whoever hashes it, and is read by either', () => {
  const own = createCore();
  const hosted = createCore({ hashes: HOST });
  for (const core of [own, hosted])
    core.apply({ kind: 'CreateAsset', asset: 'BTC', scale: 8, seq: 1, timeMs: 1_000 }, () => {});
  expect(hosted.snapshot()).toEqual(own.snapshot());
  expect(hosted.stateHash()).toBe(own.stateHash());
  expect(restoreCore(own.snapshot(), { hashes: HOST }).stateHash()).toBe(own.stateHash());
  expect(restoreCore(hosted.snapshot()).stateHash()).toBe(own.stateHash());
});
