import type { Pair, Ticker } from '../../api/types.ts';
import type { Money } from '../../figures/money.ts';
import { sortByWorth } from '../../figures/sort-by-worth.ts';
import { haveText } from '../../i18n/plain-text.ts';
import type { LocalNameOf } from '../../i18n/use-coin-names.ts';
import type { Tickers } from '../../live/ticker-feed.ts';

export type SortKey = 'rank' | 'pair' | 'price' | 'change' | 'volume';
export type SortOrder = 'ascending' | 'descending';
export interface Sorting {
  readonly key: SortKey;
  readonly order: SortOrder;
}

/** What amounts in different quote assets are worth in one and the same currency, so that they can be compared; null where no rate tells. */
export type Worth = Money['convert'];

const VALUES: Record<'price' | 'change' | 'volume', (ticker: Ticker | undefined) => string> = {
  price: (ticker) => ticker?.lastPrice ?? '0',
  change: (ticker) => ticker?.changePercent ?? '0',
  volume: (ticker) => ticker?.quoteVolume ?? '0',
};

/**
 * Sorts pairs. They arrive in the exchange's own order, which stays for equal ones. Prices and volumes are compared by their worth, those
 * without a rate count less than all others.
 */
export function sortPairs(
  pairs: readonly Pair[],
  tickers: Tickers,
  { key, order }: Sorting,
  worth: Worth,
): readonly Pair[] {
  if (key === 'rank') return pairs;
  const sign = order === 'ascending' ? 1 : -1;
  if (key === 'pair') return pairs.toSorted((a, b) => sign * a.symbol.localeCompare(b.symbol));
  const figureOf = (pair: Pair) => ({
    amount: VALUES[key](tickers.get(pair.symbol)),
    asset: key === 'change' ? null : pair.quote,
  });
  return sortByWorth(pairs, order, figureOf, worth);
}

/** The order after a press on a column's head: largest first, and reversed with the next press. */
export function nextSorting<Key extends string>(
  now: { readonly key: Key; readonly order: SortOrder },
  key: Key,
): { readonly key: Key; readonly order: SortOrder } {
  return { key, order: now.key === key && now.order === 'descending' ? 'ascending' : 'descending' };
}

export interface PairFilter {
  readonly quote: string | null;
  readonly zone: string | null;
  readonly text: string;
}

/** A text finds symbols and names of coins, English ones and those of the reader's language. */
export function filterPairs(pairs: readonly Pair[], filter: PairFilter, localNameOf: LocalNameOf): readonly Pair[] {
  return pairs.filter(
    (pair) =>
      (filter.quote === null || pair.quote === filter.quote) &&
      (filter.zone === null || zonesOf(pair).includes(filter.zone)) &&
      haveText([pair.symbol, pair.baseName, localNameOf(pair.base)], filter.text),
  );
}

export function zonesOf(pair: Pair): readonly string[] {
  return pair.tradeArea
    .split(',')
    .map((zone) => zone.trim())
    .filter(Boolean);
}

/**
 * The worth of the largest volume of the day, for bars that compare the markets. Two digits, so that a trade in the largest market does
 * not draw all rows anew.
 */
export function mostVolume(pairs: readonly Pair[], tickers: Tickers, worth: Worth): number {
  const volumes = pairs.map(({ symbol, quote }) => Number(worth(tickers.get(symbol)?.quoteVolume ?? '0', quote) ?? 0));
  return Number(Math.max(0, ...volumes).toPrecision(2));
}

/** Length of the bar of a volume's worth against the largest one, 0 to 100; without a rate there is none. */
export function volumePercent(volume: string | null, most: number): number {
  return most > 0 ? Math.min(100, (Number(volume ?? 0) / most) * 100) : 0;
}

/** Position of the last price between the day's low (0) and high (100). */
export function rangePercent(ticker: Ticker): number {
  const [low, high, last] = [ticker.lowPrice, ticker.highPrice, ticker.lastPrice].map(Number) as [
    number,
    number,
    number,
  ];
  return high > low ? Math.max(0, Math.min(100, ((last - low) / (high - low)) * 100)) : 50;
}
