import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Journal, openJournal, readJournal } from './index.ts';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'agio-pending-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function open(): Journal {
  const onFailure = (error: Error): void => {
    throw error;
  };
  return openJournal({ directory, segmentBytes: 32 * 1024 * 1024, onFailure }, 0, () => {});
}

test('commands that are appended together are counted one by one, also where they pass what a unit may hold', async () => {
  const journal = open();
  const three = (from: number): Buffer =>
    Buffer.from([0, 1, 2].map((more) => `command ${from + more}\n`.padStart(1_200_000, '\n')).join(''));
  for (let seq = 1; seq <= 9; seq += 3) journal.append(seq, three(seq), 3);
  journal.append(10, Buffer.from('command 10\n'));
  await new Promise<void>((resolve) => journal.onDurable((durable) => durable === 10 && resolve()));
  await journal.close();
  const units: [number, number][] = [];
  const texts: string[] = [];
  readJournal(directory, 0, (unit) => {
    units.push([unit.firstSeq, unit.count]);
    texts.push(...unit.payload.toString().split('\n').filter(Boolean));
  });
  expect(units).toEqual([
    [1, 6],
    [7, 4],
  ]);
  expect(texts).toEqual(Array.from({ length: 10 }, (_, at) => `command ${at + 1}`));
  const again = open();
  expect(() => again.append(10, Buffer.from('command 10\n'))).toThrow('does not follow');
  await again.close();
});
