import { TRACK_MIN_NET_MS, TRACK_MIN_NET_TEST_MS } from '@agio/contracts/track';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../live/clock.ts';
import { isTrackingAllowed } from './page-tracking.ts';
import { createTracker, type TrackItem } from './tracker.ts';

let sent: { readonly at: number; readonly count: number }[];
let last: (readonly TrackItem[])[];
let isAway: boolean;
let start: number;
const item: TrackItem = { event: 'page_view', category: 'home' };

beforeEach(() => {
  vi.useFakeTimers();
  start = Date.now();
  sent = [];
  last = [];
  isAway = false;
});
afterEach(() => void vi.useRealTimers());

const open = (minNetMs = TRACK_MIN_NET_MS) =>
  createTracker({
    clock: systemClock,
    minNetMs,
    send: async (items) => {
      sent.push({ at: Date.now() - start, count: items.length });
      if (isAway) throw new Error('away');
    },
    sendLast: (items) => last.push(items) > 0,
  });
const fill = (tracker: ReturnType<typeof open>, count: number) => {
  for (let i = 0; i < count; i++) tracker.track(item);
};

test('K1 tracker 20 items: they go at once when so many wait, and no more ever wait', async () => {
  const tracker = open();
  fill(tracker, 19);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([]);
  fill(tracker, 6);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([{ at: expect.any(Number) as number, count: 20 }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
});

test('K1 tracker 15 s: the first waiting event is sent after so long, with later ones', async () => {
  const tracker = open();
  fill(tracker, 1);
  await vi.advanceTimersByTimeAsync(10_000);
  fill(tracker, 2);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ at: 15_000, count: 3 }]);
});

test.each([
  ['K1 tracker 2000 ms between two sendings', TRACK_MIN_NET_MS, 2_000],
  ['K1 tracker 3000 on test hosts', TRACK_MIN_NET_TEST_MS, 3_000],
])('%s', async (_title, minNetMs, expected) => {
  const tracker = open(minNetMs);
  fill(tracker, 20);
  await vi.advanceTimersByTimeAsync(10);
  fill(tracker, 20);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent.map(({ count }) => count)).toEqual([20, 20]);
  expect(sent[1]!.at - sent[0]!.at).toBe(expected);
});

test('S8 events that could not be sent are sent again, oldest first, never more than 20', async () => {
  const tracker = open();
  isAway = true;
  fill(tracker, 20);
  await vi.advanceTimersByTimeAsync(10);
  fill(tracker, 5);
  isAway = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent.map(({ count }) => count)).toEqual([20, 20]);
});

test('S8 a page that goes away sends everything at once, whatever the least net time says', async () => {
  const tracker = open();
  tracker.flush();
  expect(last).toEqual([]);
  fill(tracker, 3);
  tracker.flush();
  expect(last).toEqual([[item, item, item]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});

test('S8 no event is counted for a crawler, with Do Not Track, with Global Privacy Control', () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
  expect(isTrackingAllowed({ userAgent, doNotTrack: null })).toBe(true);
  expect(isTrackingAllowed({ userAgent, doNotTrack: '0', globalPrivacyControl: false })).toBe(true);
  expect(isTrackingAllowed({ userAgent, doNotTrack: '1' })).toBe(false);
  expect(isTrackingAllowed({ userAgent, doNotTrack: null, globalPrivacyControl: true })).toBe(false);
  expect(isTrackingAllowed({ userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0)', doNotTrack: null })).toBe(false);
});
