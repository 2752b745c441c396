import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Ticker } from '../../api/types.ts';
import { connectWhenQuiet } from '../../start/late-socket.ts';
import { createTickerFeed, type TickerFeed } from '../../live/ticker-feed.ts';

/** A feed of live tickers that starts with those the server rendered. It is the same object for the life of the page. */
export function useTickerFeed(initial: readonly Ticker[]): TickerFeed {
  const [feed] = useState(() => createTickerFeed(initial));
  useEffect(() => connectWhenQuiet(feed.connect), [feed]);
  return feed;
}

/** One market's ticker; the component renders again only when it changed. */
export function useTicker({ tickers }: TickerFeed, symbol: string): Ticker | undefined {
  return useSyncExternalStore(
    tickers.subscribe,
    () => tickers.get().get(symbol),
    () => tickers.first().get(symbol),
  );
}
