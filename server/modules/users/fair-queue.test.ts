import { expect, test } from 'vitest';
import { type Refusal, TooBusy } from '@agio/contracts/errors';
import { createFairQueue } from './fair-queue.ts';

/** Work that ends when it is told to, in the order in which it began. */
function createWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    of: (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => void ends.push(resolve));
    },
    async end(count: number) {
      for (let i = 0; i < count; i++) {
        ends.shift()!();
        await new Promise((resolve) => void setImmediate(resolve));
      }
    },
  };
}
const refusalOf = (error: unknown): string => (error instanceof TooBusy ? 'TooBusy' : (error as Refusal).refusal);

test('FLT-19 two run at once, one address has a few waiting, and the rest of it is refused', async () => {
  const queue = createFairQueue({ running: 2, waiting: 64, waitingOfOne: 8 });
  const work = createWork();
  const refused: string[] = [];
  for (let i = 0; i < 200; i++)
    queue.run('one', work.of('one')).catch((error: unknown) => void refused.push(refusalOf(error)));
  await new Promise((resolve) => void setImmediate(resolve));
  expect([work.begun.length, queue.waiting, refused.length]).toEqual([2, 8, 190]);
  expect(new Set(refused)).toEqual(new Set(['TOO_MANY_ATTEMPTS']));
  await work.end(10);
  expect([work.begun.length, queue.waiting, queue.begun]).toEqual([10, 0, 10]);
});

test('FLT-19 whoever comes beside a flood waits for one of its hashes, not for all of them', async () => {
  const queue = createFairQueue({ running: 2, waiting: 64, waitingOfOne: 8 });
  const work = createWork();
  for (let i = 0; i < 10; i++) void queue.run('flood', work.of('flood'));
  void queue.run('ann', work.of('ann'));
  void queue.run('bob', work.of('bob'));
  void queue.run('ann', work.of('ann again'));
  await work.end(5);
  expect(work.begun).toEqual(['flood', 'flood', 'flood', 'ann', 'bob', 'flood', 'ann again']);
});

test('FLT-19 a full queue takes a newcomer in place of the newest of who has the most, and refuses who has as many', async () => {
  const queue = createFairQueue({ running: 1, waiting: 4, waitingOfOne: 3 });
  const work = createWork();
  const refused: string[] = [];
  const run = (of: string): void =>
    void queue.run(of, work.of(of)).catch((error: unknown) => void refused.push(`${of} ${refusalOf(error)}`));
  for (const of of ['x', 'flood', 'flood', 'flood', 'ann', 'bob']) run(of);
  await new Promise((resolve) => void setImmediate(resolve));
  expect(refused).toEqual(['flood TooBusy']);
  run('carl');
  await new Promise((resolve) => void setImmediate(resolve));
  expect(refused).toEqual(['flood TooBusy', 'flood TooBusy']);
  run('dora');
  await new Promise((resolve) => void setImmediate(resolve));
  expect(refused.at(-1)).toBe('dora TooBusy');
  await work.end(5);
  expect(work.begun).toEqual(['x', 'flood', 'ann', 'bob', 'carl']);
});

test('FLT-19 work that fails gives its place to the next', async () => {
  const queue = createFairQueue({ running: 1, waiting: 4, waitingOfOne: 3 });
  const fails = (): Promise<never> => Promise.reject(new Error('no'));
  const results = await Promise.allSettled([
    queue.run('a', fails),
    queue.run('a', fails),
    queue.run('b', async () => 1),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await queue.run('a', async () => 2)).toBe(2);
});
