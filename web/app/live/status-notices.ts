/**
 * Halts and openings of markets in which the user holds something, for the bell on every page. What is asked for and the socket's first frame
 * bring those of before as well: of these the ones that came while nothing was heard are told too, each once.
 */
import type { MarketStatusNotice } from '@agio/contracts/http/alerts';
import type { MarketStatusData } from '@agio/contracts/ws/spot';
import { CLOCKS_APART_MS, NEWS_MS } from './alert-center.ts';
import { createStore, type Store } from './store.ts';

export interface StatusNotices {
  /** Newest first. */
  readonly list: Store<readonly MarketStatusNotice[]>;
  /** Those of the list that was asked for. */
  merge(notices: readonly MarketStatusNotice[]): void;
  /** Those of a frame of the socket: the first one is a list too, what follows are those that just happened. */
  accept(frame: MarketStatusData): void;
}

export interface StatusNoticesInput {
  readonly onStatus: (notice: MarketStatusNotice) => void;
  /** The id up to which this tab told them; ids only grow. Null: it is new. */
  readonly toldStatus: { get(): number | null; set(id: number): void };
  readonly now: () => number;
  /** When the page began to load, by the same clock. */
  readonly openedAt: () => number;
}

const MOST_KEPT = 50;

export function createStatusNotices({ onStatus, toldStatus, now, openedAt }: StatusNoticesInput): StatusNotices {
  const list = createStore<readonly MarketStatusNotice[]>([]);
  const take = (fresh: readonly MarketStatusNotice[], afterMs: number) => {
    const byId = new Map([...list.get(), ...fresh].map((notice) => [notice.id, notice]));
    list.set([...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, MOST_KEPT));
    const told = toldStatus.get() ?? 0;
    const news = fresh.filter(({ id }) => id > told).toSorted((a, b) => a.id - b.id);
    const newest = news.at(-1);
    if (newest === undefined) return;
    toldStatus.set(newest.id);
    news.filter(({ time }) => time > afterMs).forEach(onStatus);
  };
  const merge = (notices: readonly MarketStatusNotice[]) => {
    const since = toldStatus.get() === null ? openedAt() - CLOCKS_APART_MS : 0;
    take(notices, Math.max(now() - NEWS_MS, since));
  };
  return {
    list,
    merge,
    accept({ snapshot, changes }) {
      if (snapshot) merge(changes);
      // Whatever the clocks say: the server tells news alone.
      else take(changes, -Infinity);
    },
  };
}
