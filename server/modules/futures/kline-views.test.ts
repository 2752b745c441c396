/** Klines as the calls and channels show them. */
import { baseIntervalOf, type Kline, klineOpenTime, mergeKlines, shiftKlineOpenTime } from '@agio/core';
import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';
import { expect, test } from 'vitest';
import { priceText } from '../markets/index.ts';
import { klinesWithin, klinesOf } from './kline-views.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** A kline of one trade; `at` makes it differ from the others. */
function klineAt(openTimeMs: number, at: number): Kline {
  const price = (100 + at) as Kline['open'];
  const prices = { open: price, high: price, low: price, close: price };
  const volumes = { baseVolume: 5n, quoteVolume: 5n, takerBuyBaseVolume: 1n, takerBuyQuoteVolume: 1n };
  const trades = { tradeCount: 1, firstTradeId: at + 1, lastTradeId: at + 1 };
  return { openTimeMs, closeTimeMs: openTimeMs + MINUTE_MS - 1, ...prices, ...volumes, ...trades };
}

function contractWith(klines: readonly Kline[]): Parameters<typeof klinesOf>[0] {
  const same = { '1m': [...klines], '1h': [...klines], '1d': [...klines] };
  return { timeMs: 0, klines: { LAST: same, MARK: same, INDEX: same } };
}

test('the last two klines are the same whether asked for alone or among many', () => {
  // A quiet contract: a trade in every seventh minute, each at another price.
  const contract = contractWith(Array.from({ length: 300 }, (_, at) => klineAt(at * 7 * MINUTE_MS, at)));
  for (const interval of ['1m', '5m', '15m', '30m', '1h', '1w', '1M'] as const) {
    for (const endTime of [0, 1, 35, 299 * 7, 299 * 7 + 3, 299 * 7 + 500].map((minute) => minute * MINUTE_MS)) {
      const many = klinesOf(contract, 'LAST', interval, { limit: 1_000, endTime });
      expect(klinesOf(contract, 'LAST', interval, { limit: 2, endTime })).toEqual(many.slice(-2));
    }
  }
});

/** Opening times and closes of everything since the first kline, merged and filled kline by kline. */
function allOf(interval: KlineInterval, klines: readonly Kline[], nowMs: number): [number, number][] {
  const merged = mergeKlines(interval, klines);
  const all: [number, number][] = [];
  let openTimeMs = merged[0]?.openTimeMs ?? Infinity;
  for (; openTimeMs <= nowMs; openTimeMs = shiftKlineOpenTime(interval, openTimeMs, 1)) {
    const kline = merged.find((each) => each.openTimeMs === openTimeMs);
    all.push([openTimeMs, kline?.close ?? all.at(-1)![1]]);
  }
  return all;
}

test.each(KLINE_INTERVALS)(
  'the %s klines of every limit and end are cut out of all klines since the first',
  (interval) => {
    const baseMs = shiftKlineOpenTime(baseIntervalOf(interval), 0, 1);
    const gaps = [0, 1, 1, 3, 40, 1, 200, 2, 90, 1, 1, 700];
    let place = 0;
    const klines = gaps.map((gap, at) => klineAt((place += gap) * baseMs, at));
    const contract = contractWith(klines);
    for (const end of [-1, 0, 4, 44, 45, 300, 337, 1_040, 1_500]) {
      const endTime = end * baseMs + 17;
      const all = allOf(interval, klines, endTime);
      for (const limit of [1, 2, 3, 50, 1_000]) {
        const shown = klinesOf(contract, 'LAST', interval, { limit, endTime });
        expect(shown.map(([openTime, , , , close]) => [openTime, close])).toEqual(
          all.slice(-limit).map(([openTime, close]) => [openTime, priceText(close as Kline['close'])]),
        );
      }
    }
    expect(klinesOf(contractWith([]), 'LAST', interval, { limit: 5 })).toEqual([]);
  },
);

test('FLT-16 a contract whose only trade is a year ago is shown at the cost of the klines that are asked for', () => {
  const nowMs = Date.now();
  const openTimeMs = klineOpenTime('1m', nowMs - 365 * DAY_MS);
  expect(klinesOf(contractWith([klineAt(openTimeMs, 1)]), 'LAST', '1m', { limit: 2 })).toHaveLength(2);
  // What is filled begins two minutes ago: from that trade on it would be half a million klines for each question.
  const { fromMs, toMs } = klinesWithin('1m', { limit: 2 }, openTimeMs, nowMs);
  expect([fromMs, toMs]).toEqual([klineOpenTime('1m', nowMs) - MINUTE_MS, klineOpenTime('1m', nowMs)]);
});
