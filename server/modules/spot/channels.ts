/**
 * The spot channels: book, trades, candles and day figures for everyone, gathered for a tenth of a second; orders,
 * balances and fills for each user, at once. All of it from durable events.
 */
import type { Channel, Publisher } from '@agio/contracts/channel';
import { KLINE_INTERVALS, type KlineInterval } from '@agio/contracts/http/markets';
import { spotChannelParams } from '@agio/contracts/ws/spot';
import type { CoreEvent } from '@agio/core';
import type { Engine } from '../../engine/index.ts';
import { barOpen, dealOf, klineRow, levelTexts, type LiveMarket, type Markets, nowOf, tickerOf } from '../markets/index.ts';

const TICK_MS = 100;
/** Day figures change with every order: five times slower is fast enough for eyes. */
const TICKS_A_TICKER = 5;
const FIRST_DEALS = 50;
const MAX_DEALS_A_FRAME = 200;
export const ALL_TICKERS = 'ALL';

/** What changed in a market since the last frames. */
interface Pending {
  /** Of the depth channel: the newest update id that was sent or skipped. */
  sentId: number;
  lastId: number;
  readonly levels: Map<string, { side: 'BUY' | 'SELL'; price: number; quantity: number }>;
  readonly deals: Parameters<typeof dealOf>[1][];
  hasTicker: boolean;
  /** Per interval the open time of the bar shown last. */
  readonly bars: Map<KlineInterval, number>;
  hasTrade: boolean;
}

export interface PublicChannels {
  readonly channels: Channel[];
  start(publisher: Publisher): void;
  stop(): void;
}

export function createPublicChannels(engine: Engine, markets: Markets): PublicChannels {
  const { live } = markets;
  const pending = new Map<string, Pending>();
  let publisher: Publisher | null = null;
  let timer: NodeJS.Timeout | null = null;
  let ticks = 0;
  let minute = 0;

  const pendingOf = (market: LiveMarket): Pending => {
    const known = pending.get(market.view.symbol);
    if (known) return known;
    const { updateId } = market.book;
    const made: Pending = { sentId: updateId, lastId: updateId, levels: new Map(), deals: [], hasTicker: true, bars: new Map(), hasTrade: false };
    pending.set(market.view.symbol, made);
    return made;
  };
  const collect = (event: CoreEvent): void => {
    if (event.kind !== 'DepthChanged' && event.kind !== 'Traded') return;
    const market = live.markets.get(event.symbol);
    if (!market) return;
    const state = pendingOf(market);
    state.hasTicker = true;
    if (event.kind === 'Traded') {
      state.hasTrade = true;
      state.deals.push(event);
      if (state.deals.length > MAX_DEALS_A_FRAME * 2) state.deals.splice(0, state.deals.length - MAX_DEALS_A_FRAME);
      return;
    }
    if (event.updateId <= state.lastId) return;
    state.lastId = event.updateId;
    state.levels.set(`${event.side} ${event.price}`, event);
  };
  engine.onEvents(({ events }) => {
    if (publisher) for (const event of events) collect(event);
  });

  const flushDepth = (to: Publisher, market: LiveMarket, state: Pending): void => {
    if (state.lastId === state.sentId) return;
    const { symbol } = market.view;
    if (to.hasReaders('depth', symbol)) {
      const side = (wanted: 'BUY' | 'SELL'): [string, string][] => {
        const levels = [...state.levels.values()].filter((level) => level.side === wanted);
        return levelTexts(market, levels.map((level) => [level.price, level.quantity] as const));
      };
      to.publish('depth', symbol, {
        snapshot: false,
        symbol,
        U: state.sentId + 1,
        u: state.lastId,
        pu: state.sentId,
        bids: side('BUY'),
        asks: side('SELL'),
        time: nowOf(market),
      });
    }
    state.sentId = state.lastId;
    state.levels.clear();
  };
  const flushDeals = (to: Publisher, market: LiveMarket, state: Pending): void => {
    if (state.deals.length === 0) return;
    const { symbol } = market.view;
    if (to.hasReaders('deals', symbol)) {
      to.publish('deals', symbol, { snapshot: false, symbol, deals: state.deals.slice(-MAX_DEALS_A_FRAME).map((print) => dealOf(market, print)) });
    }
    state.deals.length = 0;
  };
  /** The running bar after a trade or when a new one opened; the one before it once more, as final. */
  const flushKlines = async (to: Publisher, market: LiveMarket, state: Pending): Promise<void> => {
    const { symbol } = market.view;
    const hadTrade = state.hasTrade;
    state.hasTrade = false;
    for (const interval of KLINE_INTERVALS) {
      if (!to.hasReaders('kline', klineTopic(symbol, interval))) continue;
      const shown = state.bars.get(interval);
      if (!hadTrade && shown === barOpen(interval, nowOf(market))) continue;
      const bars = await markets.klines(symbol, interval, { limit: 2 });
      for (const bar of bars) {
        const isRunning = bar === bars.at(-1);
        if (!isRunning && bar.openTime !== shown) continue;
        to.publish('kline', klineTopic(symbol, interval), { snapshot: false, symbol, interval, isFinal: !isRunning, kline: klineRow(market, interval, bar) });
      }
      const running = bars.at(-1);
      if (running) state.bars.set(interval, running.openTime);
    }
  };
  const flushTickers = (to: Publisher): void => {
    const now = Math.floor(Date.now() / 60_000);
    const isNewMinute = now !== minute;
    minute = now;
    const changed = [];
    for (const market of live.markets.values()) {
      const state = pendingOf(market);
      if (!state.hasTicker && !isNewMinute) continue;
      state.hasTicker = false;
      const { symbol } = market.view;
      if (!to.hasReaders('ticker', symbol) && !to.hasReaders('ticker', ALL_TICKERS)) continue;
      const ticker = tickerOf(market);
      changed.push(ticker);
      to.publish('ticker', symbol, { snapshot: false, tickers: [ticker] });
    }
    if (changed.length > 0) to.publish('ticker', ALL_TICKERS, { snapshot: false, tickers: changed });
  };
  const tick = async (to: Publisher): Promise<void> => {
    for (const market of live.markets.values()) {
      const state = pendingOf(market);
      flushDepth(to, market, state);
      flushDeals(to, market, state);
      await flushKlines(to, market, state);
    }
    if (++ticks % TICKS_A_TICKER === 0) flushTickers(to);
  };
  const loop = async (to: Publisher): Promise<void> => {
    try {
      await tick(to);
    } finally {
      // The next frames wait for these, so that no bar is sent out of order.
      if (publisher === to) timer = setTimeout(() => void loop(to), TICK_MS);
    }
  };

  return {
    channels: publicChannels(markets, (market) => {
      if (publisher) flushDepth(publisher, market, pendingOf(market));
    }),
    start(to) {
      publisher = to;
      void loop(to);
    },
    stop() {
      publisher = null;
      if (timer) clearTimeout(timer);
    },
  };
}

