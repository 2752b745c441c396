import { compareDecimals } from '../../../ui/decimal.ts';
import type { FuturesTicker, ListedContract } from '../../api/calls/futures-markets.ts';
import { haveText } from '../../i18n/plain-text.ts';
import type { LocalNameOf } from '../../i18n/use-coin-names.ts';
import type { SortOrder } from './sort-pairs.ts';
import type { ContractTickers } from './use-contract-tickers.ts';

export type ContractSortKey = 'pair' | 'price' | 'change' | 'mark' | 'funding' | 'volume' | 'interest';
export interface ContractSorting {
  readonly key: ContractSortKey;
  readonly order: SortOrder;
}

const VALUES: Record<Exclude<ContractSortKey, 'pair'>, (ticker: FuturesTicker) => string> = {
  price: ({ lastPrice }) => lastPrice,
  change: ({ changePercent }) => changePercent,
  mark: ({ markPrice }) => markPrice,
  funding: ({ fundingRate }) => fundingRate,
  volume: ({ quoteVolume }) => quoteVolume,
  // Amounts of different coins are compared by value. A floating-point number is enough for sorting.
  interest: ({ openInterest, markPrice }) => (Number(openInterest) * Number(markPrice)).toFixed(2),
};

/** Sorts contracts; equal ones stay in the exchange's own order, one without a ticker counts as 0. */
export function sortContracts(
  contracts: readonly ListedContract[],
  tickers: ContractTickers,
  { key, order }: ContractSorting,
): readonly ListedContract[] {
  const sign = order === 'ascending' ? 1 : -1;
  if (key === 'pair') return contracts.toSorted((a, b) => sign * a.symbol.localeCompare(b.symbol));
  const valueOf = ({ symbol }: ListedContract): string => {
    const ticker = tickers.get(symbol);
    return ticker ? VALUES[key](ticker) : '0';
  };
  return contracts.toSorted((a, b) => sign * compareDecimals(valueOf(a), valueOf(b)));
}

/** A text finds symbols and names of coins in the reader's language. */
export function findContracts(
  contracts: readonly ListedContract[],
  text: string,
  localNameOf: LocalNameOf,
): readonly ListedContract[] {
  return contracts.filter(({ symbol, base }) => haveText([symbol, localNameOf(base)], text));
}
