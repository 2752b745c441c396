import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onEvent } from '../api/events.ts';
import { untilServerAnswers } from './server-there.ts';

let isAway: boolean;
let asked: number;
beforeEach(() => {
  isAway = true;
  asked = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return isAway ? Promise.reject(new TypeError('no connection')) : Promise.resolve(new Response('ok'));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('T10 who begins to wait for the server later is told too, and all go on together once it answers', async () => {
  let told = 0;
  const leave = onEvent('fetch-error', () => void (told += 1));
  const done: string[] = [];
  void untilServerAnswers().then(() => done.push('first'));
  expect(told).toBe(1);
  await vi.advanceTimersByTimeAsync(20_000);
  void untilServerAnswers().then(() => done.push('second'));
  expect(told).toBe(2);
  // One asks for both.
  const before = asked;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked - before).toBe(5);
  expect(done).toEqual([]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(done).toEqual(['first', 'second']);
  leave();
});
