/** How long the row of an order that ended without a fill is kept: such orders come by the thousand, and hardly anyone asks for them. */
export const KEPT_UNFILLED_MS = 7 * 24 * 3_600_000;
