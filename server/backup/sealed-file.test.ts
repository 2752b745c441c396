import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createBackup, readBackup } from './backup-file.ts';
import { WrongBackupKey } from './key.ts';
import { BackupDamaged, createSealer, readSealed, SEALED_HEADER_BYTES } from './sealed-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'agio-sealed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const key = Buffer.alloc(32, 7);
const path = join(folder, 'file');

/** A file of three chunks, and its parts. */
function sealed(): { header: Buffer; chunks: Buffer[] } {
  const sealer = createSealer(key, 'piece');
  const chunks = ['one', 'two', 'three'].map((text, i) => sealer.seal(Buffer.from(text), i === 2));
  return { header: sealer.header, chunks };
}
function read(parts: readonly Buffer[], withKey = key): string[] {
  writeFileSync(path, Buffer.concat(parts));
  return [...readSealed(path, 'piece', withKey)].map(({ plain }) => plain.toString());
}

test('FLT-18 a sealed file can be read with its own key only', () => {
  const { header, chunks } = sealed();
  expect(read([header, ...chunks])).toEqual(['one', 'two', 'three']);
  expect(() => read([header, ...chunks], Buffer.alloc(32, 8))).toThrow(WrongBackupKey);
  expect(Buffer.concat(chunks).includes('three')).toBe(false);
});

test('FLT-18 a change of any bit of a sealed file is noticed', () => {
  const { header, chunks } = sealed();
  const whole = Buffer.concat([header, ...chunks]);
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const altered = Buffer.from(whole);
    altered[bit >> 3]! ^= 1 << (bit & 7);
    expect(() => read([altered]), `bit ${bit}`).toThrow(/\.$/);
  }
});

test('FLT-18 chunks in another order, left out, of another file, or behind the end are noticed', () => {
  const { header, chunks } = sealed();
  const [one, two, three] = chunks as [Buffer, Buffer, Buffer];
  const other = sealed();
  for (const parts of [
    [header, two, one, three],
    [header, one, three],
    [header, one, one, two, three],
    [header, other.chunks[0]!, two, three],
    [other.header, one, two, three],
    [header, one, two, three, three],
    [header, one, two, three, Buffer.from('x')],
  ])
    expect(() => read(parts)).toThrow(BackupDamaged);
});

test('FLT-18 a backup cut off between two chunks is found incomplete', () => {
  const backup = createBackup(folder, key, {
    release: 'test',
    rulesVersion: 1,
    takenAtMs: 0,
    snapshotSeq: 0,
    database: { position: 0, journalId: '', migrations: [], tables: [], sequences: [] },
  });
  backup.secretKey('secret');
  const whole = backup.finish({});
  expect([...readBackup(whole, key)].map(({ kind }) => kind)).toEqual(['head', 'secretKey', 'end']);
  const sealer = createSealer(key, 'backup');
  const first = Buffer.concat([Buffer.of(3), Buffer.from('secret')]);
  writeFileSync(path, Buffer.concat([sealer.header, sealer.seal(first, false)]));
  expect(() => [...readBackup(path, key)]).toThrow(/its end is missing/);
  expect(SEALED_HEADER_BYTES).toBe(sealer.header.length);
});
