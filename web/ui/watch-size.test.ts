import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RESIZE_THROTTLE_MS, watchSize } from './watch-size.ts';

let resize: (height: number) => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: (entries: unknown[]) => void) {
        resize = (height) => tell([{ contentRect: { height } }]);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('K1 resize 500 ms: the first size at once, then only the newest of each 500 ms', () => {
  const seen: number[] = [];
  watchSize({} as Element, (height) => seen.push(height));
  for (const height of [1, 2, 3]) resize(height);
  expect([seen, RESIZE_THROTTLE_MS]).toEqual([[1], 500]);
  vi.advanceTimersByTime(499);
  expect(seen).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([1, 3]);
  resize(4);
  vi.advanceTimersByTime(499);
  expect(seen).toEqual([1, 3]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([1, 3, 4]);
  vi.advanceTimersByTime(500);
  resize(5);
  expect(seen).toEqual([1, 3, 4, 5]);
});

test('K1 resize 500 ms: a watcher that stopped gets no later call', () => {
  const seen: number[] = [];
  const stop = watchSize({} as Element, (height) => seen.push(height));
  resize(1);
  resize(2);
  stop();
  vi.advanceTimersByTime(5_000);
  expect(seen).toEqual([1]);
});
