import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoadingMachine, type LoadingMachine } from './loading-machine.ts';

let changes = 0;
let machine: LoadingMachine;
beforeEach(() => {
  vi.useFakeTimers();
  changes = 0;
  machine = createLoadingMachine(() => void changes++);
});
afterEach(() => {
  machine.stop();
  vi.useRealTimers();
});
const pass = (ms: number): void => void vi.advanceTimersByTime(ms);

test('K1 loading throttle 200: a load that is over sooner shows nothing', () => {
  machine.start();
  pass(199);
  expect(machine.view()).toEqual({ isVisible: false, percent: 0 });
  machine.finish();
  pass(10_000);
  expect(machine.view()).toEqual({ isVisible: false, percent: 0 });
  machine.start();
  pass(200);
  expect(machine.view().isVisible).toBe(true);
});

test('K1 loading duration 2000: two thirds by then, always more, never full by itself', () => {
  machine.start();
  pass(200);
  const seen = [0];
  for (let ms = 250; ms <= 2_000; ms += 250) {
    pass(250);
    seen.push(machine.view().percent);
  }
  expect(seen.every((percent, i) => i === 0 || percent > seen[i - 1]!)).toBe(true);
  expect(seen.at(-1)).toBeGreaterThan(66);
  expect(seen.at(-1)).toBeLessThan(75);
  pass(60_000);
  expect(machine.view().percent).toBeLessThan(100);
  expect(machine.view().isVisible).toBe(true);
});

test('K1 loading hide delay 500: the full bar stays that long', () => {
  machine.start();
  pass(300);
  machine.finish();
  expect(machine.view()).toEqual({ isVisible: true, percent: 100 });
  pass(499);
  expect(machine.view()).toEqual({ isVisible: true, percent: 100 });
  pass(1);
  expect(machine.view().isVisible).toBe(false);
});

test('K1 loading reset delay 400: it keeps its length while it fades, then is empty', () => {
  machine.start();
  pass(300);
  machine.finish();
  pass(500 + 399);
  expect(machine.view()).toEqual({ isVisible: false, percent: 100 });
  pass(1);
  expect(machine.view()).toEqual({ isVisible: false, percent: 0 });
});

test('S7 a load that begins while the last one fades begins anew', () => {
  machine.start();
  pass(300);
  machine.finish();
  pass(600);
  machine.start();
  expect(machine.view()).toEqual({ isVisible: false, percent: 0 });
  pass(200);
  expect(machine.view()).toMatchObject({ isVisible: true, percent: 0 });
  const before = changes;
  machine.start();
  expect(changes).toBe(before);
});
