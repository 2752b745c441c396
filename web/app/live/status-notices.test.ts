import type { MarketStatusNotice } from '@agio/contracts/http/alerts';
import { expect, test } from 'vitest';
import { createStatusNotices } from './status-notices.ts';

const notice = (id: number): MarketStatusNotice => ({
  id,
  market: 'SPOT',
  symbol: 'BTCUSDT',
  status: 'HALTED',
  time: id,
});

test('A8 what the socket brings is told once, what the list had already is not told and stands in it once', () => {
  const told: number[] = [];
  const made = createStatusNotices(({ id }) => void told.push(id));
  made.merge([notice(2), notice(1)]);
  made.accept([notice(2), notice(3)]);
  made.accept([notice(3)]);
  made.merge([notice(3), notice(2)]);
  expect(told).toEqual([3]);
  expect(made.list.get().map(({ id }) => id)).toEqual([3, 2, 1]);
});
