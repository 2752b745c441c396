import type { FuturesTicker, ListedContract } from '../../api/calls/futures-markets.ts';
import type { Pair } from '../../api/types.ts';
import type { TickerFeed, Tickers } from '../../live/ticker-feed.ts';
import type { Worth } from './sort-pairs.ts';

/** Data of the lists of markets. */
export interface MarketLists {
  readonly pairs: readonly Pair[];
  /** The list is ordered by these; each row reads its own live ticker from `feed`. */
  readonly tickers: Tickers;
  /** By which markets of different quote assets are compared. */
  readonly worth: Worth;
  readonly feed: TickerFeed;
  readonly sparklines: Readonly<Record<string, readonly number[]>>;
  /** Null if the server could not load them. */
  readonly contracts: readonly ListedContract[] | null;
  readonly contractTickers: readonly FuturesTicker[];
  readonly onReload: () => void;
  /** Opens a market order in this market, beside the list. */
  readonly onQuick: (pair: Pair) => void;
}
