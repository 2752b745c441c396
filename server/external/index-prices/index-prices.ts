/** Prices of the outside world for the index of contracts: several sources, each with a weight (trading B8). */
import type { IndexSource } from '@agio/core';

/** One source of prices, such as a venue. */
export interface PriceSource {
  readonly name: string;
  readonly weight: number;
  /** The newest price of a contract in 10^-8, or null where the source has none. */
  latest(symbol: string): { readonly price: number; readonly timeMs: number } | null;
  stop(): void;
}

export interface IndexPrices {
  /** False if there is no source: then contracts have no index and no prices are fetched. */
  readonly hasSources: boolean;
  /** The prices of all sources for a contract; the core judges how fresh and how far off each is. */
  of(symbol: string): IndexSource[];
  stop(): void;
}

export function joinSources(sources: readonly PriceSource[]): IndexPrices {
  return {
    hasSources: sources.length > 0,
    of: (symbol) =>
      sources.flatMap((source) => {
        const latest = source.latest(symbol);
        return latest === null
          ? []
          : [{ price: latest.price as IndexSource['price'], weight: source.weight, timeMs: latest.timeMs }];
      }),
    stop() {
      for (const source of sources) source.stop();
    },
  };
}
