/** Which changes of a market's status people are told of. Pure. */
import type { CoreEvent } from '@agio/core';
import type { StatusChange, StatusOf, TradingStatus } from './status-repo.ts';

export const statusKey = ({ market, symbol }: Pick<StatusOf, 'market' | 'symbol'>): string => `${market} ${symbol}`;

/** Statuses in which people may do the same are one to them. */
function nameOf(status: TradingStatus): string {
  if (status === 'OPEN') return 'TRADING';
  return status === 'CANCEL_ONLY' || status === 'STOP' ? 'HALTED' : status;
}

const CLOSED: ReadonlySet<string> = new Set(['PRE_OPEN', 'HALTED', 'MAINTENANCE']);

/** The minute of post-only orders after a halt is a part of opening again, which is told when everything is taken. */
const isTold = (from: TradingStatus, to: TradingStatus): boolean =>
  nameOf(from) !== nameOf(to) && !(to === 'POST_ONLY' && CLOSED.has(nameOf(from)));

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
