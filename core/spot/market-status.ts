/** Which status follows which (trading A8). */
import type { Market } from './market.ts';
import { MINUTE_MS } from '../protocol/durations.ts';
import type { MarketStatus } from '../protocol/words.ts';

/** How long a market takes only post-only orders after a halt. */
const POST_ONLY_MS = MINUTE_MS;

/** By command; besides, any status but DELISTED leads to MAINTENANCE and DELISTED. */
const FOLLOWERS: Readonly<Record<MarketStatus, readonly MarketStatus[]>> = {
  PRE_OPEN: [],
  TRADING: ['HALTED'],
  HALTED: ['TRADING', 'POST_ONLY'],
  POST_ONLY: ['TRADING'],
  MAINTENANCE: [],
  DELISTED: [],
};

/** Where a command may lead a market from this status; from MAINTENANCE besides back to where it was (trading A8). */
export function statusesAfter(status: MarketStatus): readonly MarketStatus[] {
  if (status === 'DELISTED') return [];
  return [...FOLLOWERS[status], 'MAINTENANCE' as const, 'DELISTED' as const].filter((next) => next !== status);
}

/** A new market waits for its opening time; one whose time has come is open and has no protected start. */
export function startStatus(market: Market, timeMs: number): void {
  const { openTimeMs, openProtectMs } = market.parameters;
  if (openTimeMs <= timeMs) return;
  market.status = 'PRE_OPEN';
  market.protectUntilMs = openTimeMs + openProtectMs;
}

/** Sets the status if it may follow the present one. */
export function nextStatus(market: Market, status: MarketStatus, timeMs: number): boolean {
  const { status: now } = market;
  const isBack = now === 'MAINTENANCE' && status === market.statusBefore;
  if (!isBack && !statusesAfter(now).includes(status)) return false;
  if (status === 'MAINTENANCE') market.statusBefore = now;
  market.status = status;
  market.statusUntilMs = status === 'POST_ONLY' ? timeMs + POST_ONLY_MS : 0;
  return true;
}

/** The time of a command opens a market, and ends the post-only minute. True when the status changed. */
export function openMarket(market: Market, timeMs: number): boolean {
  const opens = market.status === 'PRE_OPEN' && timeMs >= market.parameters.openTimeMs;
  const isOver = market.status === 'POST_ONLY' && timeMs >= market.statusUntilMs;
  if (!opens && !isOver) return false;
  market.status = 'TRADING';
  market.statusUntilMs = 0;
  return true;
}
