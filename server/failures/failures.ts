/**
 * Failures of background parts that do not handle money: a channel, a copy of a market in memory, a count. A failure is noted, and the
 * part goes on with the next event. Money is not among them: the engine has a thread of its own, which answers only what is on disk, and
 * where it cannot go on the process ends.
 */
import { inspect } from 'node:util';
import type { Logger } from 'pino';
import { monotonicMs } from '../system/clock.ts';
import { failedPlace } from './failed-place.ts';

/** A failure that repeats with every event or tick is logged once in this time, and counted each time. */
const TOLD_EVERY_MS = 60_000;
/** How many different failures (by message or place) of a part are logged in that time. More are only counted. */
const MOST_KINDS = 20;
const KIND_CHARACTERS = 500;

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
  const toldMs = new Map<string, Map<string, number>>();
  /** Whether such a failure of this part is to be told, which then counts as told. */
  const isNews = (part: string, kind: string): boolean => {
    const ofPart = toldMs.get(part) ?? new Map<string, number>();
    toldMs.set(part, ofPart);
    const nowMs = now();
    for (const [told, atMs] of ofPart) if (nowMs - atMs >= TOLD_EVERY_MS) ofPart.delete(told);
    if (ofPart.has(kind) || ofPart.size >= MOST_KINDS) return false;
    ofPart.set(kind, nowMs);
    return true;
  };
  const note = (part: string, error: unknown): boolean => {
    const count = (counts.get(part) ?? 0) + 1;
    counts.set(part, count);
    if (!isNews(part, kindOf(error))) return false;
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

/** Failures with the same message and place are of one kind. */
function kindOf(error: unknown): string {
  const said = error instanceof Error ? `${error.name} ${error.message}` : textOf(error);
  return `${failedPlace(error).line} ${said}`.slice(0, KIND_CHARACTERS);
}

/** An error with its stack, anything else as it can be shown. */
function textOf(reason: unknown): string {
  try {
    return inspect(reason);
  } catch {
    // The value has a custom inspect function, which throws.
    return `what cannot be shown (${typeof reason})`;
  }
}

/** Runs it; a throw is noted instead of ending the process. */
export function attempt(part: string, note: NoteFailure, run: () => void): void {
  try {
    run();
  } catch (error) {
    note(part, error);
  }
}
