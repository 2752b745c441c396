import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RULES_VERSION } from '@agio/core';
import { nodeDisk } from './disk.ts';
import { type Journal, JournalDamaged, openJournal, readJournal } from './index.ts';
import { createSegment, segmentPath } from './segment.ts';

const SEGMENT_BYTES = 64 * 1024;
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'agio-journal-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function open(onCommand: (text: string) => void = () => {}, afterSeq = 0, segmentBytes = SEGMENT_BYTES): Journal {
  return openJournal(
    {
      directory,
      segmentBytes,
      onFailure: (error) => {
        throw error;
      },
    },
    afterSeq,
    (unit) => {
      for (const text of unit.payload.toString().split('\n').filter(Boolean)) onCommand(text);
    },
  );
}

async function append(journal: Journal, from: number, to: number, perUnit = 1): Promise<void> {
  for (let seq = from; seq <= to; seq += perUnit) {
    for (let next = seq; next < seq + perUnit && next <= to; next++)
      journal.append(next, Buffer.from(`command ${next}\n`));
    await until(journal, Math.min(seq + perUnit - 1, to));
  }
}

function until(journal: Journal, seq: number): Promise<void> {
  return new Promise((resolve) => {
    if (journal.durableSeq >= seq) return resolve();
    journal.onDurable((durable) => durable >= seq && resolve());
  });
}

function readAll(afterSeq = 0): string[] {
  const texts: string[] = [];
  readJournal(directory, afterSeq, (unit) => texts.push(...unit.payload.toString().split('\n').filter(Boolean)));
  return texts;
}

const commands = (count: number): string[] => Array.from({ length: count }, (_, index) => `command ${index + 1}`);

