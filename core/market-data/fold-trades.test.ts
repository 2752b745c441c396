/** Trades become klines, one by one and in batches. */
import { expect, test } from 'vitest';
import type { Amount, Price } from '../fixed.ts';
import { foldTrade, foldTrades, type Kline } from './klines.ts';

const trade = (tradeId: number, symbol: string, timeMs: number, price: number) => ({
  tradeId,
  symbol,
  timeMs,
  price: price as Price,
  quantity: 2 as Amount,
  amount: (2 * price) as Amount,
  takerSide: 'BUY' as const,
});

test('trading A9 the next trade is in the kline that runs or begins one, and is counted once', () => {
  const klines: Kline[] = [];
  expect(foldTrade('1m', klines, trade(4, 'A', 0, 5))).toMatchObject({ openTimeMs: 0, open: 5, tradeCount: 1 });
  expect(foldTrade('1m', klines, trade(5, 'A', 59_999, 7))).toMatchObject({ openTimeMs: 0, close: 7, tradeCount: 2 });
  expect([foldTrade('1m', klines, trade(5, 'A', 59_999, 7)), foldTrade('1m', klines, trade(4, 'A', 0, 5))]).toEqual([
    null,
    null,
  ]);
  expect(foldTrade('1m', klines, trade(6, 'A', 60_000, 6))).toMatchObject({ openTimeMs: 60_000, open: 6 });
  expect(klines.map(({ tradeCount, lastTradeId }) => [tradeCount, lastTradeId])).toEqual([
    [2, 5],
    [1, 6],
  ]);
});

test('trades without ids are all counted', () => {
  const klines: Kline[] = [];
  for (const price of [5, 6, 7]) foldTrade('1h', klines, trade(0, 'A', 0, price));
  expect(klines).toMatchObject([{ tradeCount: 3, close: 7 }]);
});

test('a batch of trades becomes each kline once, for every stored interval', () => {
  const batch = [trade(1, 'A', 0, 5), trade(2, 'A', 59_999, 7), trade(3, 'A', 60_000, 6), trade(1, 'B', 0, 9)];
  const klines = foldTrades(batch, ({ symbol }) => ({ symbol }));
  expect(klines).toHaveLength(7);
  expect(klines.find((kline) => kline.symbol === 'A' && kline.base === '1h')).toMatchObject({
    open: 5,
    high: 7,
    low: 5,
    close: 6,
    baseVolume: 6n,
    quoteVolume: 36n,
    tradeCount: 3,
    firstTradeId: 1,
    lastTradeId: 3,
  });
});
