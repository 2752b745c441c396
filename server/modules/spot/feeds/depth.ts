/** The channel `depth`: absolute quantities of the levels that changed, chained by update ids (trading A11). */
import type { Publisher } from '@agio/contracts/channel';
import { type DepthData, spotChannelParams } from '@agio/contracts/ws/spot';
import { bestOf, levelTexts, type LiveMarket, type LiveMarkets, nowOf, weightOfBest } from '../../markets/index.ts';
import { type DepthEvent, type Feed, marketOfTopic, perMarket, sendOfEach } from './feed.ts';

interface Gathered {
  /** The newest update id that was sent, or dropped because there was no reader. */
  sentId: number;
  lastId: number;
  readonly levels: Map<string, DepthEvent>;
}

export function createDepthFeed(live: LiveMarkets): Feed {
  const stateOf = perMarket<Gathered>(({ book }) => ({
    sentId: book.updateId,
    lastId: book.updateId,
    levels: new Map(),
  }));
  let publisher: Publisher | null = null;

  /** After a dropped frame the next one does not follow the last one: readers notice and ask for a new snapshot. */
  const dropGathered = (market: LiveMarket): void => {
    const state = stateOf(market);
    state.sentId = state.lastId;
    state.levels.clear();
  };
  const send = (to: Publisher, market: LiveMarket): void => {
    const state = stateOf(market);
    if (state.lastId === state.sentId) return;
    const { symbol } = market.view;
    if (to.hasReaders('depth', symbol)) to.publish('depth', symbol, changesOf(market, state));
    dropGathered(market);
  };

  return {
    channel: {
      name: 'depth',
      isPrivate: false,
      topic(params) {
        const parsed = spotChannelParams.depth.safeParse(params);
        return parsed.success && live.markets.has(parsed.data.symbol) ? parsed.data.symbol : null;
      },
      async first(symbol): Promise<DepthData> {
        const market = marketOfTopic(live, symbol);
        const { updateId: u } = market.book;
        // Gathered changes are sent first, so that the next frame follows this snapshot.
        if (publisher) send(publisher, market);
        const { bids, asks } = bestOf(market.book);
        const levels = { bids: levelTexts(market, bids), asks: levelTexts(market, asks) };
        return { snapshot: true, symbol, U: u, u, pu: u, ...levels, time: nowOf(market) };
      },
      firstWeight: (symbol) => weightOfBest(marketOfTopic(live, symbol).book),
    },
    onDepth(market, event) {
      const state = stateOf(market);
      if (event.updateId <= state.lastId) return;
      state.lastId = event.updateId;
      state.levels.set(`${event.side} ${event.price}`, event);
    },
    async flush(to) {
      publisher = to;
      sendOfEach(live, (market) => send(to, market), dropGathered);
    },
  };
}

function changesOf(market: LiveMarket, { sentId, lastId, levels }: Gathered): DepthData {
  const changed = [...levels.values()];
  const side = (wanted: DepthEvent['side']): [string, string][] =>
    levelTexts(
      market,
      changed.filter((level) => level.side === wanted).map((level) => [level.price, level.quantity]),
    );
  return {
    snapshot: false,
    symbol: market.view.symbol,
    U: sentId + 1,
    u: lastId,
    pu: sentId,
    bids: side('BUY'),
    asks: side('SELL'),
    time: nowOf(market),
  };
}
