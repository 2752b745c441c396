/** The 24-hour ticker (trading A10): the 1440 newest minute klines, the current one among them. Pure. */
import { PRICE_SCALE, type Price } from '../fixed.ts';
import { MINUTE_MS } from '../protocol/durations.ts';
import type { Kline } from './klines.ts';

export interface Ticker {
  readonly openTimeMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly last: Price;
  /** May be negative. */
  readonly change: number;
  /** In hundredths of a percent, rounded half away from zero: 450 is 4.50 %. */
  readonly changePercentHundredths: number;
  readonly baseVolume: bigint;
  readonly quoteVolume: bigint;
  /** Volume-weighted average price, rounded down; 0 without trades. */
  readonly averagePrice: Price;
  readonly tradeCount: number;
  /** 0 without trades. */
  readonly firstTradeId: number;
  readonly lastTradeId: number;
}

export interface TickerScales {
  readonly baseScale: number;
  readonly quoteScale: number;
}

/** Start of the window that ends with the current minute. */
export function tickerWindowStart(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - 1439 * MINUTE_MS;
}

/**
 * `minuteKlines` in order of time; klines outside the window are passed over. `previousClose` is the last price before the
 * window: the prices of a window without a trade.
 */
export function ticker24h(
  minuteKlines: readonly Kline[],
  nowMs: number,
  previousClose: Price,
  scales: TickerScales,
): Ticker {
  const openTimeMs = tickerWindowStart(nowMs);
  const klines = minuteKlines.filter(
    (kline) => kline.openTimeMs >= openTimeMs && kline.openTimeMs <= nowMs && kline.tradeCount > 0,
  );
  const open = klines.at(0)?.open ?? previousClose;
  const last = klines.at(-1)?.close ?? previousClose;
  const baseVolume = klines.reduce((sum, kline) => sum + kline.baseVolume, 0n);
  const quoteVolume = klines.reduce((sum, kline) => sum + kline.quoteVolume, 0n);
  return {
    openTimeMs,
    open,
    high: klines.reduce((high, kline) => (kline.high > high ? kline.high : high), open),
    low: klines.reduce((low, kline) => (kline.low < low ? kline.low : low), open),
    last,
    change: last - open,
    changePercentHundredths: open === 0 ? 0 : roundedRatio(last - open, open),
    baseVolume,
    quoteVolume,
    averagePrice: averagePrice(baseVolume, quoteVolume, scales) as Price,
    tradeCount: klines.reduce((sum, kline) => sum + kline.tradeCount, 0),
    firstTradeId: klines.at(0)?.firstTradeId ?? 0,
    lastTradeId: klines.at(-1)?.lastTradeId ?? 0,
  };
}

/** 10,000 * part / whole, half away from zero. */
function roundedRatio(part: number, whole: number): number {
  const size = (BigInt(Math.abs(part)) * 20_000n + BigInt(whole)) / (2n * BigInt(whole));
  return part < 0 ? -Number(size) : Number(size);
}

/** Quote per base in 10^-8, rounded down; 0 where nothing traded. Volumes are ledger units. */
export function averagePrice(base: bigint, quote: bigint, { baseScale, quoteScale }: TickerScales): number {
  if (base === 0n) return 0;
  return Number((quote * 10n ** BigInt(PRICE_SCALE + baseScale)) / (base * 10n ** BigInt(quoteScale)));
}
