/** Puts in order what is counted in different coins. Pure. */
import { compareDecimals } from '../../ui/decimal.ts';
import type { Money } from './money.ts';

/** A decimal, and the coin it is in; null of a figure without a coin, such as a percentage. */
export interface Figure {
  readonly amount: string;
  readonly asset: string | null;
}

/** Figures are compared by their worth; those without a rate count less than all others. Equal ones stay in their order. */
export function sortByWorth<Item>(
  items: readonly Item[],
  order: 'ascending' | 'descending',
  figureOf: (item: Item) => Figure,
  worth: Money['convert'],
): readonly Item[] {
  const sign = order === 'ascending' ? 1 : -1;
  const keyed = items.map((item) => {
    const { amount, asset } = figureOf(item);
    const value = asset === null ? amount : worth(amount, asset);
    return { item, isRated: Number(value !== null), value: value ?? amount };
  });
  return keyed
    .toSorted((a, b) => sign * (a.isRated - b.isRated || compareDecimals(a.value, b.value)))
    .map(({ item }) => item);
}
