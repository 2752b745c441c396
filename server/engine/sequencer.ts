/**
 * The only place where commands get their sequence and where the core changes. A command is applied while its unit goes to disk, but its
 * effects (answer, event, read of state) are not sent before it is on disk. Runs on the engine's thread, and knows nothing of threads:
 * messages come in by `receive` and go out by `send`.
 */
import { type Command, CommandBatch, type CommandBody, type Core, type EventRows, RULES_VERSION } from '@agio/core';
import type { Clock } from '../system/clock.ts';
import {
  type Disk,
  type Journal,
  JournalDamaged,
  lastSeqBefore,
  openJournal,
  highWaterPath,
  readHighWater,
  writeSnapshot,
} from '../journal/index.ts';
import type { Answer, EngineWorkerData, FromEngine, ToEngine, WorkItem } from './messages.ts';
import { answerQuery } from './queries.ts';
import type { SnapshotInMaking, SnapshotMaker } from './make-snapshot.ts';
import { isTakenWithoutRoom } from './without-room.ts';
import { KEPT_COMMANDS, RecentEvents } from './recent-events.ts';
import { restoreNewest, stateReplayer } from './recover.ts';

/** How many positions are scored for the deleveraging lights (trading B14) after each pause: some 0.3 ms of work every 20 ms. */
const RANKED_AT_ONCE = 500;
const RANKING_PAUSE_MS = 20;
/** The commands of a turn go to the journal together, but in parts of about so many bytes: a unit of it has its limit. */
const MOST_BATCH_BYTES = 1 << 20;

export interface SequencerOptions extends EngineWorkerData {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly send: (message: FromEngine) => void;
  /** Makes a snapshot beside the engine, which goes on meanwhile. */
  readonly makeSnapshot: SnapshotMaker;
  /** Tells the operator of a failure that does not stop trading. */
  readonly warn: (sentence: string) => void;
}

/** Answers, events and reads that wait until the disk has their commands: released in order, up to the durable seq. */
interface Held {
  readonly seq: number;
  readonly events: EventRows;
  readonly answers: Answer[];
}

/** Restores the state and opens the journal; answers what takes the messages. */
export function startSequencer(options: SequencerOptions): (message: ToEngine) => void {
  const { directory, segmentBytes, disk, clock, send, warn, keptCommands = KEPT_COMMANDS } = options;
  const restored = restoreNewest(directory, Number.MAX_SAFE_INTEGER, disk);
  for (const { seq, error } of restored.passedOver)
    warn(`The snapshot at ${seq} cannot be used (${error.message}); an older one, or the journal alone, has to serve.`);
  const { core } = restored;
  const restoredSeq = core.lastSeq;
  // Events before the newest are not made: whoever misses those reads them from disk.
  const acknowledged = readHighWater(highWaterPath(directory), disk);
  const recent = new RecentEvents(Math.max(restoredSeq, acknowledged - keptCommands), keptCommands);
  const replay = stateReplayer(directory, restored, disk, Number.MAX_SAFE_INTEGER, recent.listener);
  const journal = openJournal(
    { directory, segmentBytes, disk, clock, onFailure: (error) => send({ kind: 'failed', message: error.message }) },
    restoredSeq,
    (unit) => {
      replay(unit);
      recent.reached(core.lastSeq);
    },
  );
  if (core.lastSeq > journal.durableSeq) {
    throw new JournalDamaged(
      `The snapshot at ${core.lastSeq} is newer than the end of the journal at ${journal.durableSeq}. Restore the journal from a backup.`,
    );
  }
  // If no segment of these rules has begun, all commands so far were taken under older ones.
  const boundarySeq = lastSeqBefore(RULES_VERSION, directory, disk) ?? core.lastSeq;
  const sequencer = new Sequencer(options, core, journal, { boundarySeq, snapshotSeq: restoredSeq, recent });
  journal.onDurable((seq) => sequencer.release(seq));
  send({ kind: 'ready', seq: core.lastSeq, replayed: core.lastSeq - restoredSeq, boundarySeq });
  return (message) => sequencer.receive(message);
}

interface Recovered {
  /** The last command of older rules than this program's; 0 without any. */
  readonly boundarySeq: number;
  /** Position of the snapshot that the state was restored from; 0 without one. */
  readonly snapshotSeq: number;
  /** Events of the commands that were replayed. */
  readonly recent: RecentEvents;
}