describe('the journal', () => {
  test.runIf(process.platform !== 'win32')('ATK-17 its files are for the user who starts it alone', async () => {
    const journal = open();
    await append(journal, 1, 5);
    await journal.close();
    const files = readdirSync(directory).map((name) => [name, statSync(join(directory, name)).mode & 0o777]);
    expect(files).toEqual(files.map(([name]) => [name, 0o600]));
  });

  test('reads the appended commands back in order, over a restart with a new epoch', async () => {
    const first = open();
    await append(first, 1, 50, 7);
    await first.close();
    const seen: string[] = [];
    const second = open((text) => seen.push(text));
    expect(seen).toEqual(commands(50));
    expect(second.durableSeq).toBe(50);
    expect(second.epoch).toBe(first.epoch + 1);
    await append(second, 51, 60);
    await second.close();
    expect(readAll()).toEqual(commands(60));
  });

  test('puts commands that arrive during a write into the next unit together', async () => {
    const journal = open();
    const durable: number[] = [];
    journal.onDurable((seq) => durable.push(seq));
    for (let seq = 1; seq <= 100; seq++) journal.append(seq, Buffer.from(`command ${seq}\n`));
    await until(journal, 100);
    await journal.close();
    expect(durable).toEqual([100]);
  });

  test('goes on in a new segment when one is full and reads across them', async () => {
    const journal = open(undefined, 0, 2_000);
    await append(journal, 1, 200);
    await journal.close();
    expect(readdirSync(directory).filter((name) => name.endsWith('.log')).length).toBeGreaterThan(5);
    expect(readAll()).toEqual(commands(200));
    expect(readAll(150).at(-1)).toBe('command 200');
    expect(readAll(150).length).toBeLessThan(200);
  });

  test('FLT-3 a tail torn at any byte is cut to an exact prefix, and a second start leaves the files as they are', async () => {
    const journal = open();
    await append(journal, 1, 40);
    await journal.close();
    const path = segmentPath(directory, 1);
    const whole = readFileSync(path);
    const used = lastUsedByte(whole) + 1;
    rmSync(join(directory, 'high-water'));
    for (let cut = used - 400; cut <= used; cut++) {
      for (const rest of [
        Buffer.alloc(0),
        Buffer.alloc(100),
        Buffer.from('garbage that is no unit'),
        whole.subarray(64, 164),
      ]) {
        writeFileSync(path, Buffer.concat([whole.subarray(0, cut), rest]));
        const texts = readAll();
        expect(texts).toEqual(commands(texts.length));
        expect(texts.length).toBeGreaterThanOrEqual(cut === used ? 40 : 33);
        const again = open();
        await again.close();
        rmSync(join(directory, 'high-water'));
        expect(readAll()).toEqual(texts);
      }
    }
  });

  test('FLT-4 with a flipped bit before the tail the start is refused, and the files stay as they are', async () => {
    const journal = open();
    await append(journal, 1, 30);
    await journal.close();
    const path = segmentPath(directory, 1);
    const whole = readFileSync(path);
    const used = lastUsedByte(whole);
    const copy = join(directory, 'copy');
    copyFileSync(path, copy);
    let noticed = 0;
    for (let at = 16; at <= used; at += 3) {
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 1 << (at % 8);
      writeFileSync(path, flipped);
      expect(() => open(), `byte ${at}`).toThrow(JournalDamaged);
      noticed++;
    }
    expect(noticed).toBeGreaterThan(700);
    copyFileSync(copy, path);
    expect(readAll()).toEqual(commands(30));
  });

  test('FLT-4 damage followed by valid commands is not taken for a torn tail, even without a record of acknowledged commands', async () => {
    const journal = open();
    await append(journal, 1, 30);
    await journal.close();
    const path = segmentPath(directory, 1);
    const whole = readFileSync(path);
    const lastUnit = whole.lastIndexOf('AGIU');
    for (let at = 16; at < lastUnit; at += 7) {
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 1 << (at % 8);
      writeFileSync(path, flipped);
      rmSync(join(directory, 'high-water'), { force: true });
      expect(() => open(), `byte ${at}`).toThrow(JournalDamaged);
      expect(readFileSync(path).equals(flipped), `byte ${at}`).toBe(true);
    }
  });

  test('FLT-4 swapped, doubled and zeroed sectors are noticed', async () => {
    const journal = open();
    await append(journal, 1, 100);
    await journal.close();
    const path = segmentPath(directory, 1);
    const whole = readFileSync(path);
    const sectors = Math.floor(lastUsedByte(whole) / 512);
    for (let sector = 0; sector < sectors - 1; sector++) {
      for (const damage of ['swap', 'double', 'zero'] as const) {
        const bytes = Buffer.from(whole);
        const here = whole.subarray(sector * 512, sector * 512 + 512);
        const next = whole.subarray(sector * 512 + 512, sector * 512 + 1024);
        if (damage === 'swap') next.copy(bytes, sector * 512);
        if (damage !== 'zero') here.copy(bytes, sector * 512 + 512);
        else bytes.fill(0, sector * 512, sector * 512 + 512);
        writeFileSync(path, bytes);
        expect(() => open(), `${damage} ${sector}`).toThrow(JournalDamaged);
      }
    }
  });

  test('FLT-12 a journal that is being written is read up to a durable position, whatever is half written behind it', async () => {
    const journal = open();
    await append(journal, 1, 100);
    await journal.close();
    const path = segmentPath(directory, 1);
    const bytes = readFileSync(path);
    // A read in pieces may miss a unit that is written meanwhile and see the one behind it.
    bytes.fill(0, bytes.indexOf('command 91\n'), bytes.indexOf('command 92\n'));
    writeFileSync(path, bytes);
    const seen: number[] = [];
    const read = (toSeq?: number): unknown =>
      readJournal(directory, 0, ({ firstSeq }) => void seen.push(firstSeq), nodeDisk, toSeq);
    expect(() => read()).toThrow(JournalDamaged);
    seen.length = 0;
    read(90);
    expect(seen.at(-1)).toBe(90);
    expect(() => read(91)).toThrow(JournalDamaged);
  });

  test('FLT-4 an acknowledged unit lost from the very end is noticed by the high-water file', async () => {
    const journal = open();
    await append(journal, 1, 20);
    await journal.close();
    const path = segmentPath(directory, 1);
    const whole = readFileSync(path);
    whole[lastUsedByte(whole)]! ^= 1;
    writeFileSync(path, whole);
    expect(() => open()).toThrow(/command 20 was acknowledged/);
  });

  test('FLT-4 a damaged high-water file is noticed, one damaged slot is not fatal', async () => {
    const journal = open();
    await append(journal, 1, 5);
    await journal.close();
    const path = join(directory, 'high-water');
    const whole = readFileSync(path);
    const oneSlot = Buffer.from(whole);
    oneSlot[2]! ^= 1;
    writeFileSync(path, oneSlot);
    await open().close();
    const bothSlots = Buffer.from(whole);
    bothSlots[2]! ^= 1;
    bothSlots[514]! ^= 1;
    writeFileSync(path, bothSlots);
    expect(() => open()).toThrow(/high-water is damaged/);
  });

  test('a kill right after a segment was opened keeps the epoch and the chain', async () => {
    for (let round = 0; round < 3; round++) await open().close();
    const journal = open(undefined, 0, 2_000);
    const { epoch } = journal;
    await append(journal, 1, 60);
    await journal.close();
    const segments = readdirSync(directory)
      .filter((name) => name.startsWith('journal-0'))
      .sort();
    const last = segments.length;
    const end = readJournal(directory, 0, () => {});
    // The next segment exists, its first unit was never written; a snapshot stands at its very start.
    createSegment(
      nodeDisk,
      directory,
      { index: last + 1, firstSeq: end.lastSeq + 1, previousHash: end.lastHash, rulesVersion: RULES_VERSION },
      2_000,
    );
    const next = open(undefined, end.lastSeq, 2_000);
    expect(next.epoch).toBe(epoch + 1);
    await append(next, end.lastSeq + 1, end.lastSeq + 10);
    await next.close();
    expect(readAll()).toEqual(commands(end.lastSeq + 10));
  });

  test('a high-water file that was made and never written is an empty one', async () => {
    writeFileSync(join(directory, 'high-water'), '');
    await open().close();
  });

  test('a missing segment in the middle is damage', async () => {
    const journal = open(undefined, 0, 2_000);
    await append(journal, 1, 100);
    await journal.close();
    rmSync(segmentPath(directory, 2));
    expect(() => open()).toThrow(/misses the segment/);
  });

  test('a file that lost its preallocated end gets it back', async () => {
    const journal = open();
    await append(journal, 1, 10);
    await journal.close();
    const descriptor = openSync(segmentPath(directory, 1), 'r+');
    ftruncateSync(descriptor, lastUsedByte(readFileSync(segmentPath(directory, 1))) + 1);
    closeSync(descriptor);
    const again = open();
    await append(again, 11, 12);
    await again.close();
    expect(readFileSync(segmentPath(directory, 1)).length).toBe(SEGMENT_BYTES);
    expect(readAll()).toEqual(commands(12));
  });
});

