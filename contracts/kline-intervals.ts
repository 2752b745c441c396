/**
 * The lengths of candles that can be asked for, shortest first. Values only, no schemas: pages import this module. The core's own list
 * (core/market-data/klines.ts) is the same: a test of the server compares the two.
 */
export const KLINE_INTERVALS = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;
export type KlineInterval = (typeof KLINE_INTERVALS)[number];
