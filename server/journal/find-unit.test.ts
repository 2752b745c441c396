/** The unit that holds a command, found in the files beside the journal that writes them. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUnitFinder, type Journal, type JournalUnit, openJournal, readJournal } from './index.ts';
import { segmentPath } from './segment.ts';

let directory: string;
let journal: Journal;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'agio-units-'));
  const onFailure = (error: Error): never => {
    throw error;
  };
  journal = openJournal({ directory, segmentBytes: 8 * 1024, onFailure }, 0, () => {});
});
afterEach(async () => {
  await journal.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Units of one to three commands, over several segments. */
async function write(from: number, to: number): Promise<void> {
  for (let seq = from; seq <= to;) {
    const last = Math.min(to, seq + (seq % 3));
    for (let next = seq; next <= last; next++) journal.append(next, Buffer.from(`command ${next}\n`));
    await new Promise<void>((resolve) => journal.onDurable((durable) => void (durable >= last && resolve())));
    seq = last + 1;
  }
}

function unitsOnDisk(): JournalUnit[] {
  const units: JournalUnit[] = [];
  readJournal(directory, 0, (unit) => units.push({ ...unit, hash: Buffer.from(unit.hash) }));
  return units;
}

test('of each command it is found in which unit it stands, over segments and while the journal grows', async () => {
  await write(1, 400);
  const find = createUnitFinder(directory);
  const expectAll = async (order: (a: number, b: number) => number): Promise<void> => {
    const units = unitsOnDisk();
    const seqs = units.flatMap(({ firstSeq, count }) => Array.from({ length: count }, (_, at) => firstSeq + at));
    for (const seq of seqs.sort(order)) {
      const { firstSeq, count, hash } = units.findLast((unit) => unit.firstSeq <= seq)!;
      const receiptHash = createHash('sha256').update(hash).digest('hex');
      expect(await find(seq)).toMatchObject({ firstSeq, lastSeq: firstSeq + count - 1, receiptHash });
    }
  };
  await expectAll((a, b) => b - a);
  expect(await find(401)).toBeNull();
  await write(401, 700);
  await expectAll((a, b) => a - b);
  expect(await Promise.all([find(1), find(700), find(0), find(9_999)])).toMatchObject([
    { firstSeq: 1 },
    { lastSeq: 700 },
    null,
    null,
  ]);
});

test('the hash that the next unit is chained to is on no receipt: who has two receipts cannot try out what stands between', async () => {
  await write(1, 9);
  const chain = unitsOnDisk().map(({ hash }) => hash.toString('hex'));
  const find = createUnitFinder(directory);
  for (let seq = 1; seq <= 9; seq++) expect(chain).not.toContain((await find(seq))!.receiptHash);
});

test('a unit that was changed on disk, or whose segment is gone, has no hash', async () => {
  await write(1, 400);
  const path = segmentPath(directory, 1);
  const bytes = readFileSync(path);
  bytes[64 + 64 + 3]! ^= 1;
  writeFileSync(path, bytes);
  expect(await createUnitFinder(directory)(1)).toBeNull();
  expect(await createUnitFinder(directory)(400)).not.toBeNull();
  const find = createUnitFinder(directory);
  expect(await find(3)).not.toBeNull();
  rmSync(path);
  expect(await find(3)).toBeNull();
  expect(await createUnitFinder(directory)(3)).toBeNull();
});
