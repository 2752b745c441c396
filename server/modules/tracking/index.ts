/** Tracking: how often the pages' events happen, by day and group of pages. Counted here, written together. */
import { DAY_MS } from '@agio/contracts/durations';
import { implement } from '@agio/contracts/endpoint';
import { operatorTrack, track } from '@agio/contracts/http/track';
import { isCrawlerAgent } from '@agio/contracts/device';
import type { TrackCategory, TrackEvent } from '@agio/contracts/track';
import type { NoteFailure } from '../../failures/failures.ts';
import type { Module } from '../module.ts';
import { type Db, sql, type Store } from '../../store/index.ts';

/** Counts are written this often; a crash loses those since the last write. */
const WRITE_EVERY_MS = 5_000;
const KEPT_DAYS = 400;
const PART = 'counts of the pages';

interface Count {
  readonly day: string;
  readonly event: TrackEvent;
  readonly category: TrackCategory;
  readonly count: number;
}

export interface TrackingOptions {
  readonly store: Store;
  readonly note: NoteFailure;
}

export function createTracking({ store, note }: TrackingOptions): Module {
  const waiting = new Map<string, Count>();
  let writing = Promise.resolve();

  const add = (count: Count): void => {
    const key = `${count.day} ${count.event} ${count.category}`;
    waiting.set(key, { ...count, count: count.count + (waiting.get(key)?.count ?? 0) });
  };
  /** Writes one after the other; after a failure the counts stay for the next write, at most one for each day, event and group. */
  const write = (): Promise<void> => {
    writing = writing
      .catch(() => {})
      .then(async () => {
        const counts = [...waiting.values()];
        waiting.clear();
        if (counts.length === 0) return;
        await addCounts(store.db, counts).catch((error: unknown) => {
          for (const count of counts) add(count);
          throw error;
        });
      });
    return writing;
  };
  return {
    // While the database is away the counts wait.
    jobs: [
      { name: PART, everyMs: WRITE_EVERY_MS, run: write },
      {
        name: 'old counts of the pages',
        everyMs: DAY_MS,
        beginsAtOnce: true,
        run: () => deleteBefore(store.db, dayOf(Date.now() - KEPT_DAYS * DAY_MS)),
      },
    ],
    routes: [
      implement(track, async ({ body, caller }) => {
        if (caller.refusesTracking || isCrawlerAgent(caller.userAgent)) return { accepted: 0 };
        for (const { event, category } of body.events) add({ day: dayOf(Date.now()), event, category, count: 1 });
        return { accepted: body.events.length };
      }),
      implement(operatorTrack, async ({ query }) => {
        await write();
        return { counts: await readCounts(store.db, dayOf(Date.now() - (query.days - 1) * DAY_MS)) };
      }),
    ],
    async stop() {
      // Counts that cannot be written now are lost with the process: they are not money.
      await write().catch((error: unknown) => note(PART, error));
    },
  };
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

async function deleteBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('track_counts').where('day', '<', day).execute();
}

async function addCounts(db: Db, counts: readonly Count[]): Promise<void> {
  await db
    .insertInto('track_counts')
    .values([...counts])
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'event', 'category'])
        .doUpdateSet({ count: sql<number>`track_counts.count + excluded.count` }),
    )
    .execute();
}

async function readCounts(db: Db, fromDay: string): Promise<Count[]> {
  const rows = await db
    .selectFrom('track_counts')
    .selectAll()
    .where('day', '>=', fromDay)
    .orderBy('day', 'desc')
    .orderBy('event')
    .orderBy('category')
    .execute();
  return rows as Count[];
}
