/** The channel `ticker`: the day figures, best prices and status of one market, or of all, when they change. */
import { spotChannelParams, type TickerData } from '@agio/contracts/ws/spot';
import { type LiveMarkets, tickerOf } from '../../markets/index.ts';
import { type Feed, marketOfTopic } from './feed.ts';

/** Best prices change with every order: twice a second is fast enough for eyes. */
const FLUSHES_A_FRAME = 5;
const ALL = 'ALL';
/** How many tickers weigh as much as a hundred levels of a book (`Channel.firstWeight`). */
const MARKETS_A_WEIGHT = 6;

export function createTickersFeed(live: LiveMarkets): Feed {
  const changed = new Set<string>();
  let flushes = 0;
  let minute = 0;
  return {
    channel: {
      name: 'ticker',
      isPrivate: false,
      topic(params) {
        const parsed = spotChannelParams.ticker.safeParse(params);
        if (!parsed.success) return null;
        const { symbol } = parsed.data;
        if (symbol === undefined) return ALL;
        return live.markets.has(symbol) ? symbol : null;
      },
      async first(topic): Promise<TickerData> {
        const shown = topic === ALL ? [...live.markets.values()] : [marketOfTopic(live, topic)];
        return { snapshot: true, tickers: shown.map(tickerOf) };
      },
      firstWeight: (topic) => (topic === ALL ? 1 + Math.floor(live.markets.size / MARKETS_A_WEIGHT) : 1),
    },
    onDepth: (market) => void changed.add(market.view.symbol),
    onTrade: (market) => void changed.add(market.view.symbol),
    onMarket: (market) => void changed.add(market.view.symbol),
    async flush(to) {
      if (++flushes % FLUSHES_A_FRAME !== 0) return;
      const now = Math.floor(Date.now() / 60_000);
      // A minute leaves the rolling day: every market's figures may change.
      if (now !== minute) for (const symbol of live.markets.keys()) changed.add(symbol);
      minute = now;
      const isRead = (symbol: string): boolean => to.hasReaders('ticker', symbol) || to.hasReaders('ticker', ALL);
      const tickers = [...changed].filter(isRead).map((symbol) => tickerOf(marketOfTopic(live, symbol)));
      changed.clear();
      for (const ticker of tickers) {
        to.publish('ticker', ticker.symbol, { snapshot: false, tickers: [ticker] } satisfies TickerData);
      }
      if (tickers.length > 0) to.publish('ticker', ALL, { snapshot: false, tickers } satisfies TickerData);
    },
  };
}
