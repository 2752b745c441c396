import type { CoreEvent } from '@agio/core';
import { expect, test } from 'vitest';
import { fundDaysOf } from './fund-history.ts';

const DAY = 86_400_000;
const event = (kind: string, day: number, part: object): CoreEvent =>
  ({ kind, timeMs: day * DAY + 5, ...part }) as unknown as CoreEvent;
const toFund = (day: number, amount: bigint): CoreEvent =>
  event('Posted', day, {
    asset: 'USDT',
    entries: [
      { uid: 0, account: 'CAPITAL', amount: -amount },
      { uid: 0, account: 'INSURANCE', amount },
    ],
  });

test('the last state of each day counts, and days without a change have no row', () => {
  const events = [
    toFund(3, 100n),
    event('FundingSettled', 3, { paid: 7n, received: 5n }),
    event('Liquidated', 5, { fundAfter: 90n }),
    event('DebtCovered', 5, { fromFund: 20n, fromHouse: 3n }),
    event('FundingSettled', 6, { paid: 4n, received: 4n }),
    event('InsuranceChanged', 7, { fund: 75n }),
    event('Posted', 8, { asset: 'BTC', entries: [{ uid: 0, account: 'INSURANCE', amount: 9n }] }),
  ];
  const whole = fundDaysOf(1n, events);
  expect(whole).toEqual({
    days: [
      { day: 3, balance: 103n },
      { day: 5, balance: 70n },
      { day: 7, balance: 75n },
    ],
    after: 75n,
  });
  // However the log is cut, the rows are the same.
  const first = fundDaysOf(1n, events.slice(0, 3));
  expect(fundDaysOf(first.after, events.slice(3)).after).toBe(whole.after);
});
