/**
 * Turns the engine's durable events into rows: every projection and the log position in one transaction, so that each event counts
 * exactly once. It may lag without bound: past a limit it drops the events held in memory and reads them again from the log.
 */
import type { CoreEvent } from '@agio/core';
import { sql } from 'kysely';
import { type Clock, systemClock } from '../system/clock.ts';
import { type Db, HistoryNotThereYet, type Projection, type Tx } from './index.ts';

const MAX_HELD_EVENTS = 100_000;
const MAX_EVENTS_A_TRANSACTION = 10_000;
const WAIT_MS = 2_000;
const RETRY_MS = 1_000;
/** A stop waits so long for a database that is slow or away. */
const CLOSE_WITHIN_MS = 5_000;

interface Batch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly events: readonly CoreEvent[];
}

/** The store of the rows and the position: the operations that the projector needs, in transactions of type T. */
export interface ProjectedRows<T> {
  readPosition(): Promise<number>;
  /** Commits all changes or none; after a failure it may be unknown which. */
  inTransaction(run: (tx: T) => Promise<void>): Promise<void>;
  /** Answers false, and changes nothing, if the position is not `from`. */
  movePosition(tx: T, from: number, to: number): Promise<boolean>;
}

export interface ProjectorOptions<T> {
  readonly rows: ProjectedRows<T>;
  readonly projections: readonly Projection<T>[];
  /** Reads the events of (afterSeq, toSeq] from the log. */
  readonly replay: (
    afterSeq: number,
    toSeq: number,
    consume: (chunk: { lastSeq: number; events: readonly CoreEvent[] }) => Promise<void>,
  ) => Promise<void>;
  readonly onProjected: (seq: number) => void;
  /** Called when the database failed; the projector goes on trying. */
  readonly onTrouble: (error: Error) => void;
  /** The machine's own where none is given. */
  readonly clock?: Clock;
}

export interface Projector {
  readonly seq: number;
  /** The highest seq of the events that it was given. */
  readonly knownSeq: number;
  /** Takes the next durable batch. */
  push(batch: Batch): void;
  waitForSeq(seq: number): Promise<void>;
  /**
   * The database may have crashed, and lost its newest commits: asks where its rows stand, and makes the missing ones again. Who waits
   * for rows meanwhile waits for the answer.
   */
  recheck(): void;
  /** Projects the events it knows of, for 5 s at most, then stops. Answers whether the rows have caught up with the journal. */
  close(): Promise<boolean>;
}

export class DatabaseAhead extends Error {
  override readonly name = 'DatabaseAhead';
}

/**
 * Ties a database to the journal whose events it holds: the first journal is stored as its own, any other is refused. Two exchanges
 * number their users and orders alike, so the mistake would otherwise go unnoticed.
 */
export async function bindJournal(db: Db, journalId: string): Promise<void> {
  await db.updateTable('projection_position').set({ journal_id: journalId }).where('journal_id', 'is', null).execute();
  const row = await db.selectFrom('projection_position').select('journal_id').executeTakeFirstOrThrow();
  if (row.journal_id !== journalId) {
    throw new DatabaseAhead(
      'This database belongs to another journal. Set DATABASE_URL to the database of this DATA_DIR.',
    );
  }
}

/** The rows in PostgreSQL. */
export function sqlRows(db: Db): ProjectedRows<Tx> {
  return {
    async readPosition() {
      const row = await db.selectFrom('projection_position').select('seq').executeTakeFirstOrThrow();
      return row.seq;
    },
    inTransaction: (run) =>
      db.transaction().execute(async (tx) => {
        // The journal can make these rows again, so a commit of them waits for no disk: a power cut takes the newest commits as a whole,
        // position included, and the next start reads them from the journal. Local: rows without another source keep waiting.
        await sql`set local synchronous_commit to off`.execute(tx);
        await run(tx);
      }),
    async movePosition(tx, from, to) {
      const moved = await tx
        .updateTable('projection_position')
        .set({ seq: to })
        .where('seq', '=', from)
        .executeTakeFirst();
      return moved.numUpdatedRows === 1n;
    },
  };
}

