/**
 * Level 3: every command in the server's own journal, on disk, with group commit; nothing it caused leaves before the
 * disk has it. The thread applies commands in turns, as the engine's thread does with what arrives together.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Journal, openJournal } from '../../server/journal/index.ts';
import { Level2 } from './level2.ts';
import { Percentiles } from './percentiles.ts';
import type { Stage } from './records.ts';

const SEGMENT_BYTES = 64 * 1024 * 1024;
/** Commands of one turn of the event loop when as many wait as one likes. */
const TURN = 512;
const MAX_PENDING_BYTES = 4 * 1024 * 1024;

export class Level3 {
  readonly level: Level2;
  readonly directory: string;
  private readonly journal: Journal;
  private readonly waiting: { readonly seq: number; readonly at: number }[] = [];
  private readonly wakes: (() => void)[] = [];
  private answers = new Percentiles();

  constructor(folder: string, stage: Stage, records: Int32Array) {
    this.directory = join(folder, 'journal');
    mkdirSync(this.directory, { recursive: true });
    const onFailure = (error: Error): void => {
      throw error;
    };
    this.journal = openJournal({ directory: this.directory, segmentBytes: SEGMENT_BYTES, onFailure }, 0, () => {});
    this.journal.onDurable((seq) => this.release(seq));
    this.level = new Level2(stage, records, (firstSeq, bytes, count) => this.journal.append(firstSeq, bytes, count));
  }

  /** As fast as it goes: commands a second until the last one is on disk. */
  async saturate(records: Int32Array, beside: Int32Array, from: number, to: number): Promise<number> {
    await this.settled();
    const began = performance.now();
    for (let at = from; at < to; at += TURN) {
      this.turn(records, beside, at, Math.min(to, at + TURN));
      await nextTurn();
      while (this.journal.pendingBytes > MAX_PENDING_BYTES) await this.committed();
    }
    await this.settled();
    return ((to - from) / (performance.now() - began)) * 1_000;
  }

  /** Offers `perSecond` commands a second, evenly; answers how long they wait from their time to the disk. */
  async offer(
    records: Int32Array,
    beside: Int32Array,
    from: number,
    to: number,
    perSecond: number,
  ): Promise<Percentiles> {
    this.answers = new Percentiles();
    const began = performance.now();
    for (let at = from; at < to;) {
      const due = Math.min(to, from + Math.ceil(((performance.now() - began) / 1_000) * perSecond));
      if (due > at) this.turn(records, beside, at, due, (i) => began + ((i - from) / perSecond) * 1_000);
      at = Math.max(at, due);
      await nextTurn();
    }
    await this.settled();
    return this.answers;
  }

  async close(): Promise<void> {
    await this.journal.close();
  }

  private turn(
    records: Int32Array,
    beside: Int32Array,
    from: number,
    to: number,
    dueAt: ((i: number) => number) | null = null,
  ): void {
    for (let i = from; i < to; i += 1) {
      this.level.step(records, beside, i);
      // Only where answers are timed: what is counted otherwise is the work of the engine, not that of its clock.
      if (dueAt !== null) this.waiting.push({ seq: this.level.lastSeq, at: dueAt(i) });
    }
    // Once a turn, as the engine's thread does.
    this.level.take();
  }

  private release(seq: number): void {
    const now = performance.now();
    let count = 0;
    while (count < this.waiting.length && this.waiting[count]!.seq <= seq) {
      this.answers.add((now - this.waiting[count]!.at) * 1e6);
      count += 1;
    }
    this.waiting.splice(0, count);
    for (const wake of this.wakes.splice(0)) wake();
  }

  private committed(): Promise<void> {
    return new Promise((resolve) => this.wakes.push(resolve));
  }

  private async settled(): Promise<void> {
    while (this.journal.durableSeq < this.level.core.lastSeq) await this.committed();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
