import { useEffect, useState } from 'react';
import { startWhenQuiet } from '../../../ui/when-quiet.ts';
import type { Ticker } from '../../api/types.ts';
import { publicSocket } from '../../live/sockets.ts';
import { createTickerFeed, type Tickers } from '../../live/ticker-feed.ts';
import { useStore } from '../../use-store.ts';

/** Tickers that begin with what the server rendered and go on live. */
export function useTickers(initial: readonly Ticker[]): Tickers {
  const [feed] = useState(() => createTickerFeed(initial));
  useEffect(() => startWhenQuiet(() => feed.connect(publicSocket())), [feed]);
  return useStore(feed.tickers);
}
