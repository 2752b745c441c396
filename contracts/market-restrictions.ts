/** What a market or contract is called that does not take every order now (trading A8, B1). Values only, no schemas: pages import this module. */
import type { ContractStatus, MarketStatus } from '@agio/core/words';

export type TradingStatus = MarketStatus | ContractStatus;

/** Statuses in which people may do the same have one name: a stopped contract is halted to those who trade on it. */
const RESTRICTIONS = {
  TRADING: null,
  OPEN: null,
  PRE_OPEN: 'PRE_OPEN',
  HALTED: 'HALTED',
  CANCEL_ONLY: 'HALTED',
  STOP: 'HALTED',
  POST_ONLY: 'POST_ONLY',
  MAINTENANCE: 'MAINTENANCE',
  DELISTED: 'DELISTED',
  REDUCE_ONLY: 'REDUCE_ONLY',
  SETTLED: 'SETTLED',
} as const satisfies Record<TradingStatus, string | null>;

export type Restriction = NonNullable<(typeof RESTRICTIONS)[TradingStatus]>;

/** Null where everything is taken, and while the status is not known. */
export function restrictionOf(status: TradingStatus | undefined): Restriction | null {
  return status === undefined ? null : RESTRICTIONS[status];
}
