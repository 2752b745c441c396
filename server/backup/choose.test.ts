import { expect, test } from 'vitest';
import type { BackupFile, BackupHead } from './backup-file.ts';
import { chooseBackup, type FoundBackups } from './choose.ts';
import { expiredOf } from './take.ts';

const backup = (takenAtMs: number, position: number): BackupFile => ({
  path: `at ${takenAtMs}`,
  bytes: 0,
  head: { takenAtMs, database: { position } } as BackupHead,
});
const found: FoundBackups[] = [{ journalId: 'one', backups: [backup(100, 10), backup(200, 20), backup(300, 30)] }];

test('FLT-18 a restore begins with the newest backup that has nothing later than its target', () => {
  const choose = (target: Parameters<typeof chooseBackup>[1]): string => chooseBackup(found, target, null).path;
  expect(choose({ kind: 'end' })).toBe('at 300');
  expect(choose({ kind: 'time', timeMs: 299 })).toBe('at 200');
  expect(choose({ kind: 'time', timeMs: 200 })).toBe('at 200');
  expect(choose({ kind: 'position', seq: 19 })).toBe('at 100');
  expect(() => choose({ kind: 'time', timeMs: 99 })).toThrow(/there is none of before/);
  expect(() => choose({ kind: 'position', seq: 9 })).toThrow(/there is none of before/);
  expect(() => chooseBackup([], { kind: 'end' }, null)).toThrow(/no backup to restore from/);
});

test('FLT-18 of several journals the newest backup decides, and a position needs the journal named', () => {
  const two = [...found, { journalId: 'two', backups: [backup(250, 5)] }];
  expect(chooseBackup(two, { kind: 'time', timeMs: 260 }, null).path).toBe('at 250');
  expect(chooseBackup(two, { kind: 'time', timeMs: 260 }, 'one').path).toBe('at 200');
  expect(() => chooseBackup(two, { kind: 'position', seq: 25 }, null)).toThrow(/--journal one or two/);
  expect(chooseBackup(two, { kind: 'position', seq: 25 }, 'one').path).toBe('at 200');
});

test('FLT-18 rotation: count and age each keep what they say, and nothing goes unless asked', () => {
  const day = 24 * 60 * 60 * 1000;
  const earlier = [1, 2, 3, 4].map((at) => backup(at * day, at));
  const expired = (keepCount: number | null, keepDays: number | null): number[] =>
    expiredOf(earlier, { keepCount, keepDays }, 5 * day).map(({ head }) => head.database.position);
  expect(expired(null, null)).toEqual([]);
  expect(expired(1, null)).toEqual([1, 2, 3, 4]);
  expect(expired(3, null)).toEqual([1, 2]);
  expect(expired(9, null)).toEqual([]);
  expect(expired(null, 2)).toEqual([1, 2]);
  expect(expired(4, 2)).toEqual([1]);
});
