/** Public trades and stored bars from the engine's events. */
import type { Projection } from '../../store/index.ts';
import { addTrade, BASE_INTERVALS, klineOpenTime, type KlineTrade } from '@agio/core';
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
export function barsOf(trades: readonly (KlineTrade & { readonly symbol: string })[]): StoredBar[] {
  const bars = new Map<string, StoredBar>();
  for (const { symbol, ...trade } of trades) {
    for (const base of BASE_INTERVALS) {
      const key = `${symbol} ${base} ${klineOpenTime(base, trade.timeMs)}`;
      bars.set(key, { symbol, base, ...addTrade(base, bars.get(key) ?? null, trade) });
    }
  }
  return [...bars.values()];
}
