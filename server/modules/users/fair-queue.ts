/**
 * Work of which only so much runs at once, shared fairly between those who ask: whoever waits is served in turns, one piece of
 * work of each, so that hundreds of one make nobody else wait for more than one of them.
 */
import { Refusal, TooBusy } from '@agio/contracts/errors';

export interface FairQueueLimits {
  /** At once. */
  readonly running: number;
  /** Of everybody together, beside those that run. */
  readonly waiting: number;
  /** Of one. */
  readonly waitingOfOne: number;
}

export interface FairQueue {
  /**
   * `of` names who asks. Throws TOO_MANY_ATTEMPTS when that one has as much waiting as it may, TooBusy when everybody together
   * has; then the work was not begun.
   */
  run<Result>(of: string, work: () => Promise<Result>): Promise<Result>;
  /** Begun since the start, and waiting now. */
  readonly begun: number;
  readonly waiting: number;
}

const WAIT_SECONDS = 5;

interface Waiter {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** In the order of their turns. */
  const queues = new Map<string, Waiter[]>();
  let [free, waiting, begun] = [limits.running, 0, 0];

  const busy = (): TooBusy =>
    new TooBusy('So many people are logging in now that nothing was checked. Try again in a moment.', WAIT_SECONDS);
  /** Who has the most waiting gives the newest of it to one who has fewer; answers whether there is room then. */
  const makeRoom = (own: number): boolean => {
    if (waiting < limits.waiting) return true;
    const [name, longest] = [...queues].reduce((most, one) => (one[1].length > most[1].length ? one : most));
    if (longest.length <= own + 1) return false;
    longest.pop()!.refuse(busy());
    if (longest.length === 0) queues.delete(name);
    waiting -= 1;
    return true;
  };
  const wait = (of: string): Promise<void> => {
    const own = queues.get(of) ?? [];
    if (own.length >= limits.waitingOfOne) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: WAIT_SECONDS });
    if (!makeRoom(own.length)) throw busy();
    queues.set(of, own);
    waiting += 1;
    return new Promise((begin, refuse) => void own.push({ begin, refuse }));
  };
  /** Hands the free place to the one whose turn it is, who goes to the end of the row. */
  const next = (): void => {
    const first = queues.entries().next();
    if (first.done) {
      free += 1;
      return;
    }
    const [name, own] = first.value;
    queues.delete(name);
    const waiter = own.shift()!;
    if (own.length > 0) queues.set(name, own);
    waiting -= 1;
    waiter.begin();
  };

  return {
    async run(of, work) {
      if (free > 0) free -= 1;
      else await wait(of);
      begun += 1;
      try {
        return await work();
      } finally {
        next();
      }
    },
    get begun() {
      return begun;
    },
    get waiting() {
      return waiting;
    },
  };
}
