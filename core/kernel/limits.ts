/**
 * The most of what stands in the memory of the kernel and grows. All of it fits at once into the four gigabytes that the memory may have, whatever grew
 * first (limits.test.ts): beyond a limit the core refuses, or forgets, while a memory that is full would stop the exchange. They are numbers of
 * things rather than of bytes, because a core that was restored uses its memory in another order and must decide alike.
 */

/** What stands as one array of records: places of the first, how many times as many when they are used up, and the most. */
export interface Growth {
  readonly first: number;
  readonly factor: number;
  readonly most: number;
}

export const ORDERS: Growth = { first: 1 << 10, factor: 8, most: 1 << 23 };
/**
 * With each row come two places of the table that finds it by user and asset: numbers of rows alone, whose keys are read in the rows themselves. The
 * keys stand there beside the balances; records of their own would not fit.
 */
export const LEDGER_ROWS: Growth = { first: 64, factor: 4, most: 1 << 23 };
export const MAX_USERS = 1 << 22;
/** More than one command makes. */
export const USERS_OF_COMMAND = 64;
export const USERS: Growth = { first: 1 << 10, factor: 4, most: MAX_USERS + 2 * USERS_OF_COMMAND };
/** Of ended orders. */
export const OWNERS: Growth = { first: 64, factor: 4, most: USERS.most };
/** Pages of each of the two tables of ids: more are never held, an eighth of a gigabyte: the oldest is dissolved then, however many ids it has. */
export const MOST_ID_PAGES = 1 << 13;
/** Places of the tables of seats and of users by uid: powers of two. */
export const SEATS: Growth = { first: 1 << 8, factor: 4, most: 1 << 23 };
export const UIDS: Growth = { first: 1 << 11, factor: 4, most: 1 << 23 };
/** Places of the table of tags of names (core/kernel/known-names.ts), a power of two. With more names than three quarters of it all commands with names are the core's. */
export const NAME_TAGS: Growth = { first: 1 << 10, factor: 4, most: 1 << 21 };
/** Markets and contracts together: each has a book. */
export const MOST_BOOKS = 768;
/** Margin accounts and what they hold in contracts; those beyond it are the core's alone (core/perp/account/margin-records.ts). */
export const ACCOUNTS: Growth = { first: 1 << 8, factor: 4, most: 1 << 19 };
export const HOLDINGS: Growth = { first: 1 << 8, factor: 4, most: 1 << 19 };
export const HOLDING_PLACES: Growth = { first: 1 << 9, factor: 4, most: 1 << 20 };

/** So many places come after `room` that are used up. The step to half of the most is left out: what it takes would be missing later. */
export function grown(room: number, { factor, most }: Growth): number {
  const larger = room * factor;
  return 2 * larger >= most ? most : larger;
}