const klineTopic = (symbol: string, interval: KlineInterval): string => `${symbol}@${interval}`;

function publicChannels(markets: Markets, settleDepth: (market: LiveMarket) => void): Channel[] {
  const { live } = markets;
  const topicOf = (schema: (typeof spotChannelParams)['depth']) => (params: Readonly<Record<string, unknown>>) => {
    const parsed = schema.safeParse(params);
    return parsed.success && live.markets.has(parsed.data.symbol) ? parsed.data.symbol : null;
  };
  const known = (symbol: string): LiveMarket => {
    const market = live.markets.get(symbol);
    if (!market) throw new Error(`market ${symbol} is not known here`);
    return market;
  };
  return [
    {
      name: 'depth',
      isPrivate: false,
      topic: topicOf(spotChannelParams.depth),
      async first(topic) {
        const market = known(topic);
        // What is gathered goes out first: the next frame then follows this snapshot.
        settleDepth(market);
        const { updateId: u, bids, asks } = market.book;
        return { snapshot: true, symbol: topic, U: u, u, pu: u, bids: levelTexts(market, bids), asks: levelTexts(market, asks), time: nowOf(market) };
      },
    },
    {
      name: 'deals',
      isPrivate: false,
      topic: topicOf(spotChannelParams.deals),
      async first(topic) {
        const market = known(topic);
        return { snapshot: true, symbol: topic, deals: market.prints.slice(-FIRST_DEALS).reverse().map((print) => dealOf(market, print)) };
      },
    },
    {
      name: 'kline',
      isPrivate: false,
      topic(params) {
        const parsed = spotChannelParams.kline.safeParse(params);
        return parsed.success && live.markets.has(parsed.data.symbol) ? klineTopic(parsed.data.symbol, parsed.data.interval) : null;
      },
      async first(topic) {
        const [symbol, interval] = topic.split('@') as [string, KlineInterval];
        const [bar] = await markets.klines(symbol, interval, { limit: 1 });
        return bar ? { snapshot: true, symbol, interval, isFinal: false, kline: klineRow(known(symbol), interval, bar) } : undefined;
      },
    },
    {
      name: 'ticker',
      isPrivate: false,
      topic(params) {
        const parsed = spotChannelParams.ticker.safeParse(params);
        if (!parsed.success) return null;
        const { symbol } = parsed.data;
        return symbol === undefined ? ALL_TICKERS : live.markets.has(symbol) ? symbol : null;
      },
      async first(topic) {
        const shown = topic === ALL_TICKERS ? [...live.markets.values()] : [known(topic)];
        return { snapshot: true, tickers: shown.map(tickerOf) };
      },
    },
  ];
}
