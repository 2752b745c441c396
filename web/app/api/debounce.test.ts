import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ERROR_TOAST_MAX_WAIT_MS, ERROR_TOAST_WAIT_MS } from '../hosts/error-toasts.tsx';
import { debounce } from './debounce.ts';

const ran: { readonly at: number; readonly text: string }[] = [];
let start = 0;
beforeEach(() => {
  vi.useFakeTimers();
  start = Date.now();
  ran.length = 0;
});
afterEach(() => void vi.useRealTimers());

const open = () =>
  debounce(
    (text: string) => void ran.push({ at: Date.now() - start, text }),
    ERROR_TOAST_WAIT_MS,
    ERROR_TOAST_MAX_WAIT_MS,
  );

test('X7 error toasts wait 500 ms for more of them, and tell the newest', () => {
  const tell = open();
  tell('a');
  vi.advanceTimersByTime(499);
  tell('b');
  vi.advanceTimersByTime(499);
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ran).toEqual([{ at: 998 + 1, text: 'b' }]);
});

test('X7 errors without end are told after 2000 ms all the same, again and again', () => {
  const tell = open();
  for (let i = 0; i < 45; i++) {
    tell(String(i));
    vi.advanceTimersByTime(100);
  }
  expect(ran.map(({ at }) => at)).toEqual([2_000, 4_000]);
});

test('X7 a canceled message is not shown', () => {
  const tell = open();
  tell('a');
  tell.cancel();
  vi.advanceTimersByTime(5_000);
  expect(ran).toEqual([]);
});
