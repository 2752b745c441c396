/** Halts and openings of markets in which the user holds something, for the bell on every page. The socket's are told, once each. */
import type { MarketStatusNotice } from '@agio/contracts/http/alerts';
import { createStore, type Store } from './store.ts';

export interface StatusNotices {
  /** Newest first. */
  readonly list: Store<readonly MarketStatusNotice[]>;
  /** Those of the list that was asked for, which are not told. */
  merge(notices: readonly MarketStatusNotice[]): void;
  /** Those of the socket. */
  accept(notices: readonly MarketStatusNotice[]): void;
}

const MOST_KEPT = 50;

export function createStatusNotices(onStatus: (notice: MarketStatusNotice) => void): StatusNotices {
  const list = createStore<readonly MarketStatusNotice[]>([]);
  const merge = (fresh: readonly MarketStatusNotice[]) => {
    const byId = new Map([...list.get(), ...fresh].map((notice) => [notice.id, notice]));
    list.set([...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, MOST_KEPT));
  };
  return {
    list,
    merge,
    accept(notices) {
      const known = new Set(list.get().map(({ id }) => id));
      merge(notices);
      notices.filter(({ id }) => !known.has(id)).forEach(onStatus);
    },
  };
}
