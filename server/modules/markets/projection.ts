/** Public trades and stored bars from the engine's events. */
import type { Projection } from '../../store/index.ts';
import { foldTrades } from '@agio/core';
import { mergeIntoBars } from './bar-repo.ts';
import { insertPrints } from './trade-repo.ts';

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const ROWS_A_STATEMENT = 4000;

export const marketsProjection: Projection = {
  name: 'markets',
  async apply(tx, events) {
    const trades = events.filter((event) => event.kind === 'Traded');
    for (let at = 0; at < trades.length; at += ROWS_A_STATEMENT)
      await insertPrints(tx, trades.slice(at, at + ROWS_A_STATEMENT));
    const bars = foldTrades(trades, ({ symbol }) => ({ symbol }));
    for (let at = 0; at < bars.length; at += ROWS_A_STATEMENT)
      await mergeIntoBars(tx, bars.slice(at, at + ROWS_A_STATEMENT));
  },
};
