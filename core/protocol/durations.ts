/** Lengths of time: in milliseconds, and of klines. */
import type { KlineInterval } from './words.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The length of each kline in minutes; months differ. */
export const KLINE_MINUTES: Readonly<Record<Exclude<KlineInterval, '1M'>, number>> = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '2h': 120,
  '4h': 240,
  '6h': 360,
  '8h': 480,
  '12h': 720,
  '1d': 1_440,
  '3d': 4_320,
  '1w': 10_080,
};

/** The intervals that are stored: every other interval is merged from one of these. */
export const BASE_INTERVALS = ['1m', '1h', '1d'] as const;
export type BaseInterval = (typeof BASE_INTERVALS)[number];

/** Which stored klines an interval is merged from. */
export function baseIntervalOf(interval: KlineInterval): BaseInterval {
  if (interval === '1M' || KLINE_MINUTES[interval] >= KLINE_MINUTES['1d']) return '1d';
  return KLINE_MINUTES[interval] >= KLINE_MINUTES['1h'] ? '1h' : '1m';
}
