/**
 * Reads whose length grows with a user's history: a filter that finds little is looked for in all of it, for seconds where it has millions
 * of entries. All users together have half of the connections to the database for them (FLT-16).
 */
import { createUserTurns, type UserTurns } from './user-turns.ts';

export type LongReads = UserTurns;

export const createLongReads = (): LongReads =>
  createUserTurns({
    atOnce: 6,
    waitingOfOne: 8,
    whenFull: 'So many histories are asked for now that this one was not read. Try again in a moment.',
  });
