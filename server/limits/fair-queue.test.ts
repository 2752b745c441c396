import { expect, test } from 'vitest';
import { type Refusal, TooBusy } from '@agio/contracts/errors';
import { type Asker, createFairQueue } from './fair-queue.ts';

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
        await settled();
      }
    },
  };
}
/** An address of a network of its own. */
const alone = (name: string): Asker => ({ network: name, address: name });
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const refusalOf = (error: unknown): string => (error instanceof TooBusy ? 'TooBusy' : (error as Refusal).refusal);

test('FLT-19 two run at once, one address has a few waiting, and the rest of it is refused', async () => {
  const queue = createFairQueue({ whenFull: 'busy', running: 2, waiting: 64, waitingOfOne: 8 });
  const work = createWork();
  const refused: string[] = [];
  for (let i = 0; i < 200; i++)
    queue.run(alone('one'), work.of('one')).catch((error: unknown) => void refused.push(refusalOf(error)));
  await settled();
  expect([work.begun.length, queue.waiting, refused.length]).toEqual([2, 8, 190]);
  expect(new Set(refused)).toEqual(new Set(['TOO_MANY_ATTEMPTS']));
  await work.end(10);
  expect([work.begun.length, queue.waiting, queue.begun]).toEqual([10, 0, 10]);
});

test('FLT-19 beside a flood another client waits for one of its hashes, not for all of them', async () => {
  const queue = createFairQueue({ whenFull: 'busy', running: 2, waiting: 64, waitingOfOne: 8 });
  const work = createWork();
  for (let i = 0; i < 10; i++) void queue.run(alone('flood'), work.of('flood'));
  void queue.run(alone('ann'), work.of('ann'));
  void queue.run(alone('bob'), work.of('bob'));
  void queue.run(alone('ann'), work.of('ann again'));
  await work.end(5);
  expect(work.begun).toEqual(['flood', 'flood', 'flood', 'ann', 'bob', 'flood', 'ann again']);
});

test('FLT-19 a full queue takes a newcomer in place of the newest of who has the most, and refuses who has as many', async () => {
  const queue = createFairQueue({ whenFull: 'busy', running: 1, waiting: 4, waitingOfOne: 3 });
  const work = createWork();
  const refused: string[] = [];
  const run = (of: string): void =>
    void queue.run(alone(of), work.of(of)).catch((error: unknown) => void refused.push(`${of} ${refusalOf(error)}`));
  for (const of of ['x', 'flood', 'flood', 'flood', 'ann', 'bob']) run(of);
  await settled();
  expect(refused).toEqual(['flood TooBusy']);
  run('carl');
  await settled();
  expect(refused).toEqual(['flood TooBusy', 'flood TooBusy']);
  run('dora');
  await settled();
  expect(refused.at(-1)).toBe('dora TooBusy');
  await work.end(5);
  expect(work.begun).toEqual(['x', 'flood', 'ann', 'bob', 'carl']);
});

test('FLT-19 work that fails gives its place to the next', async () => {
  const queue = createFairQueue({ whenFull: 'busy', running: 1, waiting: 4, waitingOfOne: 3 });
  const fails = (): Promise<never> => Promise.reject(new Error('no'));
  const results = await Promise.allSettled([
    queue.run(alone('a'), fails),
    queue.run(alone('a'), fails),
    queue.run(alone('b'), async () => 1),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await queue.run(alone('a'), async () => 2)).toBe(2);
});

test('FLT-19 a network with many addresses gets the turns of one client: others wait for one of its hashes', async () => {
  const queue = createFairQueue({ whenFull: 'busy', running: 1, waiting: 64, waitingOfOne: 8 });
  const work = createWork();
  for (let i = 0; i < 40; i++) void queue.run({ network: 'flood', address: `flood ${i}` }, work.of('flood'));
  void queue.run(alone('ann'), work.of('ann'));
  void queue.run({ network: 'office', address: 'bob' }, work.of('bob'));
  void queue.run({ network: 'office', address: 'bob' }, work.of('bob again'));
  void queue.run({ network: 'office', address: 'carl' }, work.of('carl'));
  await work.end(9);
  expect(work.begun.filter((name) => name !== 'flood')).toEqual(['ann', 'bob', 'carl', 'bob again']);
  expect(work.begun.slice(0, 4)).toEqual(['flood', 'flood', 'ann', 'bob']);
});

test('FLT-19 a network that fills the queue gives way to another network, and within itself to the address with less waiting', async () => {
  const queue = createFairQueue({ whenFull: 'busy', running: 1, waiting: 6, waitingOfOne: 3 });
  const work = createWork();
  const refused: string[] = [];
  const run = (network: string, address: string): void =>
    void queue
      .run({ network, address }, work.of(address))
      .catch((error: unknown) => void refused.push(`${address} ${refusalOf(error)}`));
  run('x', 'x');
  for (const address of ['f1', 'f2', 'f3', 'f4', 'f5', 'f5']) run('flood', address);
  run('office', 'ann');
  run('office', 'bob');
  await settled();
  expect(refused).toEqual(['f5 TooBusy', 'f1 TooBusy']);
  // Four of the flood and two of the office wait. The office's third takes a place of the flood; its fourth is refused.
  run('office', 'ann');
  run('office', 'ann');
  run('flood', 'f9');
  await settled();
  expect(refused.slice(2).toSorted()).toEqual(['ann TooBusy', 'f2 TooBusy', 'f9 TooBusy']);
  // Within a network an address gives way to one that has at least two fewer waiting.
  run('office', 'carl');
  await settled();
  expect(refused.slice(5)).toEqual(['ann TooBusy']);
  await work.end(7);
  expect(work.begun.toSorted()).toEqual(['ann', 'bob', 'carl', 'f3', 'f4', 'f5', 'x']);
});
