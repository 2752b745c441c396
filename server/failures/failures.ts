/**
 * Failures of background parts that do not handle money: a channel, a copy of a market in memory, a count. A failure is noted, and the
 * part goes on with the next event. Money is not among them: the engine has a thread of its own, which answers only what is on disk, and
 * where it cannot go on the process ends.
 */
import type { Logger } from 'pino';
import { monotonicMs } from '../system/clock.ts';
import { failedPlace } from './failed-place.ts';
import { createNews, textOf } from './news.ts';

/** Notes that a part failed; `part` is one of few names, since each is a figure of its own. Never throws. */
export type NoteFailure = (part: string, error: unknown) => void;

export interface Failures {
  readonly note: NoteFailure;
  /**
   * Notes a rejected promise without a handler; its part is the folder of ours in which it failed. Answers the text for the operator,
   * with the stack; null if the same was reported within the last minute. Never throws.
   */
  noteRejection(reason: unknown): string | null;
  /** How often each part failed since the start. */
  counts(): ReadonlyMap<string, number>;
}

export function createFailures(logger: Pick<Logger, 'error'>, now: () => number = monotonicMs): Failures {
  const counts = new Map<string, number>();
  const isNews = createNews(now);
  const note = (part: string, error: unknown): boolean => {
    const count = (counts.get(part) ?? 0) + 1;
    counts.set(part, count);
    if (!isNews(part, error)) return false;
    const err = error instanceof Error ? error : textOf(error);
    logger.error({ err, part, count }, 'a part that nobody waits for failed; the exchange goes on');
    return true;
  };
  return {
    note: (part, error) => void note(part, error),
    noteRejection(reason) {
      const { part } = failedPlace(reason);
      if (!note(part, reason)) return null;
      return `A promise in ${part} failed and was left out; the exchange goes on.\n${textOf(reason)}`;
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
