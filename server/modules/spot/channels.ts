/** The public spot channels: each gathers from durable events and sends ten times a second. */
import type { Channel, Publisher } from '@agio/contracts/channel';
import type { EngineHandle } from '../../engine/index.ts';
import { attempt, type NoteFailure } from '../../failures/failures.ts';
import type { Job } from '../jobs.ts';
import { isDatabaseAway } from '../../store/index.ts';
import { FLUSH_EVERY_MS, type Markets } from '../markets/index.ts';
import { createDealsFeed } from './feeds/deals.ts';
import { createDepthFeed } from './feeds/depth.ts';
import type { Feed } from './feeds/feed.ts';
import { createKlinesFeed } from './feeds/klines.ts';
import { createTickersFeed } from './feeds/tickers.ts';

export interface Channels {
  readonly channels: Channel[];
  /** The jobs that send the gathered events at intervals. */
  readonly jobs: readonly Job[];
  start(publisher: Publisher): void;
  stop(): void;
}

export function createPublicChannels(engine: EngineHandle, markets: Markets, note: NoteFailure): Channels {
  const { live } = markets;
  const feeds = [createDepthFeed(live), createDealsFeed(live), createKlinesFeed(markets), createTickersFeed(live)];
  let publisher: Publisher | null = null;

  const partOf = (feed: Feed): string => `spot channel ${feed.channel.name}`;
  engine.onEvents('spot channels', ({ events }) => {
    if (!publisher) return;
    for (const event of events) {
      if (event.kind !== 'DepthChanged' && event.kind !== 'Traded' && event.kind !== 'MarketChanged') continue;
      const market = live.markets.get(event.symbol);
      if (!market) continue;
      for (const feed of feeds)
        attempt(partOf(feed), note, () => {
          if (event.kind === 'Traded') feed.onTrade?.(market, event);
          else if (event.kind === 'MarketChanged') feed.onMarket?.(market);
          else feed.onDepth?.(market, event);
        });
    }
  });
  /** A turn begins when the one before has sent everything, so that nothing goes out of order. */
  const flush = async (): Promise<void> => {
    const to = publisher;
    if (to === null) return;
    for (const feed of feeds)
      await feed.flush(to).catch((error: unknown) => {
        // A feed that cannot read its history now (the database is away) sends more the next time; the others go on.
        if (!isDatabaseAway(error)) note(partOf(feed), error);
      });
  };

  return {
    channels: feeds.map((feed) => feed.channel),
    jobs: [{ name: 'spot channels', everyMs: FLUSH_EVERY_MS, run: flush }],
    start: (to) => void (publisher = to),
    stop: () => void (publisher = null),
  };
}
