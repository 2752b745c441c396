/** The 24-hour ticker (trading A10): the 1440 newest minute bars, the current one among them. Pure. */
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
 * `minuteBars` in order of time; bars outside the window are passed over. `previousClose` is the last price before the
 * window: the prices of a window without a trade.
 */
export function ticker24h(
  minuteBars: readonly Kline[],
  nowMs: number,
  previousClose: Price,
  scales: TickerScales,
): Ticker {
  const openTimeMs = tickerWindowStart(nowMs);
  const bars = minuteBars.filter(
    (bar) => bar.openTimeMs >= openTimeMs && bar.openTimeMs <= nowMs && bar.tradeCount > 0,
  );
  const open = bars.at(0)?.open ?? previousClose;
  const last = bars.at(-1)?.close ?? previousClose;
  const baseVolume = bars.reduce((sum, bar) => sum + bar.baseVolume, 0n);
  const quoteVolume = bars.reduce((sum, bar) => sum + bar.quoteVolume, 0n);
  return {
    openTimeMs,
    open,
    high: bars.reduce((high, bar) => (bar.high > high ? bar.high : high), open),
    low: bars.reduce((low, bar) => (bar.low < low ? bar.low : low), open),
    last,
    change: last - open,
    changePercentHundredths: open === 0 ? 0 : roundedRatio(last - open, open),
    baseVolume,
    quoteVolume,
    averagePrice: averagePrice(baseVolume, quoteVolume, scales) as Price,
    tradeCount: bars.reduce((sum, bar) => sum + bar.tradeCount, 0),
    firstTradeId: bars.at(0)?.firstTradeId ?? 0,
    lastTradeId: bars.at(-1)?.lastTradeId ?? 0,
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
