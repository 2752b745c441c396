import { DAY_MS } from '@agio/contracts/durations';

/** How long the row of an order that ended without a fill is kept: such orders come by the thousand, and hardly anyone asks for them. */
export const KEPT_UNFILLED_MS = 7 * DAY_MS;
