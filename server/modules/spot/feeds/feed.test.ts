import type { Publisher } from '@agio/contracts/channel';
import { expect, test } from 'vitest';
import { emptyBook, type LiveMarket, type LiveMarkets } from '../../markets/index.ts';
import { createDealsFeed } from './deals.ts';
import { createDepthFeed } from './depth.ts';
import type { DepthEvent, TradeEvent } from './feed.ts';

interface Sent {
  readonly symbol: string;
  readonly pu?: number;
  readonly u?: number;
  readonly deals?: readonly { readonly tradeId: number }[];
}

/** Two markets; the first one cannot be shown until its scale is put back. */
function setUp(): { live: LiveMarkets; broken: LiveMarket; whole: LiveMarket; sent: Sent[]; to: Publisher } {
  const marketOf = (symbol: string): LiveMarket =>
    ({ view: { symbol }, baseScale: 8, quoteScale: 8, book: emptyBook(), prints: [] }) as never;
  const [broken, whole] = [marketOf('AUSDT'), marketOf('BUSDT')];
  Object.defineProperty(broken, 'baseScale', {
    configurable: true,
    get() {
      throw new Error('no scale');
    },
  });
  const markets = new Map([
    ['AUSDT', broken],
    ['BUSDT', whole],
  ]);
  const sent: Sent[] = [];
  const to: Publisher = {
    publish: (_channel, _topic, data) => void sent.push(data as Sent),
    publishTo() {},
    hasReaders: () => true,
  };
  return { live: { markets } as never, broken, whole, sent, to };
}

const putBack = (market: LiveMarket): unknown => Object.defineProperty(market, 'baseScale', { value: 8 });
const change = (updateId: number): DepthEvent => ({ updateId, side: 'BUY', price: updateId, quantity: 1 }) as never;
const trade = (tradeId: number): TradeEvent =>
  ({ tradeId, price: 1, quantity: 1, amount: 1, takerSide: 'BUY', timeMs: 1 }) as never;

test('FLT-20 changes of a book that could not be sent leave a gap in the ids, which a reader sees; other books are sent', async () => {
  const { live, broken, whole, sent, to } = setUp();
  const feed = createDepthFeed(live);
  for (const updateId of [1, 2]) for (const market of [broken, whole]) feed.onDepth!(market, change(updateId));
  await expect(feed.flush(to)).rejects.toThrow('no scale');
  expect(sent).toMatchObject([{ symbol: 'BUSDT', pu: 0, u: 2 }]);
  putBack(broken);
  feed.onDepth!(broken, change(3));
  await feed.flush(to);
  expect(sent.slice(1)).toMatchObject([{ symbol: 'AUSDT', pu: 2, u: 3 }]);
});

test('FLT-20 trades that cannot be sent are let go of, so that they cannot pile up; those of other markets are sent', async () => {
  const { live, broken, whole, sent, to } = setUp();
  const feed = createDealsFeed(live);
  for (const market of [broken, whole]) feed.onTrade!(market, trade(1));
  await expect(feed.flush(to)).rejects.toThrow('no scale');
  putBack(broken);
  feed.onTrade!(broken, trade(2));
  await feed.flush(to);
  expect(sent.map(({ symbol, deals }) => [symbol, deals?.length])).toEqual([
    ['BUSDT', 1],
    ['AUSDT', 1],
  ]);
});
