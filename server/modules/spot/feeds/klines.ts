/** The channel `kline`: the running kline after each change, and the kline before it once more when it is final. */
import { type Kline, klineOpenTime } from '@agio/core';
import type { Publisher } from '@agio/contracts/channel';
import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';
import { type KlineData, spotChannelParams } from '@agio/contracts/ws/spot';
import { klineRow, type LiveMarket, type Markets, nowOf } from '../../markets/index.ts';
import { type Feed, marketOfTopic, perMarket } from './feed.ts';

interface Shown {
  hasTrade: boolean;
  /** Per interval the open time of the kline that was sent last. */
  readonly openTimes: Map<KlineInterval, number>;
}

const topicOf = (symbol: string, interval: KlineInterval): string => `${symbol}@${interval}`;

export function createKlinesFeed(markets: Markets): Feed {
  const { live } = markets;
  const shownOf = perMarket<Shown>(() => ({ hasTrade: false, openTimes: new Map() }));
  const dataOf = (market: LiveMarket, interval: KlineInterval, kline: Kline) => ({
    symbol: market.view.symbol,
    interval,
    kline: klineRow(market, kline),
  });

  const send = async (to: Publisher, market: LiveMarket, interval: KlineInterval, shown: Shown): Promise<void> => {
    const topic = topicOf(market.view.symbol, interval);
    const klines = await markets.klines(market.view.symbol, interval, { limit: 2 });
    const running = klines.at(-1);
    if (!running) return;
    for (const kline of klines) {
      // The kline before the running one is news only if it was running when it was sent last.
      if (kline !== running && kline.openTimeMs !== shown.openTimes.get(interval)) continue;
      const data: KlineData = { snapshot: false, isFinal: kline !== running, ...dataOf(market, interval, kline) };
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
        const [kline] = await markets.klines(symbol, interval, { limit: 1 });
        const market = marketOfTopic(live, symbol);
        return kline ? { snapshot: true, isFinal: false, ...dataOf(market, interval, kline) } : undefined;
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
          const isNewKline = shown.openTimes.get(interval) !== klineOpenTime(interval, nowOf(market));
          if (hasTrade || isNewKline) await send(to, market, interval, shown);
        }
      }
    },
  };
}
