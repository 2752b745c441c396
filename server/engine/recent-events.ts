/**
 * The events of the newest commands that a start replays. The rows of a killed exchange miss its last moments: from here they are had
 * without reading the journal, and applying its commands, a second time.
 */
import type { CoreEvent } from '@agio/core';
import type { Listener, ReplayChunk } from './recover.ts';

/** The rows of a busy exchange are a second behind. */
export const KEPT_COMMANDS = 20_000;
/** Some 50 MB until the rows are level: one settlement of funding may have more events than all other commands. */
export const MOST_EVENTS = 100_000;
/** As many as a transaction of the rows takes at a time. */
const CHUNK_EVENTS = 5_000;

export class RecentEvents {
  /** Each goes on where the one before ends. */
  private chunks: ReplayChunk[] = [];
  private events: CoreEvent[] = [];
  /** How many events the chunks hold. */
  private held = 0;
  /** The command before the first whose events are kept. */
  private afterSeq: number;
  private lastSeq: number;
  private readonly keptCommands: number;

  /** Keeps what comes after the command `afterSeq`, which the replay has yet to reach or begins behind. */
  constructor(afterSeq: number, keptCommands = KEPT_COMMANDS) {
    this.keptCommands = keptCommands;
    this.afterSeq = afterSeq;
    this.lastSeq = afterSeq;
  }

  /** What the replay has to tell. */
  get listener(): Listener {
    return { afterSeq: this.afterSeq, emit: this.add };
  }

  readonly add = (event: CoreEvent): void => void this.events.push(event);

  /** All commands up to this one were applied. */
  reached(seq: number): void {
    if (seq <= this.lastSeq) return;
    this.lastSeq = seq;
    if (this.events.length >= CHUNK_EVENTS) this.endChunk();
    while (this.held > MOST_EVENTS) this.forget();
    while (this.chunks.length > 1 && this.chunks[0]!.lastSeq <= seq - this.keptCommands) this.forget();
  }

  /** The events of all commands after this one, in chunks; null where some of them are not kept. */
  after(seq: number): readonly ReplayChunk[] | null {
    if (seq < this.afterSeq) return null;
    this.endChunk();
    return this.chunks
      .filter(({ lastSeq }) => lastSeq > seq)
      .map(({ lastSeq, events }, at) => ({
        lastSeq,
        events: at > 0 ? events : events.filter((event) => event.seq > seq),
      }));
  }

  private forget(): void {
    const { lastSeq, events } = this.chunks.shift()!;
    this.afterSeq = lastSeq;
    this.held -= events.length;
  }

  private endChunk(): void {
    if (this.lastSeq === (this.chunks.at(-1)?.lastSeq ?? this.afterSeq)) return;
    this.chunks.push({ lastSeq: this.lastSeq, events: this.events });
    this.held += this.events.length;
    this.events = [];
  }
}
