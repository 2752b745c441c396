/** What anybody may know of the running exchange: whether it trades, and which command was the last that is on disk. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { systemStatus } from '@agio/contracts/http/site-settings';
import type { z } from 'zod';

export interface SystemStatusSource {
  /** As the readiness probe answers it. */
  readonly isReady: () => boolean;
  readonly engine: { readonly durableSeq: number; readonly isTradingStopped: boolean };
  /** How many coins have a ledger. */
  readonly coins: () => number;
}

type Status = z.output<typeof systemStatus.data>['status'];

/** No sums and no balances: on an exchange with few users even a sum would tell what somebody holds. */
export function systemStatusRoutes({ isReady, engine, coins }: SystemStatusSource): Route[] {
  return [
    implement(systemStatus, async () => {
      const status: Status = engine.isTradingStopped ? 'STOPPED' : isReady() ? 'OPEN' : 'NOT_READY';
      return { status, seq: engine.durableSeq, coins: coins() };
    }),
  ];
}
