/** What the panels of one perpetual share: the contract, its live prices, the user's account and the ticket. */
import { createContext, useContext, useMemo } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { useStore as useZustand } from 'zustand';
import type { Contract, FuturesTicker, Position, Preference } from '../../api/calls/futures.ts';
import type { UserRate } from '../../api/types.ts';
import { useDisplay } from '../../choices/display.ts';
import type { ContractPricesFeed } from '../../live/futures/contract-prices.ts';
import type { FuturesAccount } from '../../live/futures/futures-account.ts';
import type { MarketFeed } from '../../live/market-feed.ts';
import type { TriggerSource } from '@agio/core/words';
import { useSlowStore, useStore } from '../../live-views/use-store.ts';
import { type FuturesTicket, inMode } from './ticket/ticket.ts';

export interface FuturesMarket {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  readonly feed: MarketFeed;
  readonly prices: ContractPricesFeed;
  readonly account: FuturesAccount;
  readonly ticket: StoreApi<FuturesTicket>;
  readonly isLoggedIn: boolean;
  readonly userRate: UserRate | null;
  /** Which price the chart shows. */
  readonly chartSource: StoreApi<{ readonly source: TriggerSource }>;
}

export const FuturesMarketContext = createContext<FuturesMarket | null>(null);

export function useFuturesMarket(): FuturesMarket {
  const value = useContext(FuturesMarketContext);
  if (!value) throw new Error('a panel of perpetuals stands outside its market');
  return value;
}

/**
 * The ticket as it counts in the mode of now, and in the unit that the person chose for all contracts: what another mode's ticket had
 * ticked stays with that mode.
 */
export function useFuturesTicket(): FuturesTicket {
  const ticket = useZustand(useFuturesMarket().ticket);
  const preference = usePreference();
  const { sizeUnit } = useDisplay();
  return useMemo(() => inMode({ ...ticket, sizeUnit }, preference), [ticket, preference, sizeUnit]);
}

/** Modes and leverage of a contract; before they are known those that everybody begins with (trading B3). */
export function usePreference(): Preference {
  const { contract, account } = useFuturesMarket();
  const known = useStore(account.preferences).get(contract.symbol);
  return known ?? startingPreference(contract);
}

export function startingPreference({ symbol, leverageDefault }: Contract): Preference {
  return {
    symbol,
    positionMode: 'ONE_WAY',
    marginMode: 'CROSS',
    longLeverage: leverageDefault,
    shortLeverage: leverageDefault,
  };
}

/** The contract's figures of now; undefined before the first answer. */
export function useContractTicker(): FuturesTicker | undefined {
  const { contract, prices } = useFuturesMarket();
  return useStore(prices.tickers).get(contract.symbol);
}

/** Marks for sums: a few times a second is enough. */
export function useMarks(): ReadonlyMap<string, FuturesTicker> {
  return useSlowStore(useFuturesMarket().prices.tickers, 300);
}

/** A position's contract; undefined of one that is no longer listed. */
export function contractOf(contracts: readonly Contract[], { symbol }: Pick<Position, 'symbol'>): Contract | undefined {
  return contracts.find((contract) => contract.symbol === symbol);
}
