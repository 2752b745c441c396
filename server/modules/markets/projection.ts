/** Public trades and stored bars from the engine's events. */
import type { Projection } from '../../store/index.ts';
import { BASE_INTERVALS, type BaseInterval, barOfPrint, mergeBars, type Print } from './candles.ts';
import { mergeIntoBars, type StoredBar } from './bar-repo.ts';
import { insertPrints } from './trade-repo.ts';

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const ROWS_A_STATEMENT = 4000;

export const marketsProjection: Projection = {
  name: 'markets',
  async apply(tx, events) {
    const trades = events.filter((event) => event.kind === 'Traded');
    for (let at = 0; at < trades.length; at += ROWS_A_STATEMENT)
      await insertPrints(tx, trades.slice(at, at + ROWS_A_STATEMENT));
    const bars = barsOf(trades);
    for (let at = 0; at < bars.length; at += ROWS_A_STATEMENT)
      await mergeIntoBars(tx, bars.slice(at, at + ROWS_A_STATEMENT));
  },
};

/** The trades of one batch as bars, each bar once. */
export function barsOf(trades: readonly (Print & { readonly symbol: string })[]): StoredBar[] {
  const bars = new Map<string, StoredBar>();
  const add = (symbol: string, base: BaseInterval, print: Print): void => {
    const bar = barOfPrint(base, print);
    const key = `${symbol} ${base} ${bar.openTime}`;
    const known = bars.get(key);
    bars.set(key, { ...(known ? mergeBars(known, bar) : bar), symbol, base });
  };
  for (const trade of trades) for (const base of BASE_INTERVALS) add(trade.symbol, base, trade);
  return [...bars.values()];
}
