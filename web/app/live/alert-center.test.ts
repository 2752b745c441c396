import type { FiredAlert } from '@agio/contracts/http/alerts';
import { expect, test } from 'vitest';
import { createAlertCenter, unseenAlerts, type KeptAlerts } from './alert-center.ts';

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

function center(first: KeptAlerts | null) {
  let kept = first;
  const told: number[] = [];
  const made = createAlertCenter({
    read: async () => [one(3), one(2)],
    onFired: ({ id }) => void told.push(id),
    kept: { get: () => kept, set: (next) => void (kept = next) },
    now: () => NOW,
  });
  return { made, told, kept: () => kept };
}

test('on a new device what fired before is history: neither told nor unseen', () => {
  const { made, told, kept } = center(null);
  made.accept([one(2), one(1)]);
  expect([told, unseenAlerts(made.fired.get(), made.seenId.get())]).toEqual([[], 0]);
  expect(kept()).toEqual({ told: 2, seen: 2 });
  made.accept([one(3)]);
  expect([told, unseenAlerts(made.fired.get(), made.seenId.get())]).toEqual([[3], 1]);
});

test('after a break the first frame tells what fired meanwhile, once and oldest first', () => {
  const { made, told } = center({ told: 1, seen: 1 });
  made.accept([one(3), one(2), one(1)]);
  made.accept([one(3), one(2), one(1)]);
  expect(told).toEqual([2, 3]);
});

test('what fired long ago counts as unseen and is not announced', () => {
  const { made, told } = center({ told: 1, seen: 1 });
  made.accept([one(3), one(2, 600_000)]);
  expect([told, unseenAlerts(made.fired.get(), made.seenId.get())]).toEqual([[3], 2]);
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
    kept: { get: () => null, set: () => undefined },
    now: () => NOW,
  });
  await made.load();
  expect([made.hasFailed.get(), made.fired.get()]).toEqual([true, null]);
  fails = false;
  await made.load();
  expect([made.hasFailed.get(), made.fired.get()?.length]).toEqual([false, 1]);
});
