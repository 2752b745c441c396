/**
 * Simulated time and the one queue of everything that is going to happen. What falls on the same microsecond happens in an
 * order that the seed draws. Between two entries every promise that can go on has gone on.
 */
import type { Clock } from '../../server/system/clock.ts';
import type { Random } from './random.ts';

/** The process that an entry belongs to: once the process has ended, the entry is never run. */
export interface Life {
  isAlive: boolean;
}

interface Entry {
  readonly atUs: number;
  readonly tie: number;
  readonly life: Life | null;
  run: (() => void) | null;
}

export class Scheduler {
  nowUs = 0;
  executed = 0;
  /** Hears of what an entry threw. */
  onThrown: (error: Error) => void = () => {};
  private readonly random: Random;
  private readonly heap: Entry[] = [];

  constructor(random: Random) {
    this.random = random;
  }

  /** Answers how to call it off. */
  after(delayUs: number, life: Life | null, run: () => void): () => void {
    const entry: Entry = { atUs: this.nowUs + Math.max(0, Math.round(delayUs)), tie: this.random.next(), life, run };
    this.push(entry);
    return () => void (entry.run = null);
  }

  /** Waits for one life; never resolves when that has ended meanwhile. */
  sleep(delayUs: number, life: Life | null): Promise<void> {
    return new Promise((resolve) => void this.after(delayUs, life, resolve));
  }

  /** Runs entry after entry until `isDone`; answers false when time or entries ran out before. */
  async runUntil(isDone: () => boolean, limitUs: number): Promise<boolean> {
    while (!isDone()) {
      if (this.heap.length === 0 || this.heap[0]!.atUs > limitUs) return false;
      const entry = this.pop()!;
      if (!entry.run || entry.life?.isAlive === false) continue;
      this.nowUs = entry.atUs;
      this.executed++;
      try {
        entry.run();
      } catch (error) {
        this.onThrown(error as Error);
      }
      await settled();
    }
    return true;
  }

  private push(entry: Entry): void {
    const { heap } = this;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
  }

  private pop(): Entry | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (!last || first === last) return first;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.atUs < b.atUs || (a.atUs === b.atUs && a.tie < b.tie);
}

/** Resolves when no promise has anything left to do. */
function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** The wall clock of the machine: it may be set forward and back; timers do not care. */
export class WallClock {
  private readonly scheduler: Scheduler;
  private offsetMs = 1_767_600_000_000;

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  set(byMs: number): void {
    this.offsetMs += byMs;
  }

  /** The scheduler as one process sees it. */
  for(life: Life): Clock {
    const { scheduler } = this;
    const after = (delayMs: number, run: () => void): (() => void) => scheduler.after(delayMs * 1000, life, run);
    return {
      nowMs: () => this.offsetMs + Math.floor(scheduler.nowUs / 1000),
      after,
      every(periodMs, run) {
        let callOff = (): void => {};
        const arm = (): void => {
          callOff = after(periodMs, () => (arm(), run()));
        };
        arm();
        return () => callOff();
      },
    };
  }
}
