import { DAY_MS } from '@agio/core/durations';

export { DAY_MS, HOUR_MS, MINUTE_MS } from '@agio/core/durations';
/** Without a leap day. */
export const YEAR_MS = 365 * DAY_MS;
/** As cookies count it. */
export const YEAR_SECONDS = YEAR_MS / 1_000;
