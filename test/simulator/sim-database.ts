/**
 * A database that keeps only committed changes. Its position row is locked by who moves it; a commit that is under way happens although
 * its process was killed; the answer to a commit may get lost either side of it.
 */
import type { CoreEvent } from '@agio/core';
import type { ProjectedRows } from '../../server/store/projector.ts';
import type { Random } from './random.ts';
import type { Life, Scheduler } from './scheduler.ts';

/** Away, or the connection broke. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code = 'ECONNRESET';
}

export interface SimTransaction {
  readonly life: Life;
  readonly inserted: CoreEvent[];
  movedTo: number | null;
  isCommitting: boolean;
  insert(events: readonly CoreEvent[]): Promise<void>;
}

export interface DatabaseFaults {
  isAway: boolean;
  /** Chance for each statement that its connection breaks. */
  breaks: number;
  slowestUs: number;
}

export class SimDatabase {
  position = 0;
  readonly rows: CoreEvent[] = [];
  readonly faults: DatabaseFaults = { isAway: false, breaks: 0, slowestUs: 2_000 };
  private readonly scheduler: Scheduler;
  private readonly random: Random;
  /** The open transaction that moved the position. */
  private holder: SimTransaction | null = null;

  constructor(scheduler: Scheduler, random: Random) {
    this.scheduler = scheduler;
    this.random = random;
  }

  /** The process is gone: the server notices it a little later. */
  abandon(life: Life): void {
    const { holder } = this;
    if (holder?.life !== life || holder.isCommitting) return;
    this.scheduler.after(this.random.between(0, 50_000), null, () => this.release(holder));
  }

  cutPower(): void {
    this.holder = null;
  }

  connect(life: Life, machine: Life): ProjectedRows<SimTransaction> {
    return {
      readPosition: async () => {
        await this.statement(life);
        return this.position;
      },
      movePosition: (tx, from, to) => this.move(tx, from, to),
      inTransaction: async (run) => {
        await this.statement(life);
        const tx: SimTransaction = {
          life,
          inserted: [],
          movedTo: null,
          isCommitting: false,
          insert: async (events) => {
            await this.statement(life);
            for (const event of events) tx.inserted.push(event);
          },
        };
        try {
          await run(tx);
        } catch (error) {
          this.release(tx);
          throw error;
        }
        await this.commit(tx, machine);
      },
    };
  }

  /** Its time on the way and in the server. */
  private async statement(life: Life): Promise<void> {
    await this.scheduler.sleep(this.random.between(20, this.faults.slowestUs), life);
    if (this.faults.isAway || this.random.chance(this.faults.breaks)) throw new DatabaseError('connection lost');
  }

  private async move(tx: SimTransaction, from: number, to: number): Promise<boolean> {
    await this.statement(tx.life);
    while (this.holder && this.holder !== tx) await this.scheduler.sleep(1_000, tx.life);
    if (this.position !== from) return false;
    this.holder = tx;
    tx.movedTo = to;
    return true;
  }

  private commit(tx: SimTransaction, machine: Life): Promise<void> {
    tx.isCommitting = true;
    const isLostBefore = this.faults.isAway || this.random.chance(this.faults.breaks);
    const isLostAfter = this.random.chance(this.faults.breaks);
    return new Promise((resolve, reject) => {
      this.scheduler.after(this.random.between(20, this.faults.slowestUs), machine, () => {
        if (!isLostBefore) this.apply(tx);
        this.release(tx);
        const answer =
          isLostBefore || isLostAfter ? () => reject(new DatabaseError('connection lost at commit')) : resolve;
        this.scheduler.after(this.random.between(0, this.faults.slowestUs), tx.life, answer);
      });
    });
  }

  private apply(tx: SimTransaction): void {
    if (tx.movedTo !== null) this.position = tx.movedTo;
    for (const event of tx.inserted) this.rows.push(event);
  }

  private release(tx: SimTransaction): void {
    if (this.holder === tx) this.holder = null;
  }
}
