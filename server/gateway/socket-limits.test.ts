import { expect, test } from 'vitest';
import { Allowance, createSocketLimits } from './socket-limits.ts';

test('FLT-16 an allowance gives its burst at once, then so many a second, and never saves up more', () => {
  const allowance = new Allowance({ burst: 3, perSecond: 2 }, 0);
  const taken = (atMs: number, times: number): number =>
    Array.from({ length: times }, () => allowance.take(atMs)).filter(Boolean).length;
  expect([taken(0, 5), taken(400, 5), taken(500, 5), taken(1_500, 5), taken(90_000, 9)]).toEqual([3, 0, 1, 2, 3]);
});

test('FLT-16 an address has at most 200 connections, another /64 its own; what leaves makes room', () => {
  const limits = createSocketLimits(true, () => 0);
  const entered = Array.from({ length: 201 }, (_, n) => limits.enter(`2001:db8::${(n + 1).toString(16)}`, false));
  expect(entered.map((one) => one !== null)).toEqual([...Array.from({ length: 200 }, () => true), false]);
  expect(limits.enter('2001:db8:0:1::1', false)).not.toBeNull();
  entered[0]!.left();
  expect(limits.enter('2001:db8::ffff', false)).not.toBeNull();
  expect(limits.enter('2001:db8::ffff', false)).toBeNull();
});

test('FLT-16 an address that opens connections again and again is refused after 400, and waits for each further one', () => {
  let nowMs = 0;
  const limits = createSocketLimits(true, () => nowMs);
  const comeAndGo = (): boolean => {
    const entered = limits.enter('192.0.2.1', false);
    entered?.left();
    return entered !== null;
  };
  const times = (count: number): number => Array.from({ length: count }, comeAndGo).filter(Boolean).length;
  expect(times(500)).toBe(400);
  nowMs = 1_000;
  expect(times(500)).toBe(5);
});

test('FLT-16 log-ins are counted by connection and by address', () => {
  const limits = createSocketLimits(true, () => 0);
  const taken = Array.from({ length: 40 }, () => limits.enter('192.0.2.1', false)!).map(
    (one) => Array.from({ length: 9 }, () => one.takeLogin()).filter(Boolean).length,
  );
  expect([taken[0], taken.reduce((sum, count) => sum + count, 0)]).toEqual([5, 120]);
});

test('FLT-16 a user has at most 50 connections', () => {
  const limits = createSocketLimits(true, () => 0);
  const entered = Array.from({ length: 51 }, () => limits.enterUser(7));
  expect(entered.filter(Boolean).length).toBe(50);
  limits.leaveUser(7);
  expect([limits.enterUser(7), limits.enterUser(7), limits.enterUser(8)]).toEqual([true, false, true]);
});

test('FLT-16 without limits nobody is counted', () => {
  const limits = createSocketLimits(false);
  const all = Array.from({ length: 500 }, () => limits.enter('192.0.2.1', false));
  expect(all.every((one) => one?.takeFrame() && one.takeLogin())).toBe(true);
});
