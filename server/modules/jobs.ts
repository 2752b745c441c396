/** The work that modules do again and again by themselves. */
import { type Clock, systemClock } from '../system/clock.ts';
import type { NoteFailure } from '../failures/failures.ts';
import { isDatabaseAway } from '../store/index.ts';

export interface Job {
  /** Failures of the job are counted under it. */
  readonly name: string;
  readonly everyMs: number;
  /** The first turn begins with the exchange; without it `everyMs` later. */
  readonly beginsAtOnce?: true;
  /** A turn that still runs when the next one is due lets that one fall out. */
  run(): Promise<void> | void;
}

export interface RunningJobs {
  /** No run begins from now on; resolves when running ones have ended. */
  stop(): Promise<void>;
}

/**
 * Runs each job every `everyMs` milliseconds. A turn that fails is noted by the job's name, unless it failed
 * because the database is away, which is told elsewhere; the next turn comes all the same.
 */
export function startJobs(jobs: readonly Job[], note: NoteFailure, clock: Clock = systemClock): RunningJobs {
  const turns = new Set<Promise<void>>();
  const stops = jobs.map((job) => {
    let isRunning = false;
    const take = (): void => {
      if (isRunning) return;
      isRunning = true;
      const turn: Promise<void> = runOnce(job, note).finally(() => {
        isRunning = false;
        turns.delete(turn);
      });
      turns.add(turn);
    };
    if (job.beginsAtOnce) take();
    return clock.every(job.everyMs, take);
  });
  return {
    async stop() {
      for (const stop of stops) stop();
      await Promise.all(turns);
    },
  };
}

async function runOnce(job: Job, note: NoteFailure): Promise<void> {
  try {
    await job.run();
  } catch (error) {
    if (!isDatabaseAway(error)) note(job.name, error);
  }
}
