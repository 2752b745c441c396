import { expect, test } from 'vitest';
import { curveOf, daysOfMonth, type PnlDay, readMonth, shiftMonth, sumOf, weeksOf } from './pnl-days.ts';

const day = (name: string, pnl: string | null, futures = '0'): PnlDay => ({
  day: name,
  equity: pnl === null ? null : '1',
  moved: '0',
  pnl,
  futures: { pnl: futures, realised: futures, fees: '0', funding: '0' },
});

test('months of an address', () => {
  expect(readMonth('2026-02', '2026-11-23')).toBe('2026-02');
  for (const bad of [null, '', '2026-12', '2026-13', '1969-12', '2026-2'])
    expect(readMonth(bad, '2026-11-23')).toBe('2026-11');
  expect([shiftMonth('2026-01', -1), shiftMonth('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});

test('weeks begin on Mondays and hold each day of the month once', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  expect(weeksOf('2027-02')).toHaveLength(4);
});

test('a sum of days leaves out those without a figure', () => {
  expect(sumOf(['1.5', null, '-2'])).toBe('-0.5');
  expect(sumOf([null])).toBeNull();
});

test('the curve begins with the account, adds up, and is empty where a day is', () => {
  const days = [day('1', null), day('2', '5', '1'), day('3', null), day('4', '-2', '3')];
  expect(curveOf(days, 'account', '30', true)).toEqual([
    { day: '2', amount: '5' },
    { day: '3', amount: null },
    { day: '4', amount: '3' },
  ]);
  expect(curveOf(days, 'futures', '7', false).map(({ amount }) => amount)).toEqual(['1', '0', '3']);
  expect(curveOf([day('1', null)], 'account', '7', true)).toEqual([]);
});
