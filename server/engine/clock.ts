/** Lets engine time go on when nobody trades: markets open and keys age by sequenced commands, never by a timer of the core. */
import { type Clock, systemClock } from '../system/clock.ts';
import { attempt, type NoteFailure } from '../failures/failures.ts';
import type { EngineHandle } from './index.ts';

const TICK_MS = 1_000;
/** Without a market that waits for its opening, time moves this often. */
const IDLE_MS = 60_000;
const PART = 'engine clock';

export interface EngineClock {
  stop(): void;
}

/** `isWaiting` says whether some market opens by time. */
export function startClock(
  engine: EngineHandle,
  isWaiting: () => boolean,
  note: NoteFailure,
  clock: Clock = systemClock,
): EngineClock {
  let lastMs = clock.nowMs();
  const tick = (): void => {
    if (!isWaiting() && clock.nowMs() - lastMs < IDLE_MS) return;
    lastMs = clock.nowMs();
    engine.submit({ kind: 'Clock' }).catch((error: unknown) => note(PART, error));
  };
  const stop = clock.every(TICK_MS, () => attempt(PART, note, tick));
  return { stop };
}
