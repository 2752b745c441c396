/** What the demo's chains carry, and how much of it one sending brings. */
import type { Chain } from './chain.ts';

/** Decimal text by asset; about as much as 10,000 USDT. */
export const TEST_COINS: ReadonlyMap<string, string> = new Map([
  ['USDT', '10000'],
  ['BTC', '0.1'],
  ['ETH', '3'],
  ['SOL', '50'],
  ['XRP', '4000'],
  ['BNB', '15'],
  ['DOGE', '30000'],
  ['ADA', '12000'],
  ['LINK', '600'],
  ['LTC', '100'],
  ['AVAX', '250'],
]);

/** One that is certain within seconds, and one on which the confirmations can be watched for a minute. */
export const DEMO_NETWORKS: readonly Pick<Chain, 'network' | 'confirmations' | 'blockMs'>[] = [
  { network: 'DEMO', confirmations: 3, blockMs: 2_000 },
  { network: 'DEMO_SLOW', confirmations: 12, blockMs: 5_000 },
];

/** Sendings of one user in 24 hours: each is a command in the journal that is kept for ever. */
export const SENDINGS_A_DAY = 100;
