/**
 * Gathers events and sends them together: when 20 wait or the first has waited 15 s, never sooner than the least net time
 * after the last sending. What comes while 20 wait is left out: counts may be low, the page is never slowed down.
 */
import { TRACK_CACHE_ITEMS, TRACK_TIMEOUT_MS, type TrackCategory, type TrackEvent } from '@agio/contracts/track';
import type { Cancel, Clock } from '../live/clock.ts';

export interface TrackItem {
  readonly event: TrackEvent;
  readonly category: TrackCategory;
}

export interface TrackerOptions {
  readonly clock: Clock;
  readonly minNetMs: number;
  /** Fails if they could not be sent: then they wait again. */
  readonly send: (items: readonly TrackItem[]) => Promise<void>;
  /** For a page that goes away: whether the browser promised to send them. */
  readonly sendLast: (items: readonly TrackItem[]) => boolean;
}

export interface Tracker {
  track(item: TrackItem): void;
  /** The page is hidden, perhaps for good: everything goes now. */
  flush(): void;
}

export function createTracker({ clock, minNetMs, send, sendLast }: TrackerOptions): Tracker {
  let items: TrackItem[] = [];
  let sentAt = Number.NEGATIVE_INFINITY;
  let cancel: Cancel | undefined;

  /** In `ms`, but not before the least net time has passed. */
  const plan = (ms: number) => {
    cancel?.();
    cancel = clock.after(Math.max(ms, sentAt + minNetMs - clock.now()), () => void sendAll());
  };
  const sendAll = async () => {
    const sending = items;
    items = [];
    sentAt = clock.now();
    try {
      await send(sending);
    } catch {
      // The network is away: they wait for the next time, before those that came meanwhile.
      items = [...sending, ...items].slice(0, TRACK_CACHE_ITEMS);
      plan(TRACK_TIMEOUT_MS);
    }
  };
  return {
    track(item) {
      if (items.length >= TRACK_CACHE_ITEMS) return;
      items.push(item);
      if (items.length === TRACK_CACHE_ITEMS) plan(0);
      else if (items.length === 1) plan(TRACK_TIMEOUT_MS);
    },
    flush() {
      if (items.length === 0 || !sendLast(items)) return;
      cancel?.();
      items = [];
      sentAt = clock.now();
    },
  };
}
