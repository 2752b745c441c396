import { expect, test } from 'vitest';
import { Allowance } from './allowance.ts';

test('FLT-16 an allowance gives its burst at once, then so many a second, and never saves up more', () => {
  const allowance = new Allowance({ burst: 3, perSecond: 2 }, 0);
  const taken = (atMs: number, times: number): number =>
    Array.from({ length: times }, () => allowance.take(atMs)).filter(Boolean).length;
  expect([taken(0, 5), taken(400, 5), taken(500, 5), taken(1_500, 5), taken(90_000, 9)]).toEqual([3, 0, 1, 2, 3]);
});

test('FLT-16 a charge beyond the amount left leaves a debt, which must be refilled first', () => {
  const allowance = new Allowance({ burst: 10, perSecond: 1 }, 0);
  allowance.charge(0, 15);
  expect([allowance.take(5_000), allowance.take(6_000), allowance.take(6_000)]).toEqual([false, true, false]);
});
