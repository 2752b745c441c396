import { HOUR_MS } from '@agio/contracts/durations';
import { expect, test } from 'vitest';
import { judge, type WaitingAlert } from './crossing.ts';

const alert = (change: Partial<WaitingAlert> = {}): WaitingAlert => ({
  direction: 'ABOVE',
  price: 100,
  wasReached: false,
  pauseHours: null,
  firedAtMs: null,
  ...change,
});
const told = (of: WaitingAlert, prices: readonly number[], stepMs = 1_000) =>
  judge(
    of,
    prices.map((price, at) => ({ tradeId: at + 1, price, timeMs: at * stepMs })),
  );
const ids = (of: WaitingAlert, prices: readonly number[], stepMs?: number) =>
  told(of, prices, stepMs).crossings.map(({ tradeId }) => tradeId);

test('a level is crossed by the first trade at it or past it', () => {
  expect(ids(alert(), [98, 99, 100, 101])).toEqual([3]);
  expect(ids(alert(), [98, 105])).toEqual([2]);
  expect(ids(alert({ direction: 'BELOW' }), [101, 100, 99])).toEqual([2]);
});

test('a price that only comes near, or comes from the other side, crosses nothing', () => {
  expect(ids(alert(), [98, 99])).toEqual([]);
  expect(ids(alert({ wasReached: true }), [101, 99, 98])).toEqual([]);
});

test('the first trade of a market only says on which side the price is', () => {
  expect(told(alert({ wasReached: null }), [120])).toEqual({ wasReached: true, firedAtMs: null, crossings: [] });
  expect(ids(alert({ wasReached: null }), [120, 90, 110])).toEqual([3]);
});

test('once is once; each time is told after the price went back, but not within the pause', () => {
  expect(ids(alert(), [99, 101, 99, 101])).toEqual([2]);
  const each = alert({ pauseHours: 1 });
  expect(ids(each, [99, 101, 102, 99, 101], HOUR_MS)).toEqual([2, 5]);
  expect(ids(each, [99, 101, 99, 101, 99, 101], HOUR_MS / 4)).toEqual([2, 6]);
});

test('however the trades are cut into batches, the same crossings are told', () => {
  const prices = [99, 101, 98, 100, 99, 103, 97, 100];
  const prints = prices.map((price, at) => ({ tradeId: at + 1, price, timeMs: at * HOUR_MS }));
  const whole = judge(alert({ pauseHours: 1 }), prints);
  for (let cut = 0; cut <= prints.length; cut += 1) {
    const first = judge(alert({ pauseHours: 1 }), prints.slice(0, cut));
    const { wasReached, firedAtMs } = first;
    const second = judge(alert({ pauseHours: 1, wasReached, firedAtMs }), prints.slice(cut));
    expect([...first.crossings, ...second.crossings]).toEqual(whole.crossings);
  }
});
