/** What the panels that spot and perpetual terminals share know of the market they show. */
import type { KlineInterval } from '@agio/core/words';
import { createContext, useContext } from 'react';
import type { Side } from '../api/types.ts';
import type { TradingStatus } from '@agio/contracts/market-restrictions';
import type { MarketFeed } from '../live/market-feed.ts';
import type { StatedSocket } from '../live-views/link-state.tsx';
import type { Store } from '../live/store.ts';

export interface Instrument {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly tickSize: string;
  /** Decimals of an amount and of a price. */
  readonly basePrecision: number;
  readonly quotePrecision: number;
}

export interface DayPrices {
  readonly lastPrice: string;
  readonly openPrice: string;
  readonly changePercent: string;
  /** In the quote asset. */
  readonly quoteVolume: string;
  readonly status: TradingStatus;
}

export type MarketKind = 'spot' | 'futures';

export interface ListedMarket {
  readonly kind: MarketKind;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** As traders write it: BTC/USDT, or BTCUSDT of a perpetual. */
  readonly name: string;
  /** Of the coin, where it has one: Bitcoin. */
  readonly fullName: string;
  /** Decimals of its price. */
  readonly decimals: number;
}

/** A resting order of the user, of any market. */
export interface OwnOrder {
  readonly symbol: string;
  readonly side: Side;
  readonly price: string;
}

export interface OwnTrade {
  readonly tradeId: number;
  readonly orderId: number;
  readonly side: Side;
  readonly price: string;
  readonly quantity: string;
  readonly time: number;
}

/** As klines come: opening time, open, high, low, close, volume, closing time, volume in the quote asset. */
export type ChartKlineRow = readonly [
  openTime: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  closeTime: number,
  turnover: string,
  ...rest: unknown[],
];

/** Where klines of one market come from; of a perpetual by last, mark or index price. */
export interface KlineSource {
  /** Oldest first; those that end before `endTime` where it is given. */
  load(query: {
    readonly interval: KlineInterval;
    readonly limit: number;
    readonly endTime?: number;
  }): Promise<readonly ChartKlineRow[]>;
  /** The running kline, again and again; answers how to stop. */
  follow(interval: KlineInterval, onRow: (row: ChartKlineRow) => void): () => void;
}

export interface TerminalMarket {
  readonly instrument: Instrument;
  /** As traders write it: BTC/USDT, or BTCUSDT of a perpetual. */
  readonly name: string;
  readonly feed: MarketFeed;
  /** Where prices come from; in the browser only. */
  readonly socket: () => StatedSocket;
  /** Of all markets of the terminal, by symbol. */
  readonly tickers: Store<ReadonlyMap<string, DayPrices>>;
  /** All markets of the terminal's kind, in the house's order. */
  readonly markets: { readonly kind: MarketKind; readonly list: readonly ListedMarket[] };
  /** Null while they are not known. */
  readonly ownOrders: Store<readonly OwnOrder[] | null>;
  /** Own trades of this market, newest first; null for a visitor. */
  readonly readOwnTrades: (() => Promise<readonly OwnTrade[]>) | null;
  /** How often something ended or was filled: the histories ask again when it changes. */
  readonly revision: Store<number>;
  /** A price was chosen in the book: the ticket takes it. */
  choosePrice(price: string): void;
}

export const TerminalMarketContext = createContext<TerminalMarket | null>(null);

export function useTerminalMarket(): TerminalMarket {
  const value = useContext(TerminalMarketContext);
  if (!value) throw new Error('a panel of a terminal stands outside its market');
  return value;
}
