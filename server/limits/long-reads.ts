/**
 * Reads whose length grows with a user's history: a filter that finds little is looked for in all of it, for seconds where it has millions
 * of entries. Each holds one of the dozen connections to the database, so a user has one at a time, and all users together half of the
 * connections: whatever they ask for, other calls go on (FLT-16).
 */
import { createFairQueue, type FairQueue } from './fair-queue.ts';

export interface LongReads {
  /**
   * Waits for the turn of the user, then for a place among all users. Throws TOO_MANY_ATTEMPTS when as many of the user wait as may,
   * TooBusy when too many of all users do; then the read was not begun.
   */
  run<Result>(uid: number, read: () => Promise<Result>): Promise<Result>;
  /** Users with a read that runs or waits. */
  readonly users: number;
}

const AT_ONCE = 6;
const WAITING_USERS = 400;
/** More than a person has open; the calls of a program come one after the other. */
const WAITING_OF_ONE = 8;
const WHEN_FULL = 'So many histories are asked for now that this one was not read. Try again in a moment.';

export function createLongReads(): LongReads {
  const all = createFairQueue({ running: AT_ONCE, waiting: WAITING_USERS, waitingOfOne: 1, whenFull: WHEN_FULL });
  const ofUsers = new Map<number, { readonly queue: FairQueue; reads: number }>();
  const queueOf = (): FairQueue =>
    createFairQueue({ running: 1, waiting: WAITING_OF_ONE, waitingOfOne: WAITING_OF_ONE, whenFull: WHEN_FULL });
  return {
    async run(uid, read) {
      const asker = { network: `user ${uid}`, address: `user ${uid}` };
      const own = ofUsers.get(uid) ?? { queue: queueOf(), reads: 0 };
      ofUsers.set(uid, own);
      own.reads += 1;
      try {
        return await own.queue.run(asker, () => all.run(asker, read));
      } finally {
        own.reads -= 1;
        if (own.reads === 0) ofUsers.delete(uid);
      }
    },
    get users() {
      return ofUsers.size;
    },
  };
}
