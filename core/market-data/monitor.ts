/**
 * The operator's market monitor (trading A12), as pure functions: what a price gap, a minute's move or a spread amounts
 * to, and which alerts a sequence of observations raises. Prices in any common unit, shares in 10^-8.
 */
import { mulDivFloor, RATE_ONE } from '../fixed.ts';
import { MINUTE_MS } from '../protocol/durations.ts';
import { GAP_LEVELS, type GapLevel } from '../protocol/words.ts';

export interface MonitorLimits {
  /** Shares of the index, rising. */
  readonly gaps: Readonly<Record<GapLevel, number>>;
  readonly minuteMove: number;
  readonly spread: number;
}

export const MONITOR_LIMITS: MonitorLimits = {
  gaps: { WARN: 1_000_000, ALERT: 3_000_000, HALT: 10_000_000 },
  minuteMove: 5_000_000,
  spread: 2_000_000,
};

/** How long a gap must last without a break. */
const HOLD_MS: Readonly<Record<GapLevel, number>> = { WARN: 5_000, ALERT: 5_000, HALT: 2_000 };
const REPEAT_MS = MINUTE_MS;

/** |last - index| / index, rounded down. */
export function priceGap(last: number, index: number): number {
  return mulDivFloor(Math.abs(last - index), RATE_ONE, index);
}

/** The highest level that the gap reaches. */
export function gapLevel(last: number, index: number, limits: MonitorLimits): GapLevel | null {
  const gap = priceGap(last, index);
  return GAP_LEVELS.findLast((level) => gap >= limits.gaps[level]) ?? null;
}

/** |close / previous close - 1| of two minutes reaches the limit. */
export function isLargeMove(close: number, previousClose: number, limits: MonitorLimits): boolean {
  return priceGap(close, previousClose) >= limits.minuteMove;
}

/** spread / mid reaches the limit: mid is half the sum of bid and ask. */
export function isWideSpread(bid: number, ask: number, limits: MonitorLimits): boolean {
  return mulDivFloor(ask - bid, 2 * RATE_ONE, ask + bid) >= limits.spread;
}

interface Watch {
  /** Since when it holds without a break; null when it does not. */
  readonly sinceMs: number | null;
  /** When it was last told; null when it is not raised. */
  readonly toldMs: number | null;
}

export type MonitorState = Readonly<Record<GapLevel | 'INDEX_STALE', Watch>>;
export type MonitorAlert = keyof MonitorState;

const QUIET: Watch = { sinceMs: null, toldMs: null };
export const QUIET_MONITOR: MonitorState = { WARN: QUIET, ALERT: QUIET, HALT: QUIET, INDEX_STALE: QUIET };

export interface Observation {
  readonly timeMs: number;
  readonly last: number;
  /** Null without an index: then the gap between price and index is not watched. */
  readonly index: number | null;
}

/** The alerts to tell now. HALT among them moves the market to HALTED. */
export function observe(
  state: MonitorState,
  { timeMs, last, index }: Observation,
  limits: MonitorLimits,
): { state: MonitorState; alerts: readonly MonitorAlert[] } {
  const next: Record<MonitorAlert, Watch> = { ...QUIET_MONITOR };
  next.INDEX_STALE = index === null ? watched(state.INDEX_STALE, timeMs, 0) : QUIET;
  if (index !== null) {
    const gap = priceGap(last, index);
    for (const level of GAP_LEVELS) {
      const limit = limits.gaps[level];
      const isOver = gap >= limit;
      // A raised alert stays until the gap is below 0.8 of its level.
      const isCleared = mulDivFloor(Math.abs(last - index), 10 * RATE_ONE, index) < 8 * limit;
      const before = state[level];
      if (isOver || (before.toldMs !== null && !isCleared)) next[level] = watched(before, timeMs, HOLD_MS[level]);
    }
  }
  const alerts = [...GAP_LEVELS, 'INDEX_STALE' as const].filter(
    (alert) => next[alert].toldMs === timeMs && state[alert].toldMs !== timeMs,
  );
  return { state: next, alerts };
}

/** One more moment in which it holds: told once it held long enough, and again at most each 60 s. */
function watched(before: Watch, timeMs: number, holdMs: number): Watch {
  const sinceMs = before.sinceMs ?? timeMs;
  const isDue = before.toldMs === null ? timeMs - sinceMs >= holdMs : timeMs - before.toldMs >= REPEAT_MS;
  return { sinceMs, toldMs: isDue ? timeMs : before.toldMs };
}
