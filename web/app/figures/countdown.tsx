import { useSyncExternalStore } from 'react';
import { serverClock } from '../api/server-clock.ts';
import { timeLeft } from './funding.ts';

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all countdowns of a page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time left until then, by the second. The server's page has no clock of the reader's and shows a dash. */
export function Countdown({ untilMs }: { untilMs: number }) {
  const left = useSyncExternalStore(
    subscribe,
    () => timeLeft(untilMs, serverClock.now()),
    () => '–',
  );
  return <bdi className="num">{left}</bdi>;
}