/** Starts at the stored position and catches up to `engineSeq` before it resolves. */
export async function startProjector<T>(options: ProjectorOptions<T>, engineSeq: number): Promise<Projector> {
  const { rows, clock = systemClock } = options;
  const state = { seq: await rows.readPosition(), knownSeq: engineSeq };
  if (state.seq > engineSeq) {
    throw new DatabaseAhead(
      `The database stands at command ${state.seq}, but the journal ends at ${engineSeq}. The journal lost its end: restore it from a backup.`,
    );
  }
  let held: Batch[] = [];
  let heldEvents = 0;
  let [isClosed, doubts, settledDoubts] = [false, 0, 0];
  const isUncertain = (): boolean => settledDoubts < doubts;
  let running: Promise<void> | null = null;
  const waiters = createWaiters(clock);

  const apply = async (lastSeq: number, events: readonly CoreEvent[]): Promise<void> => {
    await rows.inTransaction(async (tx) => {
      const hasMoved = await rows.movePosition(tx, state.seq, lastSeq);
      if (!hasMoved) throw new Error(`another process moved the projections away from ${state.seq}`);
      if (events.length > 0) for (const projection of options.projections) await projection.apply(tx, events);
    });
    state.seq = lastSeq;
    options.onProjected(lastSeq);
    waiters.reached(lastSeq);
  };

  const catchUp = (): Promise<void> =>
    options.replay(state.seq, state.knownSeq, (chunk) => apply(chunk.lastSeq, chunk.events));

  const takeHeld = (): { lastSeq: number; events: CoreEvent[] } => {
    const events: CoreEvent[] = [];
    let lastSeq = state.seq;
    let count = 0;
    while (count < held.length && events.length < MAX_EVENTS_A_TRANSACTION) {
      const batch = held[count++]!;
      for (const event of batch.events) events.push(event);
      lastSeq = batch.lastSeq;
    }
    held = held.slice(count);
    heldEvents -= events.length;
    return { lastSeq, events };
  };

  const step = async (): Promise<void> => {
    // Batches that the catch-up from the log has covered meanwhile are dropped.
    while (held[0] && held[0].lastSeq <= state.seq) heldEvents -= held.shift()!.events.length;
    const next = held[0];
    if (!next && state.seq >= state.knownSeq) return;
    if (next && next.firstSeq === state.seq + 1) {
      const taken = takeHeld();
      try {
        await apply(taken.lastSeq, taken.events);
      } catch (error) {
        held = [];
        heldEvents = 0;
        throw error;
      }
    } else await catchUp();
  };

  /** A commit whose answer was lost may have happened, one that was answered may be lost: the stored position says what is there. */
  const resync = async (): Promise<void> => {
    held = [];
    heldEvents = 0;
    const asked = doubts;
    state.seq = await rows.readPosition();
    // What came into doubt while it answered is asked again.
    settledDoubts = asked;
    if (!isUncertain()) waiters.reached(state.seq);
  };

  const hasWork = (): boolean => (isUncertain() || state.seq < state.knownSeq) && !isClosed;
  const run = async (): Promise<void> => {
    while (hasWork()) {
      try {
        if (isUncertain()) await resync();
        await step();
      } catch (error) {
        options.onTrouble(error as Error);
        doubts += 1;
        await resync().catch(options.onTrouble);
        if (isClosed) return;
        await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve));
      }
    }
  };
  const scheduleRun = (): void => {
    running ??= run().finally(() => {
      running = null;
      if (hasWork()) scheduleRun();
    });
  };

  while (state.seq < engineSeq) await catchUp();
  return {
    get seq() {
      return state.seq;
    },
    get knownSeq() {
      return state.knownSeq;
    },
    push(batch) {
      state.knownSeq = batch.lastSeq;
      held.push(batch);
      heldEvents += batch.events.length;
      if (heldEvents > MAX_HELD_EVENTS) {
        held = [];
        heldEvents = 0;
      }
      scheduleRun();
    },
    async waitForSeq(seq) {
      if (isUncertain() || seq > state.seq) await waiters.waitFor(seq);
    },
    recheck() {
      doubts += 1;
      scheduleRun();
    },
    async close() {
      const isLevel = (): boolean => state.seq >= state.knownSeq;
      await new Promise<void>((resolve) => {
        const stopTimer = clock.after(CLOSE_WITHIN_MS, resolve);
        const drain = async (): Promise<void> => {
          while (running) await running;
          stopTimer();
          resolve();
        };
        void drain();
      });
      isClosed = true;
      return isLevel();
    },
  };
}

/** Who waits for the rows of a command. */
function createWaiters(clock: Clock): { reached(seq: number): void; waitFor(seq: number): Promise<void> } {
  const waiters = new Set<{ seq: number; resolve: () => void }>();
  return {
    reached(seq) {
      for (const waiter of waiters) if (waiter.seq <= seq) waiter.resolve();
    },
    waitFor: (seq) =>
      new Promise<void>((resolve, reject) => {
        const waiter = { seq, resolve: (): void => (waiters.delete(waiter), stopTimer(), resolve()) };
        const stopTimer = clock.after(WAIT_MS, () => {
          waiters.delete(waiter);
          reject(new HistoryNotThereYet('The history is not there yet. Ask again in a second.'));
        });
        waiters.add(waiter);
      }),
  };
}
