/** Lengths of time, for the contracts, the server and the pages; the core has its own. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Without a leap day. */
export const YEAR_MS = 365 * DAY_MS;
/** As cookies count it. */
export const YEAR_SECONDS = YEAR_MS / 1_000;
