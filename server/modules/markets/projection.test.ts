import type { Amount, Price } from '@agio/core/fixed';
import { expect, test } from 'vitest';
import { barsOf } from './projection.ts';

test('a batch of trades becomes each bar once, for every stored interval', () => {
  const trade = (tradeId: number, symbol: string, timeMs: number, price: number) => ({
    tradeId,
    symbol,
    timeMs,
    price: price as Price,
    quantity: 2 as Amount,
    amount: (2 * price) as Amount,
    takerSide: 'BUY' as const,
  });
  const bars = barsOf([trade(1, 'A', 0, 5), trade(2, 'A', 59_999, 7), trade(3, 'A', 60_000, 6), trade(1, 'B', 0, 9)]);
  expect(bars).toHaveLength(7);
  expect(bars.find((bar) => bar.symbol === 'A' && bar.base === '1h')).toMatchObject({
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
