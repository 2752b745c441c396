/** Which failures are worth a line of the log: one that repeats with every event, tick or request would fill the disk. */
import { inspect } from 'node:util';
import { monotonicMs } from '../system/clock.ts';
import { failedPlace } from './failed-place.ts';

/** A failure that repeats with every event or tick is logged once in this time, and counted each time. */
const TOLD_EVERY_MS = 60_000;
/** How many different failures (by message or place) of a part are logged in that time. More are only counted. */
const MOST_KINDS = 20;
const KIND_CHARACTERS = 500;

/**
 * Whether such a failure of a part is to be told, which then counts as told: the same one, by message and place, again after a minute.
 */
export function createNews(now: () => number = monotonicMs): (part: string, error: unknown) => boolean {
  const toldMs = new Map<string, Map<string, number>>();
  return (part, error) => {
    const kind = kindOf(error);
    const ofPart = toldMs.get(part) ?? new Map<string, number>();
    toldMs.set(part, ofPart);
    const nowMs = now();
    for (const [told, atMs] of ofPart) if (nowMs - atMs >= TOLD_EVERY_MS) ofPart.delete(told);
    if (ofPart.has(kind) || ofPart.size >= MOST_KINDS) return false;
    ofPart.set(kind, nowMs);
    return true;
  };
}

/** Failures with the same message and place are of one kind. */
function kindOf(error: unknown): string {
  const said = error instanceof Error ? `${error.name} ${error.message}` : textOf(error);
  return `${failedPlace(error).line} ${said}`.slice(0, KIND_CHARACTERS);
}

/** An error with its stack, anything else as it can be shown. */
export function textOf(reason: unknown): string {
  try {
    return inspect(reason);
  } catch {
    // The value has a custom inspect function, which throws.
    return `what cannot be shown (${typeof reason})`;
  }
}
