import { compareDecimals } from '../../../ui/decimal.ts';
import type { Pair, Ticker } from '../../api/types.ts';
import type { Tickers } from '../../live/ticker-feed.ts';

export type SortKey = 'rank' | 'pair' | 'price' | 'change' | 'volume';
export type SortOrder = 'ascending' | 'descending';
export interface Sorting {
  readonly key: SortKey;
  readonly order: SortOrder;
}

const VALUES: Record<'price' | 'change' | 'volume', (ticker: Ticker | undefined) => string> = {
  price: (ticker) => ticker?.lastPrice ?? '0',
  change: (ticker) => ticker?.changePercent ?? '0',
  volume: (ticker) => ticker?.quoteVolume ?? '0',
};

/** Sorts pairs. They arrive in the exchange's own order, which stays for equal ones. */
export function sortPairs(pairs: readonly Pair[], tickers: Tickers, { key, order }: Sorting): readonly Pair[] {
  if (key === 'rank') return pairs;
  const sign = order === 'ascending' ? 1 : -1;
  return pairs.toSorted((a, b) => {
    if (key === 'pair') return sign * a.symbol.localeCompare(b.symbol);
    const value = VALUES[key];
    return sign * compareDecimals(value(tickers.get(a.symbol)), value(tickers.get(b.symbol)));
  });
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
  readonly favorites: readonly string[] | null;
}

export function filterPairs(pairs: readonly Pair[], filter: PairFilter): readonly Pair[] {
  const text = filter.text.replaceAll(/[\s/_-]/g, '').toLowerCase();
  return pairs.filter(
    (pair) =>
      (filter.quote === null || pair.quote === filter.quote) &&
      (filter.zone === null || zonesOf(pair).includes(filter.zone)) &&
      (filter.favorites === null || filter.favorites.includes(pair.symbol)) &&
      (text === '' || pair.symbol.toLowerCase().includes(text) || pair.baseName.toLowerCase().includes(text)),
  );
}

export function zonesOf(pair: Pair): readonly string[] {
  return pair.tradeArea
    .split(',')
    .map((zone) => zone.trim())
    .filter(Boolean);
}

/**
 * The largest volume of the day among markets of each quote asset, for bars that compare them. Two digits, so that a trade in the
 * largest market does not draw all rows anew.
 */
export function mostVolumes(pairs: readonly Pair[], tickers: Tickers): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const { symbol, quote } of pairs) {
    const volume = Number(tickers.get(symbol)?.quoteVolume ?? '0');
    if (volume > (most.get(quote) ?? 0)) most.set(quote, volume);
  }
  return new Map([...most].map(([quote, volume]) => [quote, Number(volume.toPrecision(2))]));
}

/** Length of the bar of a volume against the largest one, 0 to 100. */
export function volumePercent(volume: string, most: number): number {
  return most > 0 ? Math.min(100, (Number(volume) / most) * 100) : 0;
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
