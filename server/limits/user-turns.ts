/**
 * Work of users that holds one of the dozen connections to the database for long: because it reads much, or because it waits for a lock that
 * another call holds. A user has one at a time, a few wait, and all users together have a share of the connections: whatever they ask for,
 * other calls go on (FLT-16).
 */
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** A uid, or another name for somebody who has none. */
export type Who = number | string;

export interface UserTurns {
  /**
   * Waits for the turn of the user, then for a place among all users. Throws TOO_MANY_ATTEMPTS when as many of the user wait as may,
   * TooBusy when too many of all users do; then the work was not begun.
   */
  run<Result>(who: Who, work: () => Promise<Result>): Promise<Result>;
  /** Users with work that runs or waits. */
  readonly users: number;
}

export interface UserTurnLimits {
  /** The most calls of all users that run at once. */
  readonly atOnce: number;
  /** The most calls of one user that wait: more than a person has under way, and those of a program come one after the other. */
  readonly waitingOfOne: number;
  /** The sentence for a user who is refused because too many of all users wait. */
  readonly whenFull: string;
}

const WAITING_USERS = 400;

export function createUserTurns({ atOnce, waitingOfOne, whenFull }: UserTurnLimits): UserTurns {
  const all = createFairQueue({ running: atOnce, waiting: WAITING_USERS, waitingOfOne: 1, whenFull });
  const ofUsers = new Map<Who, { readonly queue: FairQueue; running: number }>();
  const queueOf = (): FairQueue => createFairQueue({ running: 1, waiting: waitingOfOne, waitingOfOne, whenFull });
  return {
    async run(who, work) {
      const asker = { network: `user ${who}`, address: `user ${who}` };
      const own = ofUsers.get(who) ?? { queue: queueOf(), running: 0 };
      ofUsers.set(who, own);
      own.running += 1;
      try {
        return await own.queue.run(asker, () => all.run(asker, work));
      } finally {
        own.running -= 1;
        if (own.running === 0) ofUsers.delete(who);
      }
    },
    get users() {
      return ofUsers.size;
    },
  };
}
