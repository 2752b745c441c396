/** Klines, ticker and depth as pure functions. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Amount, Price } from '../fixed.ts';
import { units } from '../testing/exchange.ts';
import { aggregateLevels, checksumText, depthChecksum, type Levels } from './depth.ts';
import {
  addTrade,
  type Kline,
  klineOpenTime,
  klinesBetween,
  type KlineTrade,
  mergeKlines,
  nextKlineOpenTime,
  shiftKlineOpenTime,
} from './klines.ts';
import { averagePrice, ticker24h, tickerWindowStart } from './ticker.ts';
import { baseIntervalOf } from '../protocol/durations.ts';
import { KLINE_INTERVALS } from '../protocol/words.ts';

const levels = (...pairs: [string, string][]): Levels =>
  pairs.map(([price, quantity]) => [units(price) as Price, units(quantity) as Amount]);
const trade = (tradeId: number, timeMs: number, price: string | number, quantity: string | number = 1): KlineTrade => ({
  tradeId,
  timeMs,
  price: units(price) as Price,
  quantity: units(quantity) as Amount,
  amount: Number((BigInt(units(price)) * BigInt(units(quantity))) / 10n ** 8n) as Amount,
  takerSide: tradeId % 2 === 0 ? 'SELL' : 'BUY',
});

test('trading X-A9 aggregation puts bids down and asks up', () => {
  const bids = levels(['100.07', '1'], ['100.04', '2'], ['99.98', '3']);
  const asks = levels(['100.11', '1'], ['100.19', '2'], ['100.21', '4']);
  const step = units('0.1') as Price;
  expect(aggregateLevels(bids, 'BUY', step, 10)).toEqual(levels(['100.0', '3'], ['99.9', '3']));
  expect(aggregateLevels(asks, 'SELL', step, 10)).toEqual(levels(['100.2', '3'], ['100.3', '4']));
  expect(aggregateLevels(asks, 'SELL', step, 1)).toEqual(levels(['100.2', '3']));
});

test('trading X-A10 the checksum text and its CRC-32', () => {
  const asks = levels(['100.11', '0.500'], ['100.19', '2.000']);
  const bids = levels(['100.07', '1.250'], ['100.04', '0.080']);
  const decimals = { price: 2, quantity: 3, baseScale: 8 };
  expect(checksumText(asks, bids, decimals)).toBe('100115001001920001000712501000480');
  expect(depthChecksum(asks, bids, decimals)).toBe(3_802_222_519);
});

test.each([
  ['1m', 1699999980000],
  ['1h', 1699999200000],
  ['4h', 1699992000000],
  ['1d', 1699920000000],
  ['1w', 1699833600000],
  ['1M', Date.UTC(2023, 10, 1)],
] as const)('trading X-A11 the %s kline of 1700000000000 opens at %d', (interval, openTimeMs) => {
  expect(klineOpenTime(interval, 1700000000000)).toBe(openTimeMs);
});

test('trading A9 months begin on the first, for every month of 140 years', () => {
  for (let month = 0; month < 140 * 12; month += 1) {
    const start = Date.UTC(1970, month, 1);
    expect(klineOpenTime('1M', start)).toBe(start);
    expect(klineOpenTime('1M', start - 1)).toBe(Date.UTC(1970, month - 1, 1));
    expect(nextKlineOpenTime('1M', start)).toBe(Date.UTC(1970, month + 1, 1));
  }
});

test('trading A9 a trade on the boundary belongs to the next kline; gaps are flat; the last kline is the current one', () => {
  const first = addTrade('1m', addTrade('1m', null, trade(1, 0, '2')), trade(2, 59_999, '3', '0.5'));
  const second = addTrade('1m', null, trade(3, 180_000, '1'));
  expect(first).toMatchObject({
    open: units(2),
    close: units(3),
    closeTimeMs: 59_999,
    tradeCount: 2,
    firstTradeId: 1,
    lastTradeId: 2,
  });
  expect(first).toMatchObject({
    baseVolume: BigInt(units('1.5')),
    takerBuyBaseVolume: BigInt(units(1)),
    quoteVolume: BigInt(units('3.5')),
  });
  const klines = klinesBetween('1m', [first, second], { fromMs: 0, toMs: 240_000 });
  expect(klines.map((kline) => [kline.openTimeMs, kline.open, kline.tradeCount])).toEqual([
    [0, units(2), 2],
    [60_000, units(3), 0],
    [120_000, units(3), 0],
    [180_000, units(1), 1],
    [240_000, units(1), 0],
  ]);
});

test('trading A9 longer klines are merges of minute klines and equal direct construction', () => {
  const tradesArb = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 7_200_000 })), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(tradesArb, fc.constantFrom(...KLINE_INTERVALS), (list, interval) => {
      let timeMs = 1_698_796_000_000;
      const trades = list.map(([price, wait], i) => trade(i + 1, (timeMs += wait), price));
      const build = (chosen: typeof interval): Kline[] => {
        const klines: Kline[] = [];
        for (const t of trades) {
          const isSame = klines.at(-1)?.openTimeMs === klineOpenTime(chosen, t.timeMs);
          const kline = addTrade(chosen, isSame ? klines.at(-1)! : null, t);
          if (isSame) klines[klines.length - 1] = kline;
          else klines.push(kline);
        }
        return klinesBetween(chosen, klines, { fromMs: klines[0]!.openTimeMs, toMs: timeMs });
      };
      expect(mergeKlines(interval, build('1m'))).toEqual(build(interval));
    }),
  );
});

test('trading X-A14 the 24-hour change in percent, half away from zero', () => {
  const now = 1_700_000_000_000;
  const scales = { baseScale: 8, quoteScale: 8 };
  const klines = [
    addTrade('1m', null, trade(1, now - 3_600_000, '2.00')),
    addTrade('1m', null, trade(2, now, '2.09', 3)),
  ];
  expect(ticker24h(klines, now, 0 as Price, scales)).toMatchObject({
    changePercentHundredths: 450,
    change: units('0.09'),
    averagePrice: units('2.0675'),
    tradeCount: 2,
    high: units('2.09'),
    low: units('2'),
  });
  const old = [addTrade('1m', null, trade(1, tickerWindowStart(now) - 1, '5'))];
  expect(ticker24h(old, now, units(5) as Price, scales)).toMatchObject({
    open: units(5),
    last: units(5),
    baseVolume: 0n,
    averagePrice: 0,
  });
  const fallen = [addTrade('1m', null, trade(1, now, '8')), addTrade('1m', null, trade(2, now, '7.9996'))];
  expect(ticker24h(fallen, now, 0 as Price, scales).changePercentHundredths).toBe(-1);
});

test.each(KLINE_INTERVALS)('trading A9 every %s kline begins where the one before it ends', (interval) => {
  const openTimeMs = klineOpenTime(interval, 1_700_000_000_000);
  expect(klineOpenTime(interval, openTimeMs)).toBe(openTimeMs);
  expect(klineOpenTime(interval, openTimeMs - 1)).toBe(shiftKlineOpenTime(interval, openTimeMs, -1));
  expect(shiftKlineOpenTime(interval, shiftKlineOpenTime(interval, openTimeMs, 30), -30)).toBe(openTimeMs);
  const base = baseIntervalOf(interval);
  expect(klineOpenTime(base, openTimeMs)).toBe(openTimeMs);
});

test('the average price is quote volume by base volume, whatever the scales', () => {
  expect(averagePrice(300_000_000n, 15_000_000_000n, { baseScale: 8, quoteScale: 8 })).toBe(5_000_000_000);
  expect(averagePrice(300n, 150n, { baseScale: 2, quoteScale: 0 })).toBe(5_000_000_000);
  expect(averagePrice(0n, 0n, { baseScale: 8, quoteScale: 8 })).toBe(0);
});
