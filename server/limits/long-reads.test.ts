/** Long reads of users, one at a time each: FLT-16 of docs/reliability.md. */
import { expect, test } from 'vitest';
import { createLongReads } from './long-reads.ts';

/** Reads that last until they are ended, and which of them run. */
function started() {
  const reads = createLongReads();
  const running: number[] = [];
  const ends: (() => void)[] = [];
  const begin = (uid: number): Promise<string> =>
    reads
      .run(uid, () => {
        running.push(uid);
        return new Promise<void>((end) => ends.push(end)).finally(() => running.splice(running.indexOf(uid), 1));
      })
      .then(
        () => 'read',
        (error: Error & { refusal?: string }) => error.refusal ?? error.constructor.name,
      );
  return { reads, running, ends, begin };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('FLT-16 a user has one long read at a time, eight wait, and more are refused; another user’s runs at once', async () => {
  const { reads, running, ends, begin } = started();
  const own = Array.from({ length: 12 }, () => begin(1));
  const other = begin(2);
  await settle();
  expect(running).toEqual([1, 2]);
  expect(await Promise.all(own.slice(9))).toEqual(Array(3).fill('TOO_MANY_ATTEMPTS'));
  while (ends.length > 0) {
    ends.shift()!();
    await settle();
    expect(running.filter((uid) => uid === 1).length).toBeLessThanOrEqual(1);
  }
  expect(await Promise.all([...own.slice(0, 9), other])).toEqual(Array(10).fill('read'));
  expect(reads.users).toBe(0);
});

test('FLT-16 long reads of all users together leave half of the connections to the database to others', async () => {
  const { reads, running, ends, begin } = started();
  const all = Array.from({ length: 500 }, (_, uid) => begin(uid + 1));
  await settle();
  expect(running).toHaveLength(6);
  expect(await Promise.all(all.slice(406))).toEqual(Array(94).fill('TooBusy'));
  while (ends.length > 0) {
    ends.shift()!();
    await settle();
    expect(running.length).toBeLessThanOrEqual(6);
  }
  expect(await Promise.all(all.slice(0, 406))).toEqual(Array(406).fill('read'));
  expect(reads.users).toBe(0);
});

test('FLT-16 a long read that fails gives its turn back', async () => {
  const reads = createLongReads();
  await expect(reads.run(1, () => Promise.reject(new Error('cancelled')))).rejects.toThrow('cancelled');
  expect([await reads.run(1, async () => 'read'), reads.users]).toEqual(['read', 0]);
});
