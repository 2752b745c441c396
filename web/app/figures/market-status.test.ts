import { CONTRACT_STATUSES, MARKET_STATUSES } from '@agio/core/words';
import { expect, test } from 'vitest';
import { restrictionOf } from '@agio/contracts/market-restrictions';
import { firesNow, takesOrder } from './market-status.ts';

const order = { isPostOnly: false, closes: false };
/** As letters: any order, post-only ones, closing ones; and whether orders that wait can fire. */
const allowed = (status: (typeof MARKET_STATUSES | typeof CONTRACT_STATUSES)[number]): string => {
  const restriction = restrictionOf(status);
  const takes = [
    takesOrder(restriction, order) ? 'any' : '',
    takesOrder(restriction, { ...order, isPostOnly: true }) ? 'post-only' : '',
    takesOrder(restriction, { ...order, closes: true }) ? 'closing' : '',
    firesNow(restriction) ? 'fires' : '',
  ];
  return takes.filter((word) => word !== '').join(' ');
};

test('trading A8 a spot market offers in each status what the rules let it take', () => {
  expect(Object.fromEntries(MARKET_STATUSES.map((status) => [status, allowed(status)]))).toEqual({
    PRE_OPEN: 'post-only',
    TRADING: 'any post-only closing fires',
    HALTED: '',
    POST_ONLY: 'post-only',
    MAINTENANCE: '',
    DELISTED: '',
  });
});

test('trading B1, B17 a contract offers in each status what the rules let it take', () => {
  expect(Object.fromEntries(CONTRACT_STATUSES.map((status) => [status, allowed(status)]))).toEqual({
    PRE_OPEN: 'post-only',
    OPEN: 'any post-only closing fires',
    REDUCE_ONLY: 'closing fires',
    CANCEL_ONLY: '',
    STOP: '',
    SETTLED: '',
  });
});

test('trading A8, B1 while a status is not known nothing is held back', () => {
  expect(restrictionOf(undefined)).toBe(null);
});
