/** Request weight of candles beyond that of the call: it follows how many are shown and how many stored bars they are made of. */
import { KLINE_MINUTES } from '@agio/core/durations';
import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';

const MONTH_DAYS = 31;
/** What bars are stored of: days, hours and minutes. */
const STORED_MINUTES = [1_440, 60, 1] as const;

/** Stored bars (of minutes, hours or days) that one candle is merged from; 0: it is stored as it is. */
export function mergedBars(interval: KlineInterval): number {
  if (interval === '1M') return MONTH_DAYS;
  const minutes = KLINE_MINUTES[interval];
  const stored = STORED_MINUTES.find((length) => minutes % length === 0) ?? 1;
  return minutes === stored ? 0 : minutes / stored;
}

/** Candles that are shown, and bars that are merged for them, at the cost of one ordinary call (measured: docs/route-costs.md). */
const SHOWN_FOR_ONE = 400;
const MERGED_FOR_ONE = 1_000;

/** For at most `count` candles. */
export function candleWeight(interval: KlineInterval, count: number): number {
  return Math.floor(count / SHOWN_FOR_ONE) + Math.floor((count * mergedBars(interval)) / MERGED_FOR_ONE);
}

/** The most candles of a call of the trading API, and how many it shows unless told. */
export const DIALECT_CANDLES = { most: 1_000, usual: 500 } as const;

/** The same of a call of the trading API, whose parameters are unread texts: a mistake in them costs nothing more, since it is refused. */
export function dialectCandleWeight(params: {
  readonly interval?: string | undefined;
  readonly limit?: string | undefined;
}): number {
  const interval = KLINE_INTERVALS.find((name) => name === params.interval);
  const limit = Number(params.limit ?? DIALECT_CANDLES.usual);
  if (interval === undefined || !(limit > 0)) return 0;
  return candleWeight(interval, Math.min(limit, DIALECT_CANDLES.most));
}
