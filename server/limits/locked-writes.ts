/**
 * Writes that first lock a row or a table in the database, so that calls that race cannot pass a limit. Each waits for the one before with a
 * connection to the database in its hands: hundreds of one user would leave none for anybody else (FLT-16).
 */
import { createUserTurns, type UserTurns } from './user-turns.ts';

const known = new WeakMap<object, UserTurns>();

/** The turns of all such writes in that database, whichever module makes them. */
export function lockedWritesOf(db: object): UserTurns {
  const turns =
    known.get(db) ??
    createUserTurns({
      atOnce: 4,
      waitingOfOne: 40,
      whenFull: 'So much is being saved now that this was not. Try again in a moment.',
    });
  known.set(db, turns);
  return turns;
}
