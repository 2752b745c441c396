/** Candles out of stored and kept klines: the same as when every stored kline is merged, at the cost of those that are shown. */
import {
  BASE_INTERVALS,
  type BaseInterval,
  baseIntervalOf,
  foldTrades,
  type Kline,
  klineOpenTime,
  klinesBetween,
  mergeKlines,
  shiftKlineOpenTime,
} from '@agio/core';
import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedKlinesBetween, mergeIntoKlines } from '../../../server/modules/markets/kline-repo.ts';
import type { LiveMarket } from '../../../server/modules/markets/live.ts';
import { type KlineRange, readKlines } from '../../../server/modules/markets/service.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { openTestStore } from '../../open-store.ts';

/** A Wednesday in the middle of a month; long ago, so that `endTime` says where the klines end. */
const START_MS = Date.UTC(2021, 8, 15, 7, 11, 13);

let store: OpenStore;
beforeAll(async () => void (store = await openTestStore()));
afterAll(() => store?.close());

/** Klines of trades at these distances (ms), whose prices, sizes and sides stray. */
function klinesOf(waits: readonly number[]): Record<BaseInterval, Kline[]> {
  let timeMs = START_MS;
  const trades = waits.map((wait, at) => ({
    tradeId: at + 1,
    timeMs: (timeMs += wait),
    price: (1_000 + ((at * 7_919) % 613)) as Kline['open'],
    quantity: (1 + ((at * 104_729) % 97)) as never,
    amount: (1 + ((at * 1_299_709) % 9_973)) as never,
    takerSide: at % 3 === 0 ? ('BUY' as const) : ('SELL' as const),
  }));
  const folded = foldTrades(trades, () => ({}));
  const of = (base: BaseInterval): Kline[] =>
    folded.flatMap(({ base: own, ...kline }) => (own === base ? [kline] : []));
  return { '1m': of('1m'), '1h': of('1h'), '1d': of('1d') };
}

/** A market whose klines are all in SQL, and the newest of them in memory as well. */
async function marketWith(symbol: string, klines: Record<BaseInterval, Kline[]>, kept: number): Promise<LiveMarket> {
  const rows = BASE_INTERVALS.flatMap((base) => klines[base].map((kline) => ({ ...kline, symbol, base })));
  await store.db.transaction().execute(async (tx) => {
    for (let at = 0; at < rows.length; at += 4_000) await mergeIntoKlines(tx, rows.slice(at, at + 4_000));
  });
  const newest = (base: BaseInterval): Kline[] => (kept === 0 ? [] : klines[base].slice(-kept));
  const first = (base: BaseInterval): number | null => klines[base][0]?.openTimeMs ?? null;
  return {
    view: { symbol },
    prints: [],
    klines: { '1m': newest('1m'), '1h': newest('1h'), '1d': newest('1d') },
    firstKline: { '1m': first('1m'), '1h': first('1h'), '1d': first('1d') },
  } as unknown as LiveMarket;
}

/** Every stored kline merged, every gap since the first one filled, and then cut to what is asked. */
function allMerged(
  interval: KlineInterval,
  klines: readonly Kline[],
  range: KlineRange & { endTime: number },
): Kline[] {
  const all = klinesBetween(interval, klines, {
    fromMs: klineOpenTime(interval, klines[0]!.openTimeMs),
    toMs: range.endTime,
  });
  const { startTime, limit } = range;
  return startTime === undefined
    ? all.slice(-limit)
    : all.filter((kline) => kline.openTimeMs >= startTime).slice(0, limit);
}

test('trading A9 candles of every interval, limit and range are those of all stored klines, however many are in memory', async () => {
  let markets = 0;
  const asked = fc.record({
    interval: fc.constantFrom(...KLINE_INTERVALS),
    /** Between two trades, in hundredths of a stored kline of the interval: many in one kline, a few klines apart, and far apart. */
    waits: fc.array(
      fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 7_000 })),
      { minLength: 1, maxLength: 80 },
    ),
    kept: fc.constantFrom(0, 1, 3, 10, 1_000),
    /** In hundredths of a kline of the interval, from the first trade on. */
    start: fc.option(fc.integer({ min: -400, max: 3_000 }), { nil: undefined }),
    end: fc.integer({ min: -200, max: 6_000 }),
    limit: fc.constantFrom(1, 2, 7, 60, 1_500),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ interval, waits, kept, start, end, limit }) => {
      const base = baseIntervalOf(interval);
      const baseMs = shiftKlineOpenTime(base, 0, 1);
      const stepMs = shiftKlineOpenTime(interval, 0, 1);
      const klines = klinesOf(waits.map((wait) => Math.round((wait * baseMs) / 100)));
      const market = await marketWith(`M${(markets += 1)}`, klines, kept);
      const range = {
        startTime: start === undefined ? undefined : START_MS + Math.round((start * stepMs) / 100),
        endTime: START_MS + Math.round((end * stepMs) / 100),
        limit,
      };
      expect(await readKlines(store.db, market, interval, range)).toEqual(allMerged(interval, klines[base], range));
    }),
    { numRuns: 300 },
  );
});

test('FLT-16 a month of minutes comes from the database as the half hours that are shown, one row each', async () => {
  const klines = klinesOf(Array.from({ length: 20_000 }, () => 60_000));
  await marketWith('MONTH', klines, 0);
  const from = klineOpenTime('30m', START_MS);
  const to = shiftKlineOpenTime('30m', from, 1_500);
  const read = await storedKlinesBetween(store.db, 'MONTH', '30m', from, to);
  expect(read).toEqual(mergeKlines('30m', klines['1m']));
  expect(read.length).toBeLessThan(700);
});
