/**
 * What becomes of a failure in a part that nobody waits for and that is not money: a channel, a picture of a market in memory, a
 * count. It is noted, and the part goes on with the next event. Money is not among them: the engine has a thread of its own,
 * which answers only what is on disk, and where it cannot go on the process ends.
 */
import type { Logger } from 'pino';

/** A part that fails with every event or tick is written into the log so often, and counted each time. */
const LOGGED_EVERY_MS = 60_000;

/** Notes that a part failed; `part` is one of few names, since each is a figure of its own. Never throws. */
export type NoteFailure = (part: string, error: unknown) => void;

export interface Failures {
  readonly note: NoteFailure;
  /** How often each part failed since the start. */
  counts(): ReadonlyMap<string, number>;
}

export function createFailures(logger: Pick<Logger, 'error'>, now: () => number = Date.now): Failures {
  const counts = new Map<string, number>();
  const loggedMs = new Map<string, number>();
  return {
    note(part, error) {
      const count = (counts.get(part) ?? 0) + 1;
      counts.set(part, count);
      if (now() - (loggedMs.get(part) ?? -Infinity) < LOGGED_EVERY_MS) return;
      loggedMs.set(part, now());
      logger.error({ err: error, part, count }, 'a part that nobody waits for failed; the exchange goes on');
    },
    counts: () => counts,
  };
}

/** Runs it; a throw is noted instead of ending the process. */
export function attempt(part: string, note: NoteFailure, run: () => void): void {
  try {
    run();
  } catch (error) {
    note(part, error);
  }
}
