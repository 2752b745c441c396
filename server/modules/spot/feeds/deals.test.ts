import { expect, test } from 'vitest';
import type { Publisher } from '@agio/contracts/channel';
import type { DealsData } from '@agio/contracts/ws/spot';
import type { LiveMarket, LiveMarkets } from '../../markets/index.ts';
import { createDealsFeed } from './deals.ts';
import type { TradeEvent } from './feed.ts';

const market = { view: { symbol: 'BTCUSDT' }, baseScale: 8 } as unknown as LiveMarket;
const live = { markets: new Map([['BTCUSDT', market]]) } as unknown as LiveMarkets;

function readerOf(frames: DealsData[], hasReaders = true): Publisher {
  const publish = (_channel: string, _topic: string, data: unknown): void => void frames.push(data as DealsData);
  return { hasReaders: () => hasReaders, publish } as unknown as Publisher;
}

test('every trade of a busy moment is sent, in order, in frames of at most 200', async () => {
  const feed = createDealsFeed(live);
  const frames: DealsData[] = [];
  await feed.flush(readerOf(frames));
  for (let tradeId = 1; tradeId <= 1001; tradeId++)
    feed.onTrade?.(market, { tradeId, price: 5, quantity: 1, timeMs: 1, takerSide: 'BUY' } as TradeEvent);
  await feed.flush(readerOf(frames));
  expect(frames.flatMap(({ deals }) => deals.map(({ id }) => id))).toEqual(
    Array.from({ length: 1001 }, (_, i) => i + 1),
  );
  expect(Math.max(...frames.map(({ deals }) => deals.length))).toBeLessThanOrEqual(200);
});

test('trades without a reader are dropped', async () => {
  const feed = createDealsFeed(live);
  const frames: DealsData[] = [];
  await feed.flush(readerOf(frames, false));
  feed.onTrade?.(market, { tradeId: 1, price: 5, quantity: 1, timeMs: 1, takerSide: 'BUY' } as TradeEvent);
  await feed.flush(readerOf(frames, false));
  await feed.flush(readerOf(frames));
  expect(frames).toEqual([]);
});
