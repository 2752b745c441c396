/** The rolling day of a market (trading A10): the 1440 newest minutes, the running one included. */
import { type Bar, mergeBars } from './candles.ts';

const MINUTE = 60_000;

export interface RollingDay {
  readonly openTime: number;
  readonly closeTime: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly last: number;
  readonly volume: bigint;
  readonly quoteVolume: bigint;
  readonly count: number;
  readonly firstId: number;
  readonly lastId: number;
}

export function windowStart(nowMs: number): number {
  return Math.floor(nowMs / MINUTE) * MINUTE - 1439 * MINUTE;
}

/** `bars` are the market's minutes in order; `lastPrice` stands in for every price where nothing traded. */
export function rollingDay(bars: readonly Bar[], nowMs: number, lastPrice: number, lastTradeId: number): RollingDay {
  const openTime = windowStart(nowMs);
  let whole: Bar | null = null;
  for (const bar of bars) if (bar.openTime >= openTime) whole = whole ? mergeBars(whole, bar) : bar;
  if (!whole) {
    return {
      openTime,
      closeTime: nowMs,
      open: lastPrice,
      high: lastPrice,
      low: lastPrice,
      last: lastPrice,
      volume: 0n,
      quoteVolume: 0n,
      count: 0,
      firstId: lastTradeId,
      lastId: lastTradeId,
    };
  }
  const { open, high, low, close, volume, quoteVolume, count, firstId, lastId } = whole;
  return { openTime, closeTime: nowMs, open, high, low, last: close, volume, quoteVolume, count, firstId, lastId };
}

/** 100 * (last - open) / open in hundredths of a percent, rounded half away from zero. */
export function changePercentHundredths(open: number, last: number): bigint {
  if (open === 0) return 0n;
  const change = BigInt(last) - BigInt(open);
  const size = change < 0n ? -change : change;
  const rounded = (size * 20_000n + BigInt(open)) / (2n * BigInt(open));
  return change < 0n ? -rounded : rounded;
}

/** Quote per base in 10^-8, rounded down: 0 where nothing traded. */
export function averagePrice(quoteVolume: bigint, volume: bigint, baseScale: number, quoteScale: number): bigint {
  if (volume === 0n) return 0n;
  return (quoteVolume * 10n ** BigInt(8 + baseScale)) / (volume * 10n ** BigInt(quoteScale));
}
