import type { FiredAlert } from '@agio/contracts/http/alerts';
import { expect, test } from 'vitest';
import { createAlertCenter } from './alert-center.ts';
import { createSeenMark } from './seen-mark.ts';
import { unseenAlerts } from './unseen.ts';

const NOW = 1_000_000_000;
const one = (id: number, ageMs = 0): FiredAlert => ({
  id,
  alertId: id,
  market: 'SPOT',
  symbol: 'BTCUSDT',
  direction: 'ABOVE',
  price: '100',
  lastPrice: '101',
  time: NOW - ageMs,
});

const seenMark = (seen: number | null) =>
  createSeenMark({
    read: async () => seen,
    tell: async (id) => void (seen = id),
    device: { get: () => null, forget: () => undefined },
    first: 0,
  });

function center({ told: first, seen }: { told: number | null; seen: number | null }) {
  let kept = first;
  const told: number[] = [];
  const made = createAlertCenter({
    read: async () => [one(3, 9_000), one(2, 10_000)],
    onFired: ({ id }) => void told.push(id),
    told: { get: () => kept, set: (id) => void (kept = id) },
    seen: seenMark(seen),
    now: () => NOW,
    openedAt: NOW - 2_000,
  });
  return { made, told, kept: () => kept };
}

test('on a new device what fired before is not announced, and unseen only where no other device has seen it', async () => {
  const { made, told, kept } = center({ told: null, seen: 2 });
  await made.load();
  expect([told, unseenAlerts(made.fired.get(), made.seenId.get())]).toEqual([[], 1]);
  expect(kept()).toBe(3);
  made.accept([one(4)]);
  expect([told, unseenAlerts(made.fired.get(), made.seenId.get())]).toEqual([[4], 2]);
});

test('on a new device what fired while its first page was loading is announced', () => {
  const { made, told, kept } = center({ told: null, seen: 2 });
  made.accept([one(4, 1_000), one(3, 9_000)]);
  made.accept([one(4, 1_000), one(3, 9_000)]);
  expect([told, kept()]).toEqual([[4], 4]);
});

test('after a break the first frame tells what fired meanwhile, once and oldest first', () => {
  const { made, told } = center({ told: 1, seen: 1 });
  made.accept([one(3), one(2), one(1)]);
  made.accept([one(3), one(2), one(1)]);
  expect(told).toEqual([2, 3]);
});

test('what fired long ago counts as unseen and is not announced', async () => {
  const { made, told } = center({ told: 3, seen: 1 });
  await made.load();
  expect([told, unseenAlerts(made.fired.get(), made.seenId.get())]).toEqual([[], 2]);
  const { made: other, told: otherTold } = center({ told: 1, seen: 1 });
  other.accept([one(3), one(2, 600_000)]);
  expect(otherTold).toEqual([3]);
  made.markSeen();
  expect(unseenAlerts(made.fired.get(), made.seenId.get())).toBe(0);
});

test('an asking that fails says so, and the next one takes it back', async () => {
  let fails = true;
  const made = createAlertCenter({
    read: async () => {
      if (fails) throw new Error('away');
      return [one(1)];
    },
    onFired: () => undefined,
    told: { get: () => null, set: () => undefined },
    seen: seenMark(0),
    now: () => NOW,
    openedAt: NOW,
  });
  await made.load();
  expect([made.hasFailed.get(), made.fired.get()]).toEqual([true, null]);
  fails = false;
  await made.load();
  expect([made.hasFailed.get(), made.fired.get()?.length]).toEqual([false, 1]);
});
