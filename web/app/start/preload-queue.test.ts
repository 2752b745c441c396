import { expect, test } from 'vitest';
import { createPreloadQueue } from './preload-queue.ts';

function slowLoads() {
  const started: string[] = [];
  const ends = new Map<string, { done: () => void; fail: () => void }>();
  const queue = createPreloadQueue((path) => {
    started.push(path);
    return new Promise((resolve, reject) => ends.set(path, { done: resolve, fail: () => reject(new Error('gone')) }));
  });
  return { started, ends, queue };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('K1 preload waits while more than 4 are pending', async () => {
  const { started, ends, queue } = slowLoads();
  for (const path of ['/1', '/2', '/3', '/4', '/5', '/6', '/7']) void queue.preload(path);
  await settle();
  expect(started).toEqual(['/1', '/2', '/3', '/4', '/5']);
  for (const path of ['/1', '/2', '/3', '/4']) ends.get(path)?.done();
  await settle();
  expect(started).toHaveLength(5);
  ends.get('/5')?.done();
  await settle();
  expect(started).toEqual(['/1', '/2', '/3', '/4', '/5', '/6', '/7']);
  expect(queue.pendingCount).toBe(2);
});

test('a page is loaded once, and again only after a failure', async () => {
  const { started, ends, queue } = slowLoads();
  void queue.preload('/a');
  void queue.preload('/a');
  ends.get('/a')?.fail();
  await settle();
  void queue.preload('/a');
  ends.get('/a')?.done();
  await settle();
  void queue.preload('/a');
  expect(started).toEqual(['/a', '/a']);
});
