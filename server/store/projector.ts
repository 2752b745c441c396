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
/**
 * A transaction costs nearly the same for one event as for many. So events that come while one is being written are gathered for this
 * long before the next one; the first event after a silence is written at once, and a caller who waits for rows ends the wait.
 */
const GATHER_MS = 50;
/** The longest that a stop waits for a database that is slow or away. */
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
  const held = new HeldBatches();
  let [isClosing, isClosed, doubts, settledDoubts] = [false, false, 0, 0];
  const isUncertain = (): boolean => settledDoubts < doubts;
  let running: Promise<void> | null = null;
  const pause = createPause(clock);
  const waiters = createWaiters(clock, pause.end);

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

  const step = async (): Promise<void> => {
    // The catch-up from the log may have covered some meanwhile.
    held.drop(state.seq);
    const next = held.first;
    if (!next && state.seq >= state.knownSeq) return;
    if (next && next.firstSeq === state.seq + 1) {
      const taken = held.take();
      await apply(taken.lastSeq, taken.events);
    } else await catchUp();
  };

  /** A commit whose answer was lost may have happened, one that was answered may be lost: the stored position says what is there. */
  const resync = async (): Promise<void> => {
    held.clear();
    const asked = doubts;
    state.seq = await rows.readPosition();
    // What came into doubt while it answered is asked again.
    settledDoubts = asked;
    if (!isUncertain()) waiters.reached(state.seq);
  };

  const mayGather = (): boolean =>
    !isClosing && !isUncertain() && !waiters.isAnyone && held.first !== undefined && !held.fillsTransaction;
  const hasWork = (): boolean => (isUncertain() || state.seq < state.knownSeq) && !isClosed;
  const run = async (): Promise<void> => {
    while (hasWork()) {
      try {
        if (isUncertain()) await resync();
        await step();
        if (mayGather()) await pause.begin();
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
      if (!mayGather()) pause.end();
      scheduleRun();
    },
    async waitForSeq(seq) {
      if (isUncertain() || seq > state.seq) await waiters.waitFor(seq);
    },
    recheck() {
      doubts += 1;
      pause.end();
      scheduleRun();
    },
    async close() {
      isClosing = true;
      pause.end();
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

/** Batches that are not rows yet, oldest first. */
class HeldBatches {
  private batches: Batch[] = [];
  private count = 0;

  get first(): Batch | undefined {
    return this.batches[0];
  }
  /** Do they hold as many events as one transaction takes? */
  get fillsTransaction(): boolean {
    return this.count >= MAX_EVENTS_A_TRANSACTION;
  }
  /** Past the limit all are dropped: the log has them. */
  push(batch: Batch): void {
    this.batches.push(batch);
    this.count += batch.events.length;
    if (this.count > MAX_HELD_EVENTS) this.clear();
  }
  /** Forgets those up to `seq`. */
  drop(seq: number): void {
    while (this.batches[0] && this.batches[0].lastSeq <= seq) this.count -= this.batches.shift()!.events.length;
  }
  clear(): void {
    this.batches = [];
    this.count = 0;
  }
  /** What one transaction takes of them; there is at least one. */
  take(): { readonly lastSeq: number; readonly events: readonly CoreEvent[] } {
    const events: CoreEvent[] = [];
    let taken = 0;
    while (taken < this.batches.length && events.length < MAX_EVENTS_A_TRANSACTION)
      for (const event of this.batches[taken++]!.events) events.push(event);
    const { lastSeq } = this.batches[taken - 1]!;
    this.batches = this.batches.slice(taken);
    this.count -= events.length;
    return { lastSeq, events };
  }
}

/** A wait that ends by itself, or before. */
function createPause(clock: Clock): { begin(): Promise<void>; end(): void } {
  let end = (): void => {};
  return {
    begin: () =>
      new Promise<void>((resolve) => {
        const stopTimer = clock.after(GATHER_MS, resolve);
        end = () => (stopTimer(), resolve());
      }),
    end: () => end(),
  };
}

interface Waiters {
  readonly isAnyone: boolean;
  reached(seq: number): void;
  waitFor(seq: number): Promise<void>;
}

/** Who waits for the rows of a command. */
function createWaiters(clock: Clock, onWait: () => void): Waiters {
  const waiters = new Set<{ seq: number; resolve: () => void }>();
  return {
    get isAnyone() {
      return waiters.size > 0;
    },
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
        onWait();
      }),
  };
}
