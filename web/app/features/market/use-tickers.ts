import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Ticker } from '../../api/types.ts';
import { connectWhenQuiet } from '../../start/late-socket.ts';
import { createTickerFeed, type TickerFeed } from '../../live/ticker-feed.ts';

/** Tickers that begin with what the server rendered and go on live. The feed stays the same: who shows a figure reads it. */
export function useTickerFeed(initial: readonly Ticker[]): TickerFeed {
  const [feed] = useState(() => createTickerFeed(initial));
  useEffect(() => connectWhenQuiet(feed.connect), [feed]);
  return feed;
}

/** One market's ticker, drawn anew only when it changed. */
export function useTicker({ tickers }: TickerFeed, symbol: string): Ticker | undefined {
  return useSyncExternalStore(
    tickers.subscribe,
    () => tickers.get().get(symbol),
    () => tickers.first().get(symbol),
  );
}
