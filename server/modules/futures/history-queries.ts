/** What is asked of a user's history of perpetuals. */
import type { Side } from '@agio/core';
import type { PageRange } from '../../store/index.ts';

export interface HistoryQuery extends PageRange {
  readonly uid: number;
  readonly wallet: string;
  readonly symbol: string | undefined;
}

export interface DatedQuery extends HistoryQuery {
  /** Both moments included; undefined: open. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export interface SidedQuery extends DatedQuery {
  readonly side: Side | undefined;
}

export interface EndedQuery extends SidedQuery {
  /** Only those that ended without their user wanting it, that which ended last first. */
  readonly isLost: boolean;
}
