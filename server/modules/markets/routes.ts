/** The public calls about markets. */
import { DEFAULTS } from '@agio/contracts/defaults';
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as siteSettings from '@agio/contracts/http/site-settings';
import * as contract from '@agio/contracts/http/markets';
import type { Db } from '../../store/index.ts';
import type { LiveMarket, LiveMarkets } from './live.ts';
import { currencyRates, fiatDetails, legalTenders } from './rates.ts';
import { dealOf, type Displays, klineRow, levelTexts, pairsOf, readKlines, tickerOf } from './service.ts';

export function marketRoutes(live: LiveMarkets, displays: () => Displays, db: Db): Route[] {
  const marketOf = (symbol: string): LiveMarket => {
    const market = live.markets.get(symbol);
    if (!market) throw new Refusal('UNKNOWN_MARKET');
    return market;
  };
  return [
    implement(contract.pairs, async () => ({ pairs: pairsOf(live, displays()) })),
    implement(contract.tickers, async () => ({ tickers: [...live.markets.values()].map(tickerOf) })),
    implement(contract.depth, async ({ query }) => {
      const market = marketOf(query.symbol);
      return {
        symbol: query.symbol,
        lastUpdateId: market.book.updateId,
        bids: levelTexts(market, market.book.bids.slice(0, query.limit)),
        asks: levelTexts(market, market.book.asks.slice(0, query.limit)),
      };
    }),
    implement(contract.deals, async ({ query }) => {
      const market = marketOf(query.symbol);
      return {
        deals: market.prints
          .slice(-query.limit)
          .reverse()
          .map((print) => dealOf(market, print)),
      };
    }),
    implement(contract.klines, async ({ query }) => {
      const market = marketOf(query.symbol);
      const klines = await readKlines(db, market, query.interval, query);
      return { klines: klines.map((kline) => klineRow(market, kline)) };
    }),
    ...searchRoutes(live, displays),
    implement(siteSettings.rateList, async () => ({
      rateList: currencyRates(live),
      quoteCurrency: DEFAULTS.quoteCurrency,
    })),
    implement(siteSettings.currencyList, async () => legalTenders()),
    implement(siteSettings.fiatCurrencyList, async () => fiatDetails(live)),
  ];
}

/** Everything of the spot markets whose symbol or name holds the text. */
export interface FoundMarkets {
  readonly spot: contract.Pair[];
  readonly coins: { readonly name: string; readonly fullName: string }[];
}

export function searchMarkets(live: LiveMarkets, { coins, pairs }: Displays, text: string): FoundMarkets {
  return {
    spot: pairsOf(live, { coins, pairs }).filter((pair) => holdsText(text, pair.symbol, pair.base, pair.baseName)),
    coins: coins
      .filter((coin) => coin.isShow && holdsText(text, coin.asset, coin.fullName))
      .map((coin) => ({ name: coin.asset, fullName: coin.fullName })),
  };
}

/** Small and capital letters are the same. */
export function holdsText(text: string, ...values: string[]): boolean {
  return values.some((value) => value.toUpperCase().includes(text.toUpperCase()));
}

function searchRoutes(live: LiveMarkets, displays: () => Displays): Route[] {
  return [
    implement(contract.tradeTags, async () => {
      const areas = new Set(pairsOf(live, displays()).flatMap((pair) => pair.tradeArea.split(',')));
      return [...areas].map((name, index) => ({ id: index + 1, name }));
    }),
    implement(contract.searchSpot, async ({ query }) => {
      const found = searchMarkets(live, displays(), query.content).spot;
      const from = (query.page - 1) * query.pageSize;
      return { items: found.slice(from, from + query.pageSize), total: found.length };
    }),
  ];
}
