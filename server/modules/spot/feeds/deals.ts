/** The channel `deals`: public trades as they happen. */
import { type DealsData, spotChannelParams } from '@agio/contracts/ws/spot';
import { dealOf, type LiveMarkets, type Print } from '../../markets/index.ts';
import { type Feed, marketOfTopic, perMarket } from './feed.ts';

const FIRST_DEALS = 50;
const MAX_DEALS_A_FRAME = 200;

export function createDealsFeed(live: LiveMarkets): Feed {
  const gatheredOf = perMarket<Print[]>(() => []);
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
      if (gathered.length > 2 * MAX_DEALS_A_FRAME) gathered.splice(0, MAX_DEALS_A_FRAME);
    },
    async flush(to) {
      for (const market of live.markets.values()) {
        const gathered = gatheredOf(market);
        if (gathered.length === 0) continue;
        const { symbol } = market.view;
        if (to.hasReaders('deals', symbol)) {
          const deals = gathered.slice(-MAX_DEALS_A_FRAME).map((print) => dealOf(market, print));
          to.publish('deals', symbol, { snapshot: false, symbol, deals } satisfies DealsData);
        }
        gathered.length = 0;
      }
    },
  };
}
