/**
 * Sockets outlive what opened them: a session may end by time, on another server, or with its row; a key may be deleted there.
 * So all of them are looked up again as often as connections are pinged: one query for all sessions, one for all keys.
 */
import { PING_MS } from './connection.ts';

/** How many names one query checks. */
const MOST_AT_ONCE = 5_000;

/** Sockets of one kind. */
export interface Checked {
  /** Names of the sessions, or of the keys, that opened the sockets of now; one may come more than once. */
  names(): Iterable<string>;
  /** Which of these are still good. */
  live(names: readonly string[]): Promise<ReadonlySet<string>>;
  end(name: string): void;
}

export interface SocketCheck {
  /** Checks once and closes sockets whose session or key has ended. Rejects if the database is away; then no socket is closed. */
  run(): Promise<void>;
  stop(): void;
}

/** Looks every 20 s; `onTrouble` is told of a look that failed. */
export function startSocketCheck(kinds: readonly Checked[], onTrouble: (error: Error) => void): SocketCheck {
  let isRunning = false;
  const run = async (): Promise<void> => {
    for (const { names, live, end } of kinds) {
      const all = [...new Set(names())];
      for (let at = 0; at < all.length; at += MOST_AT_ONCE) {
        const asked = all.slice(at, at + MOST_AT_ONCE);
        const alive = await live(asked);
        for (const name of asked) if (!alive.has(name)) end(name);
      }
    }
  };
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    run()
      .catch(onTrouble)
      .finally(() => (isRunning = false));
  }, PING_MS);
  return { run, stop: () => clearInterval(timer) };
}
