/** Times in which no file can be made or opened: on the real disk, with some calls refused as the system would refuse them. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeDisk } from './disk.ts';
import { type Journal, openJournal, readJournal } from './index.ts';

let directory: string;
let refusal: string | null;
let failures: Error[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'agio-room-'));
  refusal = null;
  failures = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A journal that cannot open those files while there is a refusal. */
function open(segmentBytes: number, isRefused: (path: string) => boolean): Journal {
  const disk: typeof nodeDisk = {
    ...nodeDisk,
    open(path, flags) {
      if (refusal === null || !isRefused(path)) return nodeDisk.open(path, flags);
      throw Object.assign(new Error(`${refusal}: open '${path}'`), { code: refusal });
    },
  };
  return openJournal({ directory, segmentBytes, disk, onFailure: (error) => failures.push(error) }, 0, () => {});
}

/** Appends commands until they stand at `last`, or until the journal is known to have no room; answers how many there are. */
async function append(journal: Journal, last: number): Promise<number> {
  let seq = journal.durableSeq;
  while (seq < last && journal.shortage === null && failures.length === 0) {
    journal.append(++seq, Buffer.from(`${seq}\n`));
    while (journal.durableSeq < seq && journal.shortage === null && failures.length === 0) await sleep(1);
  }
  return seq;
}

function readAll(): number[] {
  const seqs: number[] = [];
  readJournal(directory, 0, (unit) => seqs.push(...unit.payload.toString().trim().split('\n').map(Number)));
  return seqs;
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

test.each(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'])(
  'FLT-5 a next segment that cannot be made for now (%s): new orders wait, cancels go on in the present one, and all comes back',
  async (code) => {
    refusal = code;
    const journal = open(64 * 1024, (path) => path.endsWith('.new'));
    await expect.poll(() => [failures, journal.shortage]).toEqual([[], code.endsWith('FILE') ? 'files' : 'disk']);
    for (let seq = 1; seq <= 20; seq += 1) journal.append(seq, Buffer.from(`${seq}\n`));
    await expect.poll(() => journal.durableSeq).toBe(20);
    refusal = null;
    await expect.poll(() => journal.shortage, { timeout: 5_000 }).toBeNull();
    expect(await append(journal, 40)).toBe(40);
    await journal.close();
    expect([failures, readAll()]).toEqual([[], upTo(40)]);
  },
);

test.each([
  ['EMFILE', 'the segment made ahead', 'journal-next.spare'],
  ['ENFILE', 'the segment under its own name', 'journal-00000002.log'],
  ['EMFILE', 'the folder, to make the name durable', ''],
])(
  'FLT-5 too many open files (%s) for %s: nothing is acknowledged until there are fewer, new orders wait, and all comes back',
  async (code, _, name) => {
    const path = name === '' ? directory : join(directory, name);
    const journal = open(2_000, (opened) => opened === path);
    await expect.poll(() => existsSync(join(directory, 'ballast'))).toBe(true);
    refusal = code;
    const waiting = await append(journal, 1_000);
    expect([failures, journal.shortage]).toEqual([[], 'files']);
    const acknowledged = journal.durableSeq;
    // A command taken before the trouble was known, and a cancel after it.
    journal.append(waiting + 1, Buffer.from(`${waiting + 1}\n`));
    await sleep(1_200);
    expect([failures, journal.durableSeq]).toEqual([[], acknowledged]);
    refusal = null;
    await expect.poll(() => journal.durableSeq, { timeout: 5_000 }).toBe(waiting + 1);
    expect(journal.shortage).toBeNull();
    const last = await append(journal, waiting + 200);
    await journal.close();
    expect([failures, readAll()]).toEqual([[], upTo(last)]);
  },
);