class Sequencer {
  private readonly options: SequencerOptions;
  private readonly core: Core;
  private readonly journal: Journal;
  private readonly boundarySeq: number;
  private held: Held[] = [];
  /** Commands of the present turn that the journal does not have yet. */
  private readonly batch = new CommandBatch();
  /** Those of them that are not applied yet: who waits for their answers, and where they begin in the batch. */
  private unapplied: number[] = [];
  private unappliedAt = 0;
  /** The time of the last command that was sequenced, applied or not. */
  private lastStampMs = 0;
  /** Set while a turn is applied, and left so by one that failed: the state is that of no command then. */
  private isInTurn = false;
  /** Kept until the rows have all of them. */
  private recent: RecentEvents | null;
  private readonly recoveredSeq: number;
  private projectedSeq = 0;
  private commandsSinceSnapshot: number;
  /** Position of the newest snapshot on disk. */
  private snapshotSeq: number;
  private releasedSeq: number;
  private making: SnapshotInMaking | null = null;
  private isRanking = false;
  private isClosed = false;

  constructor(options: SequencerOptions, core: Core, journal: Journal, recovered: Recovered) {
    this.options = options;
    this.core = core;
    this.journal = journal;
    this.boundarySeq = recovered.boundarySeq;
    this.snapshotSeq = recovered.snapshotSeq;
    // What was replayed is behind the snapshot as well: who is killed again and again has one made all the same.
    this.commandsSinceSnapshot = core.lastSeq - recovered.snapshotSeq;
    this.recent = recovered.recent;
    this.recoveredSeq = core.lastSeq;
    this.releasedSeq = core.lastSeq;
  }

  receive(message: ToEngine): void {
    if (message.kind === 'work' && !this.isClosed) this.work(message.items);
    else if (message.kind === 'projected') this.noteProjected(message.seq);
    else if (message.kind === 'recent')
      this.options.send({ kind: 'recent', chunks: this.recent?.after(message.afterSeq) ?? null });
    else if (message.kind === 'close') void this.close();
  }

  private noteProjected(seq: number): void {
    this.projectedSeq = seq;
    if (seq >= this.recoveredSeq) this.recent = null;
  }

  release(durableSeq: number): void {
    let count = 0;
    while (count < this.held.length && this.held[count]!.seq <= durableSeq) count++;
    if (count === 0) return;
    const ready = this.held.slice(0, count);
    this.held = this.held.slice(count);
    const seq = ready[ready.length - 1]!.seq;
    this.options.send({
      kind: 'durable',
      seq,
      firstSeq: this.releasedSeq + 1,
      events: ready.map((entry) => entry.events),
      answers: ready.length === 1 ? ready[0]!.answers : ready.flatMap((entry) => entry.answers),
    });
    this.releasedSeq = seq;
    this.haveSnapshotMadeIfDue();
  }

  private work(items: readonly WorkItem[]): void {
    const { core, journal } = this;
    const answers: Answer[] = [];
    const refusals: Answer[] = [];
    for (const item of items) {
      const { shortage } = journal;
      const needsRoom = item.kind === 'command' && hasKey(item.body) && !core.hasRoomForKeys(this.unapplied.length + 1);
      // What is read, and what is asked before a command is taken, depends on those before it.
      if (item.kind === 'query' || shortage !== null || needsRoom) this.apply(answers);
      if (item.kind === 'query') answers.push(this.read(item));
      else if (shortage !== null && !isTakenWithoutRoom(core, item.body)) refusals.push({ id: item.id, shortage });
      else if (needsRoom && !core.hasRoomForKey(item.body, this.stamp()))
        refusals.push({
          id: item.id,
          outcome: { ok: false, seq: core.lastSeq, repeated: false, code: 'IDEMPOTENCY_FULL' },
        });
      else this.sequence(item.body, answers, item.id);
    }
    this.apply(answers);
    this.appendBatch();
    if (refusals.length > 0) this.refuse(refusals);
    if (answers.length === 0) return;
    this.rankForLights();
    this.held.push({ seq: core.lastSeq, events: core.takeTold(), answers });
    if (journal.durableSeq === core.lastSeq) this.release(journal.durableSeq);
  }

  /** Goes on with the pass over all positions, in pauses, until it is through; the next begins with the next command or read. */
  private rankForLights(): void {
    if (this.isRanking) return;
    this.isRanking = true;
    this.options.clock.after(RANKING_PAUSE_MS, () => {
      this.isRanking = false;
      if (!this.isClosed && this.core.rankForLights(RANKED_AT_ONCE)) this.rankForLights();
    });
  }

