/** The channel `deals`: public trades as they happen. */
import type { Publisher } from '@agio/contracts/channel';
import { type DealsData, spotChannelParams } from '@agio/contracts/ws/spot';
import type { KlineTrade } from '@agio/core';
import { dealOf, FIRST_DEALS, type LiveMarket, type LiveMarkets, MAX_DEALS_A_FRAME } from '../../markets/index.ts';
import { type Feed, marketOfTopic, perMarket, sendOfEach } from './feed.ts';

export function createDealsFeed(live: LiveMarkets): Feed {
  const gatheredOf = perMarket<KlineTrade[]>(() => []);
  let publisher: Publisher | null = null;

  const send = (to: Publisher, market: LiveMarket): void => {
    const gathered = gatheredOf(market);
    if (gathered.length === 0) return;
    const { symbol } = market.view;
    if (to.hasReaders('deals', symbol)) {
      const deals = gathered.map((print) => dealOf(market, print));
      to.publish('deals', symbol, { snapshot: false, symbol, deals } satisfies DealsData);
    }
    gathered.length = 0;
  };

  return {
    channel: {
      name: 'deals',
      isPrivate: false,
      topic(params) {
        const parsed = spotChannelParams.deals.safeParse(params);
        return parsed.success && live.markets.has(parsed.data.symbol) ? parsed.data.symbol : null;
      },
      async first(symbol): Promise<DealsData> {
        const market = marketOfTopic(live, symbol);
        const newest = market.prints.slice(-FIRST_DEALS).reverse();
        return { snapshot: true, symbol, deals: newest.map((print) => dealOf(market, print)) };
      },
    },
    onTrade(market, event) {
      const gathered = gatheredOf(market);
      gathered.push(event);
      // A full frame does not wait for the next flush.
      if (publisher && gathered.length >= MAX_DEALS_A_FRAME) send(publisher, market);
    },
    async flush(to) {
      publisher = to;
      sendOfEach(
        live,
        (market) => send(to, market),
        (market) => void (gatheredOf(market).length = 0),
      );
    },
  };
}
