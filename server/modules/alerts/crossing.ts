/** When a price alert tells: the rule, without database or clock. */
import { HOUR_MS } from '@agio/contracts/durations';
import type { AlertDirection } from '@agio/contracts/alert-limits';

/** A public trade; prices in 10^-8 of the quote. */
export interface Print {
  readonly tradeId: number;
  readonly price: number;
  readonly timeMs: number;
}

export interface Level {
  readonly direction: AlertDirection;
  readonly price: number;
}

export interface WaitingAlert extends Level {
  /** Whether the last trade had reached the level; null before the first trade. */
  readonly wasReached: boolean | null;
  /** Null: it tells once. */
  readonly pauseHours: number | null;
  readonly firedAtMs: number | null;
}

export interface Judgement {
  readonly wasReached: boolean | null;
  readonly firedAtMs: number | null;
  /** The trades that crossed the level and are told. */
  readonly crossings: readonly Print[];
}

export function isReached({ direction, price }: Level, last: number): boolean {
  return direction === 'ABOVE' ? last >= price : last <= price;
}

/**
 * Follows the trades, oldest first. A crossing is a trade at or past the level after one that was not; the first trade of all crosses
 * nothing. One within the pause after the last is not told, and not told later either. Times are those of the log, so that reading
 * the log again gives the same.
 */
export function judge(alert: WaitingAlert, prints: readonly Print[]): Judgement {
  let { wasReached, firedAtMs } = alert;
  const crossings: Print[] = [];
  for (const print of prints) {
    const reached = isReached(alert, print.price);
    const isCrossing = reached && wasReached === false;
    wasReached = reached;
    const rests = firedAtMs !== null && print.timeMs < firedAtMs + (alert.pauseHours ?? 0) * HOUR_MS;
    if (!isCrossing || rests) continue;
    firedAtMs = print.timeMs;
    crossings.push(print);
    if (alert.pauseHours === null) break;
  }
  return { wasReached, firedAtMs, crossings };
}
