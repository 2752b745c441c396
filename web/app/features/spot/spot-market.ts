/** What the panels of one spot market share: the market, its live feeds, the user's account feed and the ticket's state. */
import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { useStore as useZustand } from 'zustand';
import type { Pair, UserRate } from '../../api/types.ts';
import type { AccountFeed } from '../../live/account-feed.ts';
import type { MarketFeed } from '../../live/market-feed.ts';
import type { Store } from '../../live/store.ts';
import type { TickerFeed } from '../../live/ticker-feed.ts';
import type { Ticket } from './ticket/ticket.ts';

export interface SpotMarket {
  readonly pair: Pair;
  readonly pairs: readonly Pair[];
  readonly market: MarketFeed;
  readonly tickers: TickerFeed;
  readonly account: AccountFeed;
  readonly ticket: StoreApi<Ticket>;
  readonly isLoggedIn: boolean;
  /** The user's present fee rates; null: the market's. */
  readonly userRate: Store<UserRate | null>;
}

export const SpotMarketContext = createContext<SpotMarket | null>(null);

export function useSpotMarket(): SpotMarket {
  const value = useContext(SpotMarketContext);
  if (!value) throw new Error('a spot panel stands outside its market');
  return value;
}

export function useTicket(): Ticket {
  return useZustand(useSpotMarket().ticket);
}
