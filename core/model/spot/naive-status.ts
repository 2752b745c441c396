/** The naive model's market statuses: the table of trading A8 row by row. */
import type { ModelMarket } from './naive-limits.ts';
import type { MarketStatus } from '../../protocol/words.ts';

const POST_ONLY_MS = 60_000;

/** Status and times of a new market. */
export function startOf(
  { openTimeMs, openProtectMs }: ModelMarket['parameters'],
  timeMs: number,
): Pick<ModelMarket, 'status' | 'previous' | 'untilMs' | 'protectedUntilMs'> {
  const waits = openTimeMs > timeMs;
  return {
    status: waits ? 'PRE_OPEN' : 'TRADING',
    previous: 'TRADING',
    untilMs: 0,
    protectedUntilMs: waits ? openTimeMs + openProtectMs : 0,
  };
}

export function takesOrder(market: ModelMarket, type: string, timeInForce: string, timeMs: number): boolean {
  switch (market.status) {
    case 'TRADING':
      return type === 'LIMIT' || timeMs >= market.protectedUntilMs;
    case 'PRE_OPEN':
    case 'POST_ONLY':
      return type === 'LIMIT' && timeInForce === 'GTX';
    default:
      return false;
  }
}

/** What an operator asks for; false when the status may not follow. */
export function follow(market: ModelMarket, status: MarketStatus, timeMs: number): boolean {
  const from = market.status;
  if (from === 'DELISTED' || from === status) return false;
  const pairs = ['TRADING HALTED', 'HALTED TRADING', 'HALTED POST_ONLY', 'POST_ONLY TRADING'];
  const isBack = from === 'MAINTENANCE' && status === market.previous;
  if (status !== 'MAINTENANCE' && status !== 'DELISTED' && !isBack && !pairs.includes(`${from} ${status}`))
    return false;
  if (status === 'MAINTENANCE') market.previous = from;
  market.status = status;
  if (status === 'POST_ONLY') market.untilMs = timeMs + POST_ONLY_MS;
  return true;
}

export function onClock(market: ModelMarket, timeMs: number): void {
  if (market.status === 'PRE_OPEN' && timeMs >= market.parameters.openTimeMs) market.status = 'TRADING';
  if (market.status === 'POST_ONLY' && timeMs >= market.untilMs) market.status = 'TRADING';
}
