/** Lengths of time, for the contracts, the server and the pages; the core has its own. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** As cookies and headers count, and a year without its leap day. */
export const YEAR_SECONDS = (365 * DAY_MS) / 1_000;
