/** The newest part of a market's past, held in memory, oldest first. Older klines and trades are read from SQL. */
import type { BaseInterval } from '@agio/core';

/** Klines of each stored interval. A day of minutes is the least that a ticker needs. */
export const KEPT_KLINES: Readonly<Record<BaseInterval, number>> = { '1m': 1_600, '1h': 1_000, '1d': 1_500 };

/** Cuts the oldest entries off: only once a quarter more than `kept` are there, so that adding one stays cheap. */
export function trim(list: unknown[], kept: number): void {
  if (list.length > kept * 1.25) list.splice(0, list.length - kept);
}
