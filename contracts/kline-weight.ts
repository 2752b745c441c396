/** Request weight of klines beyond that of the call: it follows how many are answered and how many stored ones they are merged from. */
import { baseIntervalOf, KLINE_MINUTES } from '@agio/core/durations';
import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';

const MONTH_DAYS = 31;

/** How many stored klines (of minutes, hours or days) one of this interval is merged from; 0: it is stored itself. */
export function mergedKlines(interval: KlineInterval): number {
  if (interval === '1M') return MONTH_DAYS;
  const base = baseIntervalOf(interval);
  return interval === base ? 0 : KLINE_MINUTES[interval] / KLINE_MINUTES[base];
}

/** How many klines can be answered, and how many merged for them, at the cost of one ordinary call (measured: docs/route-costs.md). */
const SHOWN_FOR_ONE = 400;
const MERGED_FOR_ONE = 1_000;

/** For at most `count` klines. */
export function klineWeight(interval: KlineInterval, count: number): number {
  return Math.floor(count / SHOWN_FOR_ONE) + Math.floor((count * mergedKlines(interval)) / MERGED_FOR_ONE);
}

/** The most klines of a call of the trading API, and how many it shows unless told. */
export const DIALECT_KLINES = { most: 1_000, usual: 500 } as const;

/** The same of a call of the trading API, whose parameters are unread texts: a mistake in them costs nothing more, since it is refused. */
export function dialectKlineWeight(params: {
  readonly interval?: string | undefined;
  readonly limit?: string | undefined;
}): number {
  const interval = KLINE_INTERVALS.find((name) => name === params.interval);
  const limit = Number(params.limit ?? DIALECT_KLINES.usual);
  if (interval === undefined || !(limit > 0)) return 0;
  return klineWeight(interval, Math.min(limit, DIALECT_KLINES.most));
}
