/** Where the prices of the contracts' index come from: configured venues, else the demo's own sources, else none. */
import type { Config } from './config.ts';
import {
  createCcxtSource,
  createDemoPrices,
  type DemoPrices,
  type IndexPrices,
  joinSources,
} from './external/index.ts';
import { CONTRACTS } from './modules/futures/index.ts';

/** The name of the demo's own sources in INDEX_SOURCES; a demo without a moving market uses them only if named there. */
const DEMO = { venue: 'demo', weight: 1 };

export interface OpenPrices {
  readonly prices: IndexPrices;
  /** Null where there is no demo. */
  readonly demoPrices: DemoPrices | null;
}

/** `given` stands in for what the configuration names. */
export async function openPrices(
  config: Config,
  onTrouble: (error: Error) => void,
  given?: IndexPrices,
): Promise<OpenPrices> {
  const demoPrices = config.isDemo ? createDemoPrices() : null;
  if (given !== undefined) return { prices: given, demoPrices };
  const wanted = config.indexSources.length > 0 ? config.indexSources : config.hasDemoMarket ? [DEMO] : [];
  const demo = wanted.some(({ venue }) => venue === DEMO.venue) ? (demoPrices?.sources ?? []) : [];
  const pairs = new Map(CONTRACTS.map(({ base }) => [`${base}USDT`, `${base}/USDT`]));
  const venues = wanted.filter(({ venue }) => venue !== DEMO.venue);
  const opened = venues.map(({ venue, weight }) => createCcxtSource({ venue, weight, pairs, onTrouble }));
  return { prices: joinSources([...demo, ...(await Promise.all(opened))]), demoPrices };
}
