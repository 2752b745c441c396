/** Bars as the channels show them. */
import type { Kline } from '@agio/core';
import { expect, test } from 'vitest';
import type { LiveContract } from './live.ts';
import { klinesOf } from './views.ts';

const MINUTE_MS = 60_000;

test('the last two bars are the same whether asked for alone or among many', () => {
  // A quiet contract: a trade in every seventh minute, each at another price.
  const bars = Array.from({ length: 300 }, (_, at): Kline => {
    const price = (100 + at) as Kline['open'];
    const openTimeMs = at * 7 * MINUTE_MS;
    const prices = { open: price, high: price, low: price, close: price };
    const volumes = { baseVolume: 5n, quoteVolume: 5n, takerBuyBaseVolume: 1n, takerBuyQuoteVolume: 1n };
    const trades = { tradeCount: 1, firstTradeId: at + 1, lastTradeId: at + 1 };
    return { openTimeMs, closeTimeMs: openTimeMs + MINUTE_MS - 1, ...prices, ...volumes, ...trades };
  });
  const contract = { timeMs: 0, bars: { LAST: { '1m': bars, '1h': bars, '1d': bars } } } as unknown as LiveContract;
  for (const interval of ['1m', '5m', '15m', '30m', '1h', '1w', '1M'] as const) {
    for (const endTime of [0, 1, 35, 299 * 7, 299 * 7 + 3, 299 * 7 + 500].map((minute) => minute * MINUTE_MS)) {
      const many = klinesOf(contract, 'LAST', interval, { limit: 1_000, endTime });
      expect(klinesOf(contract, 'LAST', interval, { limit: 2, endTime })).toEqual(many.slice(-2));
    }
  }
});
