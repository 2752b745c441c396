/** Klines of a range: gaps filled, longer klines merged, and no more done than is asked for. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Amount, Price } from '../fixed.ts';
import { baseIntervalOf } from '../protocol/durations.ts';
import { KLINE_INTERVALS, type KlineInterval } from '../protocol/words.ts';
import {
  addTrade,
  emptyKline,
  foldTrade,
  type Kline,
  klineOpenTime,
  klinesBetween,
  mergeKlines,
  nextKlineOpenTime,
  shiftKlineOpenTime,
} from './klines.ts';

const trade = (tradeId: number, timeMs: number, price: number) => ({
  tradeId,
  timeMs,
  price: price as Price,
  quantity: (tradeId * 7) as Amount,
  amount: (tradeId * 11) as Amount,
  takerSide: tradeId % 2 === 0 ? ('SELL' as const) : ('BUY' as const),
});

test('trading A9 a range is filled from the kline before it; without one it begins with its first own kline', () => {
  const kline = addTrade('1m', null, trade(1, 120_000, 5));
  const shown = (klines: readonly Kline[]): unknown[] =>
    klines.map((each) => [each.openTimeMs, each.close, each.tradeCount]);
  const range = { fromMs: 0, toMs: 240_000 };
  expect(shown(klinesBetween('1m', [kline], range))).toEqual([
    [120_000, 5, 1],
    [180_000, 5, 0],
    [240_000, 5, 0],
  ]);
  const before = addTrade('1m', null, trade(1, -7_000_000, 3));
  expect(shown(klinesBetween('1m', [before, kline], { ...range, toMs: 60_000 }))).toEqual([
    [0, 3, 0],
    [60_000, 3, 0],
  ]);
  expect(klinesBetween('1m', [], range)).toEqual([]);
});

/** Everything since the first trade, merged and filled kline by kline. */
function allKlines(interval: KlineInterval, klines: readonly Kline[], untilMs: number): Kline[] {
  const merged = new Map(mergeKlines(interval, klines).map((kline) => [kline.openTimeMs, kline]));
  const all: Kline[] = [];
  let openTimeMs = klineOpenTime(interval, klines[0]!.openTimeMs);
  for (; openTimeMs <= untilMs; openTimeMs = nextKlineOpenTime(interval, openTimeMs))
    all.push(merged.get(openTimeMs) ?? emptyKline(interval, openTimeMs, all.at(-1)!.close));
  return all;
}

test('trading A9 a range is the same whether made alone or cut out of everything since the first trade', () => {
  const range = fc.record({
    interval: fc.constantFrom(...KLINE_INTERVALS),
    /** Of the stored klines: how many lie between two trades. */
    waits: fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 60 }),
    prices: fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 60, maxLength: 60 }),
    /** Of the klines asked for: where they begin and end, from the first trade on. */
    from: fc.integer({ min: -5, max: 200 }),
    count: fc.integer({ min: 1, max: 150 }),
  });
  fc.assert(
    fc.property(range, ({ interval, waits, prices, from, count }) => {
      const base = baseIntervalOf(interval);
      const startMs = klineOpenTime(base, 1_698_796_000_000);
      let place = 0;
      const klines: Kline[] = [];
      for (const [at, wait] of waits.entries())
        foldTrade(base, klines, trade(at + 1, shiftKlineOpenTime(base, startMs, (place += wait)), prices[at]!));
      const fromMs = shiftKlineOpenTime(interval, klineOpenTime(interval, startMs), from);
      const toMs = shiftKlineOpenTime(interval, fromMs, count - 1);
      const all = allKlines(interval, klines, toMs);
      expect(klinesBetween(interval, klines, { fromMs, toMs })).toEqual(
        all.filter(({ openTimeMs }) => openTimeMs >= fromMs),
      );
    }),
  );
});
