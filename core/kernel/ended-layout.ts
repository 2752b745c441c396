/**
 * Where what is remembered of ended orders stands, in bytes (core/users/ended-orders.ts). Both the core and the kernel read this file: only whole
 * numbers here.
 */
import { OF_ENDED } from './layout.ts';

/** What is known of an owner. */
export const OWNER_BYTES = 32;
/** Where the oldest record begins, a block and the place in it. */
export const OWNER_START_BLOCK = 0;
export const OWNER_START_AT = 4;
/** Where the newest one ends. */
export const OWNER_END_BLOCK = 8;
export const OWNER_END_AT = 12;
/** How many there are. */
export const OWNER_COUNT = 16;
/**
 * As soon as so many of a user are remembered the oldest of them are forgotten, in groups, which costs less than one by one: the last 1,000 are always
 * known, while there is room for everybody's (core/state-machine/room.ts).
 */
export const ENDED_MOST = 1024;
export const ENDED_FORGOTTEN = 24;
/** A block: bytes of records, then the number of the next block of its chain, or of those that are free. Blocks count from 1. */
export const BLOCK_BYTES = 256;
export const BLOCK_ROOM = 252;
export const BLOCK_NEXT = 252;
/** Blocks of one chunk. */
export const CHUNK_BITS = 12;
export const CHUNK_BLOCKS = 1 << CHUNK_BITS;
/** Half a gigabyte. */
export const MOST_CHUNKS = 512;
/** A record begins with the length of its rest, in two bytes. */
export const ENDED_HEAD = 2;

/** Owners whose first ended order the kernel kept, until the core takes note of them: how many, and their numbers. */
export const NEW_OWNER_COUNT = OF_ENDED;
export const NEW_OWNERS = OF_ENDED + 4;
export const MOST_NEW_OWNERS = 60;
