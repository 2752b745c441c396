/** The markets that a terminal's list offers: of both kinds, narrowed by text and favorites, in a chosen order. */
import { create } from 'zustand';
import type { Money } from '../../figures/money.ts';
import { sortByWorth } from '../../figures/sort-by-worth.ts';
import { haveText } from '../../i18n/plain-text.ts';
import type { LocalNameOf } from '../../i18n/use-coin-names.ts';
import type { DayPrices, ListedMarket, MarketKind } from '../terminal-market.ts';

/** A market with its figures of the day; undefined before the first came. */
export interface PricedMarket extends ListedMarket {
  readonly ticker: DayPrices | undefined;
}

export type ListSortKey = 'volume' | 'name' | 'price' | 'change';

export interface ListSorting {
  readonly key: ListSortKey;
  readonly order: 'ascending' | 'descending';
}

export interface ListChoice {
  /** Null: the kind of the terminal. */
  readonly tab: MarketKind | 'favorites' | null;
  readonly text: string;
  readonly sorting: ListSorting;
}

/** What the list shows. It outlives the terminal of one market, since a choice in the list leads to that of another. */
export const useListChoice = create<ListChoice>(() => ({
  tab: null,
  text: '',
  sorting: { key: 'volume', order: 'descending' },
}));

/** Largest first, and reversed by a second press on the same head; names begin with A. */
export function nextListSorting(now: ListSorting, key: ListSortKey): ListSorting {
  const first = key === 'name' ? 'ascending' : 'descending';
  const second = key === 'name' ? 'descending' : 'ascending';
  return { key, order: now.key === key && now.order === first ? second : first };
}

/** A text finds symbols and names of coins, English ones and those of the reader's language, whatever stands between base and quote. */
export function findMarkets<Market extends Pick<ListedMarket, 'symbol' | 'base' | 'fullName'>>(
  markets: readonly Market[],
  text: string,
  localNameOf: LocalNameOf,
): readonly Market[] {
  return markets.filter(({ symbol, base, fullName }) => haveText([symbol, fullName, localNameOf(base)], text));
}

const FIGURES = { volume: 'quoteVolume', price: 'lastPrice', change: 'changePercent' } as const;

/**
 * Equal ones stay in the order of the house; one without figures counts as 0. Prices and volumes are in different coins: they are
 * compared by their worth, and those without a rate count less than all others.
 */
export function sortMarkets(
  markets: readonly PricedMarket[],
  { key, order }: ListSorting,
  worth: Money['convert'],
): readonly PricedMarket[] {
  const sign = order === 'ascending' ? 1 : -1;
  if (key === 'name') return markets.toSorted((a, b) => sign * a.symbol.localeCompare(b.symbol));
  const figureOf = ({ ticker, quote }: PricedMarket) => ({
    amount: ticker?.[FIGURES[key]] ?? '0',
    asset: key === 'change' ? null : quote,
  });
  return sortByWorth(markets, order, figureOf, worth);
}
