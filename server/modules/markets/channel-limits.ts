/** What the public channels of markets and of contracts have in common. */

/** What was gathered meanwhile is sent together. */
export const FLUSH_EVERY_MS = 100;
/** Newest trades that a new reader gets at once. */
export const FIRST_DEALS = 50;
export const MAX_DEALS_A_FRAME = 200;
