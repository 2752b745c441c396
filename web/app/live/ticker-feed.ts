/** Tickers of all markets, seeded by the server's page and kept fresh by the public socket. */
import type { Ticker } from '@agio/contracts/http/markets';
import type { TickerData } from '@agio/contracts/ws/spot';
import type { LiveSocket } from './socket.ts';
import { createStore, type Store } from './store.ts';

export type Tickers = ReadonlyMap<string, Ticker>;

export interface TickerFeed {
  readonly tickers: Store<Tickers>;
  connect(socket: LiveSocket): () => void;
}

export function createTickerFeed(initial: readonly Ticker[]): TickerFeed {
  const tickers = createStore<Tickers>(bySymbol(initial));
  const merge = ({ tickers: fresh }: TickerData) => {
    const next = new Map(tickers.get());
    for (const ticker of fresh) next.set(ticker.symbol, ticker);
    tickers.set(next);
  };
  return { tickers, connect: (socket) => socket.subscribe('ticker', {}, merge) };
}

function bySymbol(list: readonly Ticker[]): Tickers {
  return new Map(list.map((ticker) => [ticker.symbol, ticker]));
}
