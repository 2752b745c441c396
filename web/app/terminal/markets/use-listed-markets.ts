import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { quietCall } from '../../api/client.ts';
import { getRates } from '../../api/calls/currencies.ts';
import { getFuturesTickers, getListedContracts } from '../../api/calls/futures-markets.ts';
import { getPairs, getTickers } from '../../api/calls/spot.ts';
import type { Pair } from '../../api/types.ts';
import { worthBy, type Money } from '../../figures/money.ts';
import { useSlowStore } from '../../live-views/use-store.ts';
import { useTerminalMarket, type ListedMarket, type MarketKind } from '../terminal-market.ts';
import type { PricedMarket } from './market-list.ts';
import { pairName } from '../../figures/market-name.ts';

/** Rows that change their place with every tick cannot be read. */
const ORDER_MS = 1_000;
/** The other kind's figures come by calls: its socket is not this terminal's. */
const ASK_MS = 3_000;
/** Rates only put markets in an order. */
const RATES_MS = 60_000;
const NO_RATES: Awaited<ReturnType<typeof getRates>> = [];

export interface ListedMarkets {
  /** Null while they are loaded, or when that failed. */
  readonly markets: readonly PricedMarket[] | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** All markets of a kind with their figures: the terminal's own live, the other kind's asked for while it is shown. */
export function useListedMarkets(kind: MarketKind, isShown: boolean): ListedMarkets {
  const own = useTerminalMarket();
  const isOwn = own.markets.kind === kind;
  const tickers = useSlowStore(own.tickers, ORDER_MS);
  const query = useQuery({
    queryKey: ['market-list', kind],
    queryFn: () => LOADS[kind](),
    enabled: isShown && !isOwn,
    refetchInterval: ASK_MS,
  });
  const retry = () => void query.refetch();
  if (!isOwn) return { markets: query.data ?? null, hasFailed: query.isError && !query.data, retry };
  const markets = own.markets.list.map((market) => ({ ...market, ticker: tickers.get(market.symbol) }));
  return { markets, hasFailed: false, retry };
}

/** What prices and volumes in different coins are worth in one; null for all while the rates are not known. */
export function useWorth(): Money['convert'] {
  const { data } = useQuery({
    queryKey: ['market-list-rates'],
    queryFn: () => getRates(quietCall),
    refetchInterval: RATES_MS,
  });
  return useMemo(() => worthBy(data ?? NO_RATES), [data]);
}

const LOADS: Readonly<Record<MarketKind, () => Promise<readonly PricedMarket[]>>> = {
  async spot() {
    const [pairs, tickers] = await Promise.all([getPairs(quietCall), getTickers(quietCall)]);
    return priced(pairs.map(listedPair), tickers);
  },
  async futures() {
    const [contracts, tickers] = await Promise.all([getListedContracts(quietCall), getFuturesTickers(quietCall)]);
    return priced(contracts.map(listedContract), tickers);
  },
};

export function listedPair({ symbol, base, quote, baseName, quotePrecision }: Pair): ListedMarket {
  return {
    kind: 'spot',
    symbol,
    base,
    quote,
    name: pairName({ base, quote }),
    fullName: baseName,
    decimals: quotePrecision,
  };
}

interface Contract {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly pricePrecision: number;
}

export function listedContract({ symbol, base, quote, pricePrecision }: Contract): ListedMarket {
  return { kind: 'futures', symbol, base, quote, name: symbol, fullName: '', decimals: pricePrecision };
}

function priced(
  markets: readonly ListedMarket[],
  tickers: readonly (NonNullable<PricedMarket['ticker']> & { readonly symbol: string })[],
): readonly PricedMarket[] {
  const bySymbol = new Map(tickers.map((ticker) => [ticker.symbol, ticker]));
  return markets.map((market) => ({ ...market, ticker: bySymbol.get(market.symbol) }));
}