test.runIf(process.getuid?.() === 0)(
  'FLT-5 a full disk leaves room for cancels, loses nothing, and new orders come back with the space',
  async () => {
    const mount = join(directory, 'mount');
    mkdirSync(mount);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mount]);
    try {
      const journal = openJournal(
        {
          directory: mount,
          segmentBytes: 128 * 1024,
          onFailure: (error) => {
            throw error;
          },
        },
        0,
        () => {},
      );
      expect(journal.shortage).toBeNull();
      writeFileSync(join(mount, 'filler'), Buffer.alloc(560 * 1024));
      const command = Buffer.alloc(1_000, 'x');
      let seq = 0;
      while (journal.shortage === null) {
        journal.append(++seq, command);
        await until(journal, seq);
        expect(seq).toBeLessThan(1_000);
      }
      const refusedAt = seq;
      // The rest of the segment and the ballast still take what a cancel needs.
      for (let i = 0; i < 100; i++) {
        journal.append(++seq, command);
        await until(journal, seq);
      }
      expect(journal.durableSeq).toBe(refusedAt + 100);
      rmSync(join(mount, 'filler'));
      await expect.poll(() => journal.shortage, { timeout: 5_000 }).toBeNull();
      await journal.close();
      let count = 0;
      readJournal(mount, 0, (unit) => (count += unit.count));
      expect(count).toBe(seq);
    } finally {
      execFileSync('umount', ['-l', mount]);
    }
  },
);

test.runIf(process.getuid?.() === 0)(
  'FLT-6 after a write error nothing more is acknowledged and the log ends where it was',
  async () => {
    const mount = join(directory, 'mount');
    mkdirSync(mount);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mount]);
    try {
      const failures: Error[] = [];
      const options = {
        directory: mount,
        segmentBytes: 128 * 1024,
        onFailure: (error: Error) => void failures.push(error),
      };
      const journal = openJournal(options, 0, () => {});
      await expect.poll(() => existsSync(join(mount, 'ballast'))).toBe(true);
      writeFileSync(join(mount, 'filler'), Buffer.alloc(560 * 1024));
      const command = Buffer.alloc(1_000, 'x');
      let acknowledged = 0;
      journal.onDurable((seq) => (acknowledged = seq));
      // Unlike an engine, this appends without regard to the room left, until there is none.
      for (let seq = 1; failures.length === 0; seq++) {
        journal.append(seq, command);
        await expect.poll(() => acknowledged === seq || failures.length > 0, { interval: 1 }).toBe(true);
        if (seq > 90)
          spawnSync('dd', ['if=/dev/zero', `of=${join(mount, 'more')}`, 'bs=4k', 'oflag=append', 'conv=notrunc']);
      }
      const before = acknowledged;
      journal.append(before + 1, command);
      journal.append(before + 2, command);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(acknowledged).toBe(before);
      expect(failures.length).toBe(1);
      await journal.close();
      let count = 0;
      readJournal(mount, 0, (unit) => (count += unit.count));
      expect(count).toBe(before);
    } finally {
      execFileSync('umount', ['-l', mount]);
    }
  },
);

function lastUsedByte(bytes: Buffer): number {
  let at = bytes.length - 1;
  while (at >= 0 && bytes[at] === 0) at--;
  return at;
}
