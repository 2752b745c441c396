/** The market monitor (trading A12). */
import { expect, test } from 'vitest';
import {
  gapLevel,
  isLargeMove,
  isWideSpread,
  MONITOR_LIMITS,
  type MonitorAlert,
  observe,
  priceGap,
  QUIET_MONITOR,
} from './monitor.ts';

test('trading X-A15 last 104.2 at index 100 is a gap of 4.2 %: alert, not halt', () => {
  expect(priceGap(10_420, 10_000)).toBe(4_200_000);
  expect(gapLevel(10_420, 10_000, MONITOR_LIMITS)).toBe('ALERT');
});

test.each([
  [10_099, null],
  [10_100, 'WARN'],
  [9_900, 'WARN'],
  [9_700, 'ALERT'],
  [10_999, 'ALERT'],
  [11_000, 'HALT'],
  [9_000, 'HALT'],
] as const)('trading A12 last %d at index 10,000 is %s', (last, level) => {
  expect(gapLevel(last, 10_000, MONITOR_LIMITS)).toBe(level);
});

test.each([
  [10_500, 10_000, true],
  [9_500, 10_000, true],
  [10_499, 10_000, false],
])('trading A12 a minute closes at %d after %d: %s', (close, previous, isLarge) => {
  expect(isLargeMove(close, previous, MONITOR_LIMITS)).toBe(isLarge);
});

test.each([
  [9_900, 10_100, true],
  [9_901, 10_100, false],
])('trading A12 bid %d, ask %d: wide %s', (bid, ask, isWide) => {
  expect(isWideSpread(bid, ask, MONITOR_LIMITS)).toBe(isWide);
});

type Step = readonly [seconds: number, last: number | null, alerts: readonly MonitorAlert[]];
const cases: readonly (readonly [string, readonly Step[]])[] = [
  [
    'a warning needs 5 s',
    [
      [0, 101, []],
      [4.999, 101, []],
      [5, 101, ['WARN']],
    ],
  ],
  [
    'a break begins the 5 s anew',
    [
      [0, 101, []],
      [3, 100.9, []],
      [4, 101, []],
      [8.999, 101, []],
      [9, 101, ['WARN']],
    ],
  ],
  [
    'a halt needs 2 s',
    [
      [0, 110, []],
      [1.999, 110, []],
      [2, 110, ['HALT']],
      [5, 110, ['WARN', 'ALERT']],
    ],
  ],
  [
    'it is repeated at most each 60 s',
    [
      [0, 101, []],
      [5, 101, ['WARN']],
      [64.999, 101, []],
      [65, 101, ['WARN']],
      [125, 101, ['WARN']],
    ],
  ],
  [
    'it is cleared below 0.8 of its level',
    [
      [0, 101, []],
      [5, 101, ['WARN']],
      [6, 100.8, []],
      [66, 100.8, ['WARN']],
      [67, 100.79, []],
      [130, 100.99, []],
    ],
  ],
  [
    'without an index gaps are not watched, and that is told',
    [
      [0, 101, []],
      [4, null, ['INDEX_STALE']],
      [5, null, []],
      [64, null, ['INDEX_STALE']],
      [65, 101, []],
      [70, 101, ['WARN']],
    ],
  ],
];

test.each(cases)('trading A12 %s', (_, steps) => {
  let state = QUIET_MONITOR;
  for (const [seconds, last, expected] of steps) {
    const index = last === null ? null : 10_000;
    const seen = observe(
      state,
      { timeMs: 1_000 + seconds * 1_000, last: Math.round((last ?? 100) * 100), index },
      MONITOR_LIMITS,
    );
    expect(seen.alerts).toEqual(expected);
    state = seen.state;
  }
});
