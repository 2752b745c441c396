import type { KlineSource } from '../terminal-market.ts';

/** Markets that can be drawn beside the chart's own. */
export interface ComparableMarkets {
  readonly markets: readonly { readonly symbol: string; readonly name: string }[];
  readonly klinesOf: (symbol: string) => KlineSource;
}
