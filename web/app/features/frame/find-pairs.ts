import type { Pair } from '../../api/types.ts';

const MOST_SHOWN = 12;

/** Pairs whose coin, name or symbol holds the text; those that begin with it come first. Empty text: the first ones. */
export function findPairs(pairs: readonly Pair[], text: string): readonly Pair[] {
  const wanted = text.replaceAll(/[\s/_-]/g, '').toLowerCase();
  if (wanted === '') return pairs.slice(0, MOST_SHOWN);
  const rank = (pair: Pair): number => {
    const names = [pair.symbol, pair.base, pair.baseName].map((name) => name.toLowerCase());
    if (names.some((name) => name.startsWith(wanted))) return 0;
    return names.some((name) => name.includes(wanted)) ? 1 : 2;
  };
  return pairs
    .filter((pair) => rank(pair) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST_SHOWN);
}
