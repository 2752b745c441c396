import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { ANSWER_WITHIN_MS, watchDatabase } from './database-watch.ts';

afterEach(() => void vi.useRealTimers());

test('FLT-9 a database is silent after two questions without an answer, and speaks again with the first one', async () => {
  vi.useFakeTimers();
  const answers: (() => Promise<unknown>)[] = [
    async () => 1,
    async () => Promise.reject(new Error('no')),
    async () => 1,
    () => new Promise(() => {}),
    async () => Promise.reject(new Error('no')),
    async () => 1,
  ];
  const watch = watchDatabase(() => answers.shift()?.() ?? Promise.resolve());
  const seen: boolean[] = [];
  for (const wait of [1_001, 1_001, 1_001, 1_001 + ANSWER_WITHIN_MS, 1_001, 1_001]) {
    await vi.advanceTimersByTimeAsync(wait);
    seen.push(watch.isAnswering);
  }
  watch.stop();
  expect(seen).toEqual([true, true, true, true, false, true]);
});

test('FLT-9 after a pause of the process an answer that was there in time counts', async () => {
  const watch = watchDatabase(() => new Promise((resolve) => setImmediate(resolve)));
  await sleep(1_050);
  const until = Date.now() + ANSWER_WITHIN_MS + 200;
  while (Date.now() < until);
  await sleep(20);
  expect(watch.isAnswering).toBe(true);
  watch.stop();
});
