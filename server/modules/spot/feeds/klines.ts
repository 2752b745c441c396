/** The channel `kline`: the running bar after each change, and the bar before it once more when it is final. */
import { type Kline, klineOpenTime } from '@agio/core';
import type { Publisher } from '@agio/contracts/channel';
import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';
import { type KlineData, spotChannelParams } from '@agio/contracts/ws/spot';
import { klineRow, type LiveMarket, type Markets, nowOf } from '../../markets/index.ts';
import { type Feed, marketOfTopic, perMarket } from './feed.ts';

interface Shown {
  hasTrade: boolean;
  /** Per interval the open time of the bar that was sent last. */
  readonly openTimes: Map<KlineInterval, number>;
}

const topicOf = (symbol: string, interval: KlineInterval): string => `${symbol}@${interval}`;

export function createKlinesFeed(markets: Markets): Feed {
  const { live } = markets;
  const shownOf = perMarket<Shown>(() => ({ hasTrade: false, openTimes: new Map() }));
  const dataOf = (market: LiveMarket, interval: KlineInterval, bar: Kline) => ({
    symbol: market.view.symbol,
    interval,
    kline: klineRow(market, bar),
  });

  const send = async (to: Publisher, market: LiveMarket, interval: KlineInterval, shown: Shown): Promise<void> => {
    const topic = topicOf(market.view.symbol, interval);
    const bars = await markets.klines(market.view.symbol, interval, { limit: 2 });
    const running = bars.at(-1);
    if (!running) return;
    for (const bar of bars) {
      // The bar before the running one is news only if it was running when it was sent last.
      if (bar !== running && bar.openTimeMs !== shown.openTimes.get(interval)) continue;
      const data: KlineData = { snapshot: false, isFinal: bar !== running, ...dataOf(market, interval, bar) };
      to.publish('kline', topic, data);
    }
    shown.openTimes.set(interval, running.openTimeMs);
  };

  return {
    channel: {
      name: 'kline',
      isPrivate: false,
      topic(params) {
        const parsed = spotChannelParams.kline.safeParse(params);
        if (!parsed.success || !live.markets.has(parsed.data.symbol)) return null;
        return topicOf(parsed.data.symbol, parsed.data.interval);
      },
      async first(topic): Promise<KlineData | undefined> {
        const [symbol, interval] = topic.split('@') as [string, KlineInterval];
        const [bar] = await markets.klines(symbol, interval, { limit: 1 });
        const market = marketOfTopic(live, symbol);
        return bar ? { snapshot: true, isFinal: false, ...dataOf(market, interval, bar) } : undefined;
      },
    },
    onTrade(market) {
      shownOf(market).hasTrade = true;
    },
    async flush(to) {
      for (const market of live.markets.values()) {
        const shown = shownOf(market);
        const { hasTrade } = shown;
        shown.hasTrade = false;
        for (const interval of KLINE_INTERVALS) {
          if (!to.hasReaders('kline', topicOf(market.view.symbol, interval))) continue;
          const isNewBar = shown.openTimes.get(interval) !== klineOpenTime(interval, nowOf(market));
          if (hasTrade || isNewBar) await send(to, market, interval, shown);
        }
      }
    },
  };
}
