import type { MarketStatusNotice } from '@agio/contracts/http/alerts';
import { expect, test } from 'vitest';
import { createStatusNotices } from './status-notices.ts';

/** The page was opened at 1,000 s, and it is 20 s later. */
const OPENED_MS = 1_000_000;
const notice = (id: number, time = OPENED_MS + id): MarketStatusNotice => ({
  id,
  market: 'SPOT',
  symbol: 'BTCUSDT',
  status: 'HALTED',
  time,
});

function notices(toldBefore: number | null = null) {
  const told: number[] = [];
  let toldId = toldBefore;
  const made = createStatusNotices({
    onStatus: ({ id }) => void told.push(id),
    toldStatus: { get: () => toldId, set: (id) => void (toldId = id) },
    now: () => OPENED_MS + 20_000,
    openedAt: () => OPENED_MS,
  });
  return { made, told, ids: () => made.list.get().map(({ id }) => id) };
}

test('A8 what the socket brings is told once, what was before the page is not told and stands in the list once', () => {
  const { made, told, ids } = notices();
  made.merge([notice(2, OPENED_MS - 60_000), notice(1, OPENED_MS - 70_000)]);
  made.accept({ snapshot: false, changes: [notice(2, OPENED_MS - 60_000), notice(3)] });
  made.accept({ snapshot: false, changes: [notice(3)] });
  made.merge([notice(3), notice(2)]);
  expect(told).toEqual([3]);
  expect(ids()).toEqual([3, 2, 1]);
});

test('A8 a halt between the answer of the list and the subscription, or while the socket was gone, is told by the first frame', () => {
  const { made, told, ids } = notices();
  made.merge([]);
  made.accept({ snapshot: true, changes: [notice(5), notice(4)] });
  made.accept({ snapshot: false, changes: [notice(5)] });
  expect(told).toEqual([4, 5]);
  made.accept({ snapshot: true, changes: [notice(6), notice(5), notice(4)] });
  expect(told).toEqual([4, 5, 6]);
  expect(ids()).toEqual([6, 5, 4]);
});

test('A8 after a reload what this tab told is not told again, what came meanwhile is, and nothing that is long ago', () => {
  const { made, told } = notices(4);
  made.merge([notice(6, OPENED_MS - 1_000), notice(5, OPENED_MS - 400_000), notice(4, OPENED_MS - 2_000)]);
  expect(told).toEqual([6]);
});
