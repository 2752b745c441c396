/**
 * What the person's price alerts told, for the bell on every page. The socket tells of new ones; its first frame after a break brings what
 * fired meanwhile, so that none is lost, and what was told on this device is remembered, so that none is told twice.
 */
import type { FiredAlert } from '@agio/contracts/http/alerts';
import { createStore, type Store } from './store.ts';

/** Ids up to which alerts were announced and seen on this device; ids only grow. */
export interface KeptAlerts {
  readonly told: number;
  readonly seen: number;
}

export interface AlertCenter {
  /** Newest first; null before the first answer. */
  readonly fired: Store<readonly FiredAlert[] | null>;
  /** Whether the last asking failed. */
  readonly hasFailed: Store<boolean>;
  readonly seenId: Store<number>;
  markSeen(): void;
  load(): Promise<void>;
  accept(fired: readonly FiredAlert[]): void;
}

export interface AlertCenterInput {
  readonly read: () => Promise<readonly FiredAlert[]>;
  readonly onFired: (fired: FiredAlert) => void;
  readonly kept: { get(): KeptAlerts | null; set(kept: KeptAlerts): void };
  readonly now: () => number;
}

const MOST_KEPT = 50;
/** What fired longer ago, while nobody was here, only counts as unseen. */
const NEWS_MS = 300_000;

export function createAlertCenter({ read, onFired, kept, now }: AlertCenterInput): AlertCenter {
  const fired = createStore<readonly FiredAlert[] | null>(null);
  const hasFailed = createStore(false);
  const seenId = createStore(kept.get()?.seen ?? 0);
  const accept = (list: readonly FiredAlert[]) => {
    const byId = new Map([...(fired.get() ?? []), ...list].map((one) => [one.id, one]));
    const all = [...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, MOST_KEPT);
    fired.set(all);
    const newest = all[0]?.id ?? 0;
    const known = kept.get();
    if (known === null) {
      // What happened before the first visit is history, not news.
      kept.set({ told: newest, seen: newest });
      return seenId.set(newest);
    }
    if (newest <= known.told) return undefined;
    kept.set({ ...known, told: newest });
    for (const one of all.toReversed()) if (one.id > known.told && one.time > now() - NEWS_MS) onFired(one);
    return undefined;
  };
  return {
    fired,
    hasFailed,
    seenId,
    accept,
    markSeen() {
      const newest = fired.get()?.[0]?.id ?? 0;
      if (newest <= seenId.get()) return;
      seenId.set(newest);
      kept.set({ told: Math.max(newest, kept.get()?.told ?? 0), seen: newest });
    },
    async load() {
      try {
        accept(await read());
        hasFailed.set(false);
      } catch {
        hasFailed.set(true);
      }
    },
  };
}

/** How many were not seen. */
export function unseenAlerts(fired: readonly FiredAlert[] | null, seenId: number): number {
  return (fired ?? []).filter(({ id }) => id > seenId).length;
}
