import type { Call } from '../request.ts';
import { getKlines } from './spot.ts';
import type { Pair } from '../types.ts';

const POINTS = 24;
const MOST_MARKETS = 40;

export type Sparklines = Readonly<Record<string, readonly number[]>>;

/** Hourly closes of the last day per market. Numbers, because they only become pixels. */
export async function getSparklines(call: Call, pairs: readonly Pair[]): Promise<Sparklines> {
  const lines = await Promise.all(
    pairs.slice(0, MOST_MARKETS).map(async ({ symbol }) => {
      const klines = await getKlines(call, { symbol, interval: '1h', limit: POINTS }).catch(() => []);
      return [symbol, klines.map((row) => Number(row[4]))] as const;
    }),
  );
  return Object.fromEntries(lines);
}
