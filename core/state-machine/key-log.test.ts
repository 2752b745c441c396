/** The log of keys, beside a plain list of them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EncodedKeys, KeyLog } from './key-log.ts';

const PAGE_BYTES = 65_536;

interface Kept {
  readonly uid: number;
  readonly hash: number;
  readonly bytes: Uint8Array;
}

/** Users of more than 32 bits. */
const uidOf = (pick: number): number => (pick % 5) * 2 ** 31;
const UID_AT = 4;

/** Bytes that differ from those of all others, and that name the user. */
function bytesOf(number: number, pick: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(number);
  new DataView(bytes.buffer).setUint32(0, number);
  bytes[UID_AT] = pick % 5;
  return bytes;
}

function joined(parts: Iterable<Uint8Array>): Buffer {
  return Buffer.concat([...parts]);
}

/** As a snapshot has them. */
function encoded(keys: readonly Kept[]): EncodedKeys {
  const begins = [7];
  for (const { bytes } of keys) begins.push(begins.at(-1)! + bytes.length);
  return {
    bytes: joined([new Uint8Array(7), ...keys.map(({ bytes }) => bytes)]),
    count: keys.length,
    uids: Float64Array.from(keys, ({ uid }) => uid),
    begins: Float64Array.from(begins),
    keysAt: new Float64Array(keys.length),
    keyLengths: new Uint32Array(keys.length),
  };
}

class Beside {
  readonly log: KeyLog;
  /** Oldest first. */
  keys: Kept[] = [];
  private number = 0;

  constructor(keepsOldest: boolean) {
    this.log = new KeyLog(keepsOldest, (record) => uidOf(record[UID_AT]!));
  }

  make(pick: number, length: number): Kept {
    this.number += 1;
    // Few hashes: names with one hash are told apart by their bytes.
    return { uid: uidOf(pick), hash: (pick % 11) - 5, bytes: bytesOf(this.number, pick, length) };
  }

  add(kept: Kept): void {
    const { uid, hash, bytes } = kept;
    // A view of more.
    const around = joined([new Uint8Array(3), bytes, new Uint8Array(2)]);
    this.log.add({ uid, tag: hash * 2, hash }, around.subarray(3, 3 + bytes.length));
    this.keys.push(kept);
  }

  addAll(more: readonly Kept[]): void {
    const hashes = Int32Array.from(more, ({ hash }) => hash);
    this.log.addAll(
      encoded(more),
      hashes.map((hash) => hash * 2),
      hashes,
    );
    this.keys.push(...more);
  }

  drop(place: number): void {
    const [kept] = this.keys.splice(place, 1);
    if (kept !== undefined) this.log.drop(this.entryOf(kept));
  }

  /** 0 where the log does not find it. */
  entryOf({ uid, hash, bytes }: Kept): number {
    let entry = this.log.find(uid, hash);
    while (entry !== 0 && !Buffer.from(this.log.bytesOf(entry)).equals(bytes)) entry = this.log.another(entry);
    return entry;
  }

  check(): void {
    const { log, keys } = this;
    expect(log.count).toBe(keys.length);
    expect(joined(log.pieces()).equals(joined(keys.map(({ bytes }) => bytes)))).toBe(true);
    expect(log.oldest).toBe(keys[0] === undefined ? 0 : this.entryOf(keys[0]));
    for (let pick = 0; pick < 5; pick += 1) {
      const own = keys.filter(({ uid }) => uid === uidOf(pick));
      expect(log.countOf(uidOf(pick))).toBe(own.length);
      if (!log['keepsOldest']) continue;
      expect(log.oldestOf(uidOf(pick))).toBe(own[0] === undefined ? 0 : this.entryOf(own[0]));
    }
    for (const kept of keys.slice(0, 20)) {
      const entry = this.entryOf(kept);
      expect([log.uidOf(entry), log.tagOf(entry)]).toEqual([kept.uid, kept.hash * 2]);
    }
  }

  get pages(): readonly { readonly live: number; readonly used: number }[] {
    return this.log['pages'].filter((page) => page !== null);
  }
}

const STEP = fc.record({
  kind: fc.constantFrom('add', 'add', 'many', 'oldest', 'any', 'any'),
  pick: fc.nat(10_000),
  length: fc.oneof(fc.integer({ min: 5, max: 300 }), fc.integer({ min: 4_000, max: 9_000 }), fc.constant(70_000)),
});

test('reliability 1.4 keys are kept in their order, found, counted by user and dropped, whatever pages become one', () => {
  const reached = { holes: 0, pages: 0, large: 0, empty: 0 };
  fc.assert(
    fc.property(fc.boolean(), fc.array(STEP, { minLength: 20, maxLength: 150 }), (keepsOldest, steps) => {
      const beside = new Beside(keepsOldest);
      for (const { kind, pick, length } of steps) {
        const { keys } = beside;
        if (kind === 'add') beside.add(beside.make(pick, length));
        if (kind === 'many')
          beside.addAll(Array.from({ length: pick % 40 }, (_, i) => beside.make(pick + i, Math.min(length, 5_000))));
        // Several at a time, so that the log shrinks as well.
        for (let left = 1 + (pick % 9); left > 0 && keys.length > 0; left -= 1) {
          if (kind === 'oldest') beside.drop(0);
          if (kind === 'any') beside.drop(pick % keys.length);
        }
        if (beside.pages.some(({ live, used }) => live < used)) reached.holes += 1;
        if (length > PAGE_BYTES) reached.large += 1;
        if (keys.length === 0) reached.empty += 1;
        reached.pages = Math.max(reached.pages, beside.pages.length);
      }
      beside.check();
    }),
    { numRuns: 100, seed: 20_261_129 },
  );
  expect(Object.values(reached).every((times) => times > 10)).toBe(true);
});

test('reliability 1.4 what keys leave behind is used again: of many that one user adds and loses, beside few that stay', () => {
  const beside = new Beside(true);
  for (let round = 0; round < 20_000; round += 1) {
    beside.add(beside.make(round, 100));
    // One of a hundred stays.
    if (round > 1_000 && round % 100 !== 0) beside.drop(Math.min(beside.keys.length - 1_000, beside.keys.length - 1));
  }
  const live = beside.keys.reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect(beside.pages.length * PAGE_BYTES).toBeLessThan((8 / 3) * live + 2 * PAGE_BYTES);
  beside.check();
});

test('reliability 1.4 of thousands of keys that come at once each user has their own, oldest first', () => {
  const beside = new Beside(true);
  for (let round = 0; round < 10; round += 1) beside.add(beside.make(round, 50));
  beside.addAll(Array.from({ length: 6_000 }, (_, i) => beside.make(i * 7, 20 + (i % 30))));
  beside.check();
  for (let left = 3_000; left > 0; left -= 1) beside.drop((left * 31) % 900);
  beside.check();
});
