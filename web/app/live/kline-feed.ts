/** The newest klines of one market and interval, seeded by the server's page. */
import type { KlineInterval } from '@agio/core/words';
import type { KlineRow } from '../api/types.ts';
import type { LiveSocket } from './socket.ts';
import { createStore, type Store } from './store.ts';

export interface KlineFeed {
  /** Oldest first. */
  readonly rows: Store<readonly KlineRow[]>;
  connect(socket: LiveSocket): () => void;
}

export function createKlineFeed(symbol: string, interval: KlineInterval, first: readonly KlineRow[]): KlineFeed {
  const rows = createStore<readonly KlineRow[]>(first);
  return {
    rows,
    connect: (socket) =>
      socket.subscribe('kline', { symbol, interval }, ({ kline }) => {
        rows.set(withRow(rows.get(), kline, first.length));
      }),
  };
}

/** Replaces the running kline or begins the next one; the count stays. */
export function withRow<Row extends readonly [openTime: number, ...rest: unknown[]]>(
  rows: readonly Row[],
  row: Row,
  most: number,
): readonly Row[] {
  const last = rows.at(-1);
  if (last && row[0] < last[0]) return rows;
  const kept = last && last[0] === row[0] ? rows.slice(0, -1) : rows;
  return [...kept, row].slice(-Math.max(most, 1));
}
