/** What a price alert may be. Values only, no schemas: pages import this module. */

/** Of one account, while they wait. */
export const MOST_PRICE_ALERTS = 50;
/** ABOVE: the price was lower and reaches the level or passes it. */
export const ALERT_DIRECTIONS = ['ABOVE', 'BELOW'] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];
/** Hours for which an alert that tells of every crossing says nothing more after it has told of one; the user chooses. */
export const ALERT_PAUSE_HOURS = [1, 24] as const;
export type AlertPauseHours = (typeof ALERT_PAUSE_HOURS)[number];

/**
 * How many times the last price a level may be, and which part of it: farther away it is a slip of the hand, and would wait for ever as one
 * of the few that an account may hold.
 */
export const ALERT_PRICE_TIMES = 100;
