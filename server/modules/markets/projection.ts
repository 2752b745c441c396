/** Public trades and stored klines from the engine's events. */
import { inParts, type Projection } from '../../store/index.ts';
import { foldTrades } from '@agio/core';
import { mergeIntoKlines } from './kline-repo.ts';
import { insertPrints } from './trade-repo.ts';

export const marketsProjection: Projection = {
  name: 'markets',
  async apply(tx, events) {
    const trades = events.filter((event) => event.kind === 'Traded');
    await inParts(trades, (part) => insertPrints(tx, part));
    const klines = foldTrades(trades, ({ symbol }) => ({ symbol }));
    await inParts(klines, (part) => mergeIntoKlines(tx, part));
  },
};
