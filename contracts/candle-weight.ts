/** Request weight of candles beyond that of the call: it follows how many are shown and how many stored bars they are made of. */
import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';

/** Stored bars (of minutes, hours or days) that one candle is merged from; 0: it is stored as it is. */
export const MERGED_BARS: Readonly<Record<KlineInterval, number>> = {
  '1m': 0,
  '3m': 3,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 0,
  '2h': 2,
  '4h': 4,
  '6h': 6,
  '8h': 8,
  '12h': 12,
  '1d': 0,
  '3d': 3,
  '1w': 7,
  '1M': 31,
};

/** Measured (docs/route-costs.md): so many candles, and so many merged bars, each cost as much as an ordinary call. */
const SHOWN_FOR_ONE = 400;
const MERGED_FOR_ONE = 1_000;

/** For at most `count` candles. */
export function candleWeight(interval: KlineInterval, count: number): number {
  return Math.floor(count / SHOWN_FOR_ONE) + Math.floor((count * MERGED_BARS[interval]) / MERGED_FOR_ONE);
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