  /**
   * Refuses at once and without a sequence: there is no effect to be written to disk first, and while no file can be opened a write would
   * have to wait.
   */
  private refuse(answers: readonly Answer[]): void {
    const seq = this.releasedSeq;
    this.options.send({ kind: 'durable', seq, firstSeq: seq + 1, events: [], answers });
  }

  private sequence(body: CommandBody, answers: Answer[], id: number): void {
    const { core, batch, unapplied } = this;
    const timeMs = this.stamp();
    batch.add({ ...body, seq: core.lastSeq + unapplied.length + 1, timeMs } as Command);
    this.lastStampMs = timeMs;
    unapplied.push(id);
    this.commandsSinceSnapshot++;
    if (batch.size < MOST_BATCH_BYTES) return;
    this.apply(answers);
    this.appendBatch();
  }

  /** Applies the commands that were sequenced since it was last called, all together. */
  private apply(answers: Answer[]): void {
    const { core, batch, unapplied } = this;
    if (unapplied.length === 0) return;
    const firstSeq = core.lastSeq + 1;
    this.isInTurn = true;
    const outcomes = core.applyTurn(batch.from(this.unappliedAt));
    this.isInTurn = false;
    for (let at = 0; at < unapplied.length; at += 1) {
      const [id, outcome] = [unapplied[at]!, outcomes[at]!];
      answers.push(outcome === null ? { id, toldBy: firstSeq + at } : { id, outcome });
    }
    this.unapplied = [];
    this.unappliedAt = batch.size;
  }

  private appendBatch(): void {
    const { count } = this.batch;
    if (count > 0) this.journal.append(this.core.lastSeq - count + 1, this.batch.take(), count);
    this.unappliedAt = 0;
  }

  /** UTC milliseconds of now, and never less than the last command's. */
  private stamp(): number {
    return Math.max(this.options.clock.nowMs(), this.core.lastTimeMs, this.lastStampMs);
  }

  private read({ id, query, input }: Extract<WorkItem, { kind: 'query' }>): Answer {
    try {
      return { id, output: answerQuery(this.core, query, input, this.stamp()) };
    } catch (error) {
      return { id, error: (error as Error).message };
    }
  }

  /** Has a second core become what this one was at a durable position, and write it: nobody waits for it (decision 077). */
  private haveSnapshotMadeIfDue(): void {
    const { directory, makeSnapshot, snapshotEvery, warn } = this.options;
    if (this.commandsSinceSnapshot < snapshotEvery || this.making !== null || this.isClosed) return;
    const seq = this.releasedSeq;
    this.commandsSinceSnapshot = this.core.lastSeq - seq;
    this.making = makeSnapshot({ directory, seq, neededSeq: this.projectedSeq, boundarySeq: this.boundarySeq });
    this.making.made
      .then(() => void (this.snapshotSeq = seq))
      // The journal alone can rebuild the state: a snapshot that finds no room is missed only before a change of rules.
      .catch((error: Error) => void (this.isClosed || warn(notWritten(error))))
      .finally(() => {
        this.making = null;
        this.haveSnapshotMadeIfDue();
      });
  }

  private async close(): Promise<void> {
    const { core, journal } = this;
    this.isClosed = true;
    await journal.close();
    this.release(journal.durableSeq);
    await this.making?.stop();
    // A clean stop leaves a snapshot of its end, from which other rules can go on. It may never be newer than the journal: after a
    // failed write there is none.
    const isWhole = !this.isInTurn && core.lastSeq === journal.durableSeq;
    if (isWhole && this.snapshotSeq < core.lastSeq) await this.writeLastSnapshot();
    this.options.send({ kind: 'closed' });
  }

  private async writeLastSnapshot(): Promise<void> {
    const { core, options, boundarySeq, projectedSeq: neededSeq } = this;
    const snapshot = {
      directory: options.directory,
      seq: core.lastSeq,
      bytes: core.snapshot(),
      neededSeq,
      boundarySeq,
      besideTrading: false,
    };
    await writeSnapshot(snapshot, options.disk).catch((error: Error) => options.warn(notWritten(error)));
  }
}

/** Is it remembered by a key of its sender? */
function hasKey(body: CommandBody): boolean {
  return 'idempotency' in body && body.idempotency !== null;
}

function notWritten({ message }: Error): string {
  return `No snapshot was written, and a release with newer rules needs one: ${message}`;
}
