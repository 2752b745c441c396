/** Lower priority for a process of ours whose work can wait. */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * `niceness`: 0 is the priority of trading, 19 the lowest. Linux has a priority for each thread: those that there are get it, and those that they
 * start have it from them.
 */
export function putBehindTrading(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
    for (const thread of threads) setPriority(thread, niceness);
  } catch {
    // It, or one of its threads, has just ended: a process that is gone is told elsewhere.
  }
}
