/** Waits that grow like Fibonacci numbers: 3, 3, 6, 9, 15, 24, 30, 30 s … until a success resets them. */
import { RECONNECT_FROM_MS, RECONNECT_MOST_MS } from './timing.ts';

export interface Backoff {
  next(): number;
  reset(): void;
}

const FIRST: readonly [number, number] = [0, RECONNECT_FROM_MS];

export function createBackoff(): Backoff {
  let [before, now] = FIRST;
  return {
    next() {
      const wait = now;
      [before, now] = [now, Math.min(RECONNECT_MOST_MS, before + now)];
      return wait;
    },
    reset() {
      [before, now] = FIRST;
    },
  };
}
