import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Command, encodeCommand } from '@agio/core';
import {
  followJournal,
  openJournal,
  readHighWater,
  readJournal,
  readJournalId,
  rebuildJournal,
} from '../journal/index.ts';
import { partWithin } from './choose.ts';
import { createPieceWriter } from './piece-writer.ts';
import { readPieces } from './pieces.ts';
import { type ShippingReport, startShip } from './ship.ts';
import { until } from '../../test/until.ts';

const key = Buffer.alloc(32, 7);
let base: string;
let journal: string;
let vault: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'agio-ship-'));
  [journal, vault] = [join(base, 'journal'), join(base, 'vault')];
  mkdirSync(journal);
  mkdirSync(vault);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Appends `count` commands, in units of up to three, into small segments; command `seq` has the time 1000 + 10 * seq. */
async function append(count: number): Promise<void> {
  const opened = openJournal(
    { directory: journal, segmentBytes: 2048, onFailure: (error) => expect(error).toBeNull() },
    0,
    () => {},
  );
  const from = opened.durableSeq;
  for (let seq = from + 1; seq <= from + count; seq++) {
    opened.append(seq, encodeCommand({ kind: 'Clock', seq, timeMs: 1000 + 10 * seq } as Command));
    if (seq % 3 === 0) while (opened.durableSeq < seq) await sleep(1);
  }
  await opened.close();
}

const own = (): string => join(vault, readJournalId(journal));
function shippedTo(): number {
  let seq = 0;
  for (const unit of readPieces(own(), key)) seq = unit.firstSeq + unit.count - 1;
  return seq;
}

/** Runs shipping while `run` does, and hears its reports. */
async function whileShipping(run: (reports: ShippingReport[]) => Promise<unknown>): Promise<void> {
  const reports: ShippingReport[] = [];
  const ship = startShip({ journal, folder: vault, backupKey: key, onReport: (report) => void reports.push(report) });
  try {
    await run(reports);
  } finally {
    await ship.stop();
  }
}

test('FLT-18 shipping brings every durable unit, over segments and restarts, and the chain is one', async () => {
  await append(50);
  await whileShipping((reports) => until(() => reports.at(-1)?.shippedSeq === 50));
  await append(40);
  await whileShipping((reports) => until(() => reports.at(-1)?.shippedSeq === 90));
  expect(shippedTo()).toBe(90);
  expect(readdirSync(journal).filter((name) => name.endsWith('.log')).length).toBeGreaterThan(1);
});

test('FLT-18 a unit that is not durable is never followed', async () => {
  await append(30);
  const follower = followJournal(journal, 0);
  expect(follower.next(11, 1e6).at(-1)).toMatchObject({ firstSeq: 7, count: 3 });
  expect(follower.bytesTo(30)).toBeGreaterThan(300);
  expect(follower.next(30, 1e6).map(({ firstSeq }) => firstSeq)[0]).toBe(10);
  expect([follower.seq, follower.bytesTo(30)]).toEqual([30, 0]);
  expect(() => follower.next(31, 1e6)).toThrow(/does not go on behind command 30/);
  follower.close();
  const later = followJournal(journal, 15);
  expect(later.next(18, 1e6).map(({ firstSeq }) => firstSeq)).toEqual([16]);
  later.close();
});

test('FLT-18 shipping reports a folder that lost its files, and goes on when they are back', async () => {
  await append(20);
  await whileShipping(async (reports) => {
    await until(() => reports.at(-1)?.shippedSeq === 20);
    renameSync(vault, `${vault}-away`);
    mkdirSync(vault);
    await append(20);
    await until(() => /Is its disk mounted\?|no such file/.test(reports.at(-1)?.trouble ?? ''));
    await until(() => /Is its disk mounted\?/.test(reports.at(-1)?.trouble ?? ''));
    expect(reports.at(-1)!.lagBytes).toBeGreaterThan(200);
    expect(readdirSync(vault)).toEqual([]);
    rmSync(vault, { recursive: true });
    renameSync(`${vault}-away`, vault);
    await until(() => reports.at(-1)?.shippedSeq === 40 && reports.at(-1)?.trouble === null);
  });
  expect(shippedTo()).toBe(40);
});

test('FLT-18 a missing end, a missing piece and pieces of another journal are noticed', async () => {
  await append(30);
  mkdirSync(own());
  const follower = followJournal(journal, 0);
  for (const toSeq of [9, 18, 30]) {
    const writer = createPieceWriter(own(), key);
    await writer.append(follower.next(toSeq, 1e6));
    await writer.mark({ seq: follower.seq, coveredUntilMs: 0 });
    await writer.close();
  }
  follower.close();
  expect(shippedTo()).toBe(30);
  const pieces = readdirSync(own())
    .filter((name) => name.endsWith('.piece'))
    .sort();
  for (const [index, sentence] of [
    [1, /misses the journal's commands 10 to 18/],
    [2, /misses the journal's commands 19 to 30/],
  ] as const) {
    renameSync(join(own(), pieces[index]!), join(base, 'aside'));
    expect(shippedTo).toThrow(sentence);
    renameSync(join(base, 'aside'), join(own(), pieces[index]!));
  }
  rmSync(join(own(), 'mark'));
  expect(shippedTo).toThrow(/misses the file mark/);
});

test('FLT-18 a rebuilt journal ends with the last command at or before a time, also within a unit, and says so', async () => {
  await append(30);
  for (const [timeMs, seq] of [
    [1000 + 10 * 17, 17],
    [1000 + 10 * 17 + 9, 17],
    [1000 + 10 * 18 - 1, 17],
    [1000 + 10 * 18, 18],
  ] as const) {
    const directory = mkdtempSync(join(base, 'rebuilt-'));
    const rebuild = rebuildJournal(directory, 1024);
    const follower = followJournal(journal, 0);
    for (const unit of follower.next(30, 1e6)) {
      const { count, payload } = partWithin(unit, { kind: 'time', timeMs });
      if (count === unit.count) rebuild.add(unit);
      else {
        if (count > 0) rebuild.addPart(unit, count, payload);
        break;
      }
    }
    follower.close();
    rebuild.finish();
    expect(readJournal(directory, 0, () => {}).lastSeq).toBe(seq);
    expect(readHighWater(join(directory, 'high-water'))).toBe(seq);
  }
});
