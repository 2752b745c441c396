/** The public spot channels: each gathers from durable events and sends ten times a second. */
import type { Channel, Publisher } from '@agio/contracts/channel';
import type { EngineHandle } from '../../engine/index.ts';
import { attempt, type NoteFailure } from '../../failures.ts';
import { isDatabaseAway } from '../../store/index.ts';
import type { Markets } from '../markets/index.ts';
import { createDealsFeed } from './feeds/deals.ts';
import { createDepthFeed } from './feeds/depth.ts';
import type { Feed } from './feeds/feed.ts';
import { createKlinesFeed } from './feeds/klines.ts';
import { createTickersFeed } from './feeds/tickers.ts';

const FLUSH_EVERY_MS = 100;

export interface Channels {
  readonly channels: Channel[];
  start(publisher: Publisher): void;
  stop(): void;
}

export function createPublicChannels(engine: EngineHandle, markets: Markets, note: NoteFailure): Channels {
  const { live } = markets;
  const feeds = [createDepthFeed(live), createDealsFeed(live), createKlinesFeed(markets), createTickersFeed(live)];
  let publisher: Publisher | null = null;
  let timer: NodeJS.Timeout | undefined;

  const partOf = (feed: Feed): string => `spot channel ${feed.channel.name}`;
  engine.onEvents('spot channels', ({ events }) => {
    if (!publisher) return;
    for (const event of events) {
      if (event.kind !== 'DepthChanged' && event.kind !== 'Traded') continue;
      const market = live.markets.get(event.symbol);
      if (!market) continue;
      for (const feed of feeds)
        attempt(partOf(feed), note, () => {
          if (event.kind === 'Traded') feed.onTrade?.(market, event);
          else feed.onDepth?.(market, event);
        });
    }
  });
  const flush = async (to: Publisher): Promise<void> => {
    for (const feed of feeds)
      await feed.flush(to).catch((error: unknown) => {
        // A feed that cannot read its history now (the database is away) sends more the next time; the others go on.
        if (!isDatabaseAway(error)) note(partOf(feed), error);
      });
    // The next frames wait for these, so that nothing is sent out of order.
    if (publisher === to) timer = setTimeout(() => void flush(to), FLUSH_EVERY_MS);
  };

  return {
    channels: feeds.map((feed) => feed.channel),
    start(to) {
      publisher = to;
      void flush(to);
    },
    stop() {
      publisher = null;
      clearTimeout(timer);
    },
  };
}
