/**
 * The face of the SQL store: one PostgreSQL, Kysely over it, and the projector that turns the engine's events into rows.
 */
import type { Kysely, Transaction } from 'kysely';
import type { CoreEvent } from '@agio/core';
import type { Tables } from './tables.ts';

export { sql, type Selectable } from 'kysely';
export type * from './alerts-tables.ts';
export type * from './site-tables.ts';
export type * from './tables.ts';
export type * from './vip-tables.ts';
export type Db = Kysely<Tables>;
/** A transaction, or the pool: what a repo's functions take. */
export type Tx = Transaction<Tables> | Kysely<Tables>;

/**
 * Turns events into rows. All projections share one position, stored in the same transaction as their rows: each event
 * is applied exactly once.
 */
export interface Projection<T = Tx> {
  readonly name: string;
  apply(tx: T, events: readonly CoreEvent[]): Promise<void>;
}

export interface Store {
  readonly db: Db;
  /** Resolves once the projections have passed `seq`; after 2 s rejects with HistoryNotThereYet (HTTP 503, -1008, Retry-After). */
  waitForSeq(seq: number): Promise<void>;
  readonly projectedSeq: number;
  close(): Promise<void>;
}

export { isDatabaseAway } from '../postgres/database-away.ts';
export { jsonText } from '../postgres/copy-rows.ts';
export { copyNewRows, insertRows, type NewRow } from './insert-rows.ts';
export { inParts } from './in-parts.ts';
export { partedByAccepted } from './parted-by-accepted.ts';
export { isLostFuturesOrder, isLostSpotOrder, isLostStopOrder } from './lost-orders.ts';
export { KEPT_UNFILLED_MS } from './kept-unfilled.ts';
export { whileProjectionsWait } from './while-projections-wait.ts';
export { countForPages, onPage, type Page, type PageRange } from './pages.ts';
export { readWord } from './read-word.ts';

export class HistoryNotThereYet extends Error {
  override readonly name = 'HistoryNotThereYet';
}
