import { expect, test } from 'vitest';
import { callQuery, readFilter, readPage, searchOf } from './ledger-query.ts';

const NONE = { wallet: '', asset: '', type: '', from: '', to: '' } as const;
const read = (text: string) => readFilter(new URLSearchParams(text));

test('an address says its filters, and what is none is left out', () => {
  expect(read('')).toEqual(NONE);
  const all = { wallet: 'FUTURES', asset: 'USDT', type: 'FUNDING', from: '2026-02-28', to: '2026-03-01' } as const;
  expect(read(new URLSearchParams(all).toString())).toEqual(all);
  expect(read('wallet=ELITE&asset=%3Cb%3E&type=constructor&from=2026-02-30&to=1969-01-01')).toEqual(NONE);
  expect(searchOf(all, 3)).toBe('?wallet=FUTURES&asset=USDT&type=FUNDING&from=2026-02-28&to=2026-03-01&page=3');
  expect(searchOf(NONE, 1)).toBe('');
});

test('the days of a filter are whole days of UTC', () => {
  expect(callQuery({ ...NONE, from: '2026-02-28', to: '2026-02-28' })).toEqual({
    from: Date.UTC(2026, 1, 28),
    to: Date.UTC(2026, 2, 1) - 1,
  });
  expect(callQuery(NONE)).toEqual({});
});

test.each([
  ['', 1],
  ['page=7', 7],
  ['page=0', 1],
  ['page=-3', 1],
  ['page=1.5', 1],
  ['page=999999', 500],
])('%j is page %i', (search, page) => {
  expect(readPage(new URLSearchParams(search))).toBe(page);
});
