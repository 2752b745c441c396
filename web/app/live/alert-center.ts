/**
 * What the person's price alerts told, for the bell on every page. The socket tells of new ones; its first frame after a break brings what
 * fired meanwhile, so that none is lost, and what was told on this device is remembered, so that none is told twice.
 */
import type { FiredAlert } from '@agio/contracts/http/alerts';
import type { SeenMark } from './seen-mark.ts';
import { createStore, type Store } from './store.ts';

export interface AlertCenter {
  /** Newest first; null before the first answer. */
  readonly fired: Store<readonly FiredAlert[] | null>;
  /** Whether what fired and what was seen of it was answered once. */
  readonly hasAnswered: Store<boolean>;
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
  /** The id up to which alerts were announced on this device; ids only grow. Null: it is new. */
  readonly told: { get(): number | null; set(id: number): void };
  readonly seen: SeenMark;
  readonly now: () => number;
  /** When the page began to load, by the same clock. */
  readonly openedAt: number;
}

const MOST_KEPT = 50;
/** What happened longer ago, while nobody was here, only counts as unseen. */
export const NEWS_MS = 300_000;

/** How far the clocks of the device and the server may stand apart. */
export const CLOCKS_APART_MS = 5_000;

export function createAlertCenter({ read, onFired, told, seen, now, openedAt }: AlertCenterInput): AlertCenter {
  const fired = createStore<readonly FiredAlert[] | null>(null);
  const hasAnswered = createStore(false);
  const hasFailed = createStore(false);
  const accept = (list: readonly FiredAlert[]) => {
    const byId = new Map([...(fired.get() ?? []), ...list].map((one) => [one.id, one]));
    const all = [...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, MOST_KEPT);
    fired.set(all);
    const newest = all[0]?.id ?? 0;
    const known = told.get();
    if (known !== null && newest <= known) return;
    told.set(newest);
    // What fired before the first visit of this device is not announced: another one did, or nobody was there. What fired while its first
    // page was loading is.
    const after = Math.max(now() - NEWS_MS, known === null ? openedAt - CLOCKS_APART_MS : 0);
    for (const one of all.toReversed()) if (one.id > (known ?? 0) && one.time > after) onFired(one);
  };
  return {
    fired,
    hasAnswered,
    hasFailed,
    seenId: seen.upTo,
    accept,
    markSeen: () => seen.mark(fired.get()?.[0]?.id ?? 0),
    async load() {
      try {
        await Promise.all([read().then(accept), seen.load()]);
        hasAnswered.set(true);
        hasFailed.set(false);
      } catch {
        hasFailed.set(true);
      }
    },
  };
}
