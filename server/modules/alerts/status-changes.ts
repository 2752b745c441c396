/** Which changes of a market's status people are told of. Pure. */
import { type Restriction, restrictionOf, type TradingStatus } from '@agio/contracts/market-restrictions';
import type { CoreEvent } from '@agio/core';
import type { StatusChange, StatusOf } from './status-repo.ts';

export const statusKey = ({ market, symbol }: Pick<StatusOf, 'market' | 'symbol'>): string => `${market} ${symbol}`;

/** From which a market opens by way of a minute that takes post-only orders alone. */
const CLOSED: ReadonlySet<Restriction | null> = new Set(['PRE_OPEN', 'HALTED', 'MAINTENANCE'] as const);

/** The minute of post-only orders after a halt is a part of opening again, which is told when everything is taken. */
const isTold = (from: TradingStatus, to: TradingStatus): boolean =>
  restrictionOf(from) !== restrictionOf(to) && !(to === 'POST_ONLY' && CLOSED.has(restrictionOf(from)));

/** What these events changed of `known`, by `statusKey`; it is kept up to date. A market that was not known opens silently. */
export function statusChangesOf(known: Map<string, TradingStatus>, events: readonly CoreEvent[]): StatusChange[] {
  const changes: StatusChange[] = [];
  for (const event of events) {
    if (event.kind !== 'MarketChanged' && event.kind !== 'ContractChanged') continue;
    const { seq, symbol, status, timeMs } = event;
    const change = {
      seq,
      market: event.kind === 'MarketChanged' ? 'SPOT' : 'FUTURES',
      symbol,
      status,
      timeMs,
    } as const;
    const before = known.get(statusKey(change));
    known.set(statusKey(change), status);
    if (before !== undefined && isTold(before, status)) changes.push(change);
  }
  return changes;
}
