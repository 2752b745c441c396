import type { FuturesTicker, ListedContract } from '../../api/futures-markets.ts';
import type { Pair } from '../../api/types.ts';
import type { TickerFeed, Tickers } from '../../live/ticker-feed.ts';

/** What the lists of markets are made of. */
export interface MarketLists {
  readonly pairs: readonly Pair[];
  /** The list is ordered by these; each row reads its own live ticker from `feed`. */
  readonly tickers: Tickers;
  readonly feed: TickerFeed;
  readonly sparklines: Readonly<Record<string, readonly number[]>>;
  /** Null where the server could not say which there are. */
  readonly contracts: readonly ListedContract[] | null;
  readonly contractTickers: readonly FuturesTicker[];
  readonly onReload: () => void;
}
