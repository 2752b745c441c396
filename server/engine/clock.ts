/** Lets engine time go on when nobody trades: markets open and keys age by sequenced commands, never by a timer of the core. */
import type { Engine } from './index.ts';

const TICK_MS = 1_000;
/** Without a market that waits for its opening, time moves this often. */
const IDLE_MS = 60_000;

export interface EngineClock {
  stop(): void;
}

/** `isWaiting` says whether some market opens by time. */
export function startClock(engine: Engine, isWaiting: () => boolean, onTrouble: (error: Error) => void): EngineClock {
  let lastMs = Date.now();
  const timer = setInterval(() => {
    if (!isWaiting() && Date.now() - lastMs < IDLE_MS) return;
    lastMs = Date.now();
    engine.submit({ kind: 'Clock' }).catch(onTrouble);
  }, TICK_MS);
  return { stop: () => clearInterval(timer) };
}
