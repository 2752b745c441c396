/**
 * A venue of the outside world as an index source, through ccxt, which speaks the public dialect of each. It is loaded only
 * when a venue is configured.
 */
import { PRICE_ONE } from '@agio/core/fixed';
import type { PriceSource } from './index-prices.ts';

const POLL_MS = 1_000;

/** What is used of ccxt's classes. */
interface Venue {
  fetchTicker(symbol: string): Promise<{
    readonly bid?: number | undefined;
    readonly ask?: number | undefined;
    readonly last?: number | undefined;
  }>;
  close?(): Promise<unknown>;
}

export interface CcxtSourceOptions {
  /** A venue's id in ccxt, such as "kraken". */
  readonly venue: string;
  readonly weight: number;
  /** Contract symbols and the pairs whose price they follow: BTCUSDT, "BTC/USDT". */
  readonly pairs: ReadonlyMap<string, string>;
  /** Passed to ccxt's class, for other addresses. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly onTrouble: (error: Error) => void;
}

/** An unknown venue id is an error of the configuration. */
export class UnknownVenue extends Error {
  override readonly name = 'UnknownVenue';
}

/** Starts polling. A venue that does not answer leaves its last prices to grow old: the index passes them over. */
export async function createCcxtSource(options: CcxtSourceOptions): Promise<PriceSource> {
  const venue = await openVenue(options);
  const prices = new Map<string, { readonly price: number; readonly timeMs: number }>();
  let isStopped = false;
  const poll = async (symbol: string, pair: string): Promise<void> => {
    const { bid, ask, last } = await venue.fetchTicker(pair);
    const middle = bid !== undefined && ask !== undefined && bid > 0 && ask > 0 ? (bid + ask) / 2 : last;
    const price = Math.round((middle ?? 0) * PRICE_ONE);
    if (Number.isSafeInteger(price) && price > 0) prices.set(symbol, { price, timeMs: Date.now() });
  };
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const begun = Date.now();
      const polls = [...options.pairs].map(([symbol, pair]) => poll(symbol, pair));
      for (const result of await Promise.allSettled(polls))
        if (result.status === 'rejected' && !isStopped) options.onTrouble(result.reason as Error);
      await new Promise((resolve) => setTimeout(resolve, Math.max(100, begun + POLL_MS - Date.now())));
    }
  };
  void run();
  return {
    name: options.venue,
    weight: options.weight,
    latest: (symbol) => prices.get(symbol) ?? null,
    stop() {
      isStopped = true;
      void venue.close?.();
    },
  };
}

async function openVenue({ venue, settings }: CcxtSourceOptions): Promise<Venue> {
  const { default: ccxt } = await import('ccxt');
  const classes = ccxt as unknown as Record<string, unknown>;
  const Class = classes[venue];
  if (!ccxt.exchanges.includes(venue) || typeof Class !== 'function')
    throw new UnknownVenue(`INDEX_SOURCES names "${venue}", which is no venue that ccxt knows.`);
  const open = Class as new (settings: Readonly<Record<string, unknown>>) => Venue;
  return new open({ enableRateLimit: true, ...settings });
}
