/** Which process the system ends where the memory of the machine is used up. */
import { writeFileSync } from 'node:fs';

/** Of 1,000; the exchange has 0 unless whoever starts it says otherwise. */
const BEFORE_OTHERS = 900;

/** Offers this process before others: what it does can be done again. Linux only; elsewhere nothing happens. */
export function beEndedFirst(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', String(BEFORE_OTHERS));
  } catch {
    // A system that keeps this from its processes: it chooses as it likes.
  }
}
