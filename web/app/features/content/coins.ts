import type { Pair } from '../../api/types.ts';

export interface Coin {
  readonly coin: string;
  readonly name: string;
  /** In display order; the first gives the coin's price. */
  readonly markets: readonly Pair[];
}

/** The coins that are traded, in the order of their markets. */
export function coinsOf(pairs: readonly Pair[]): readonly Coin[] {
  return [...new Set(pairs.map(({ base }) => base))].map((coin) => {
    const markets = pairs.filter(({ base }) => base === coin);
    return { coin, name: markets[0]?.baseName ?? coin, markets };
  });
}
