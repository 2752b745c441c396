/**
 * Which rows are orders that ended without their user wanting it, as the bell of every page tells them (web/app/live/lost-orders.ts has the
 * same rules for what the sockets send, and a test holds the two together). They are texts without parameters, word for word the
 * conditions of the indexes of migration 0076: only then PostgreSQL finds these.
 */
import { sql } from 'kysely';

const AGAINST_WILL = sql.raw(`('SYSTEM', 'LIQUIDATION', 'ADL', 'NO_MARGIN')`);
const EXPIRED = sql.raw(`status in ('EXPIRED', 'EXPIRED_IN_MATCH')`);

/** One that ended at the moment it was placed was answered so. */
export const isLostSpotOrder = sql<boolean>`(${EXPIRED} or status = 'CANCELED' and reason in ${AGAINST_WILL})
  and updated_at_ms > created_at_ms`;

/** What a liquidation sent is told by itself; what a condition sent was answered to nobody. */
export const isLostFuturesOrder = sql<boolean>`(${EXPIRED} or status = 'CANCELED' and body ->> 'reason' in ${AGAINST_WILL})
  and body ->> 'origin' <> 'LIQUIDATION' and (body ->> 'origin' = 'STOP' or updated_at_ms > created_at_ms)`;

/** Conditional orders that placed no order: of the others that order tells. */
export const isLostStopOrder = sql<boolean>`(status = 'EXPIRED' or status = 'CANCELED' and body ->> 'reason' in ${AGAINST_WILL})`;
