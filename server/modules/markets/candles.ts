/** Candle arithmetic (trading A9): where a bar of an interval opens, and bars merged from shorter ones. */
import type { KlineInterval } from '@agio/contracts/http/markets';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The epoch was a Thursday; weeks open on Monday. */
const FIRST_MONDAY = 4 * DAY;

/** What is stored: every other interval is a merge of one of these. */
export const BASE_INTERVALS = ['1m', '1h', '1d'] as const;
export type BaseInterval = (typeof BASE_INTERVALS)[number];

const FIXED_LENGTH: Readonly<Record<Exclude<KlineInterval, '1w' | '1M'>, number>> = {
  '1m': MINUTE,
  '3m': 3 * MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': HOUR,
  '2h': 2 * HOUR,
  '4h': 4 * HOUR,
  '6h': 6 * HOUR,
  '8h': 8 * HOUR,
  '12h': 12 * HOUR,
  '1d': DAY,
  '3d': 3 * DAY,
};

/** Prices in 10^-8 quote; volumes in ledger units, BigInt because a busy day may pass 2^53. */
export interface Bar {
  readonly openTime: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: bigint;
  readonly quoteVolume: bigint;
  readonly takerBuyBase: bigint;
  readonly takerBuyQuote: bigint;
  readonly count: number;
  readonly firstId: number;
  readonly lastId: number;
}

/** What a bar is made of. */
export interface Print {
  readonly tradeId: number;
  readonly price: number;
  readonly quantity: number;
  readonly amount: number;
  readonly takerSide: 'BUY' | 'SELL';
  readonly timeMs: number;
}

/** When the bar that holds this moment opens. A moment on the boundary belongs to the later bar. */
export function barOpen(interval: KlineInterval, timeMs: number): number {
  if (interval === '1M') {
    const at = new Date(timeMs);
    return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  }
  if (interval === '1w') return Math.floor((timeMs - FIRST_MONDAY) / (7 * DAY)) * 7 * DAY + FIRST_MONDAY;
  const length = FIXED_LENGTH[interval];
  return Math.floor(timeMs / length) * length;
}

/** When the bar `count` bars after this one opens; a negative count goes back. */
export function shiftBar(interval: KlineInterval, openTime: number, count: number): number {
  if (interval === '1M') {
    const at = new Date(openTime);
    return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1);
  }
  return openTime + count * (interval === '1w' ? 7 * DAY : FIXED_LENGTH[interval]);
}

/** The last millisecond of a bar. */
export function barClose(interval: KlineInterval, openTime: number): number {
  return shiftBar(interval, openTime, 1) - 1;
}

/** Which stored bars an interval is merged from. */
export function baseOf(interval: KlineInterval): BaseInterval {
  if (interval === '1M' || interval === '1w' || FIXED_LENGTH[interval] >= DAY) return '1d';
  return FIXED_LENGTH[interval] >= HOUR ? '1h' : '1m';
}

export function barOfPrint(interval: BaseInterval, print: Print): Bar {
  const takerBuys = print.takerSide === 'BUY';
  return {
    openTime: barOpen(interval, print.timeMs),
    open: print.price,
    high: print.price,
    low: print.price,
    close: print.price,
    volume: BigInt(print.quantity),
    quoteVolume: BigInt(print.amount),
    takerBuyBase: takerBuys ? BigInt(print.quantity) : 0n,
    takerBuyQuote: takerBuys ? BigInt(print.amount) : 0n,
    count: 1,
    firstId: print.tradeId,
    lastId: print.tradeId,
  };
}

/** A bar without trades: everything stands at the last close. */
export function flatBar(openTime: number, close: number, lastId: number): Bar {
  return {
    openTime,
    open: close,
    high: close,
    low: close,
    close,
    volume: 0n,
    quoteVolume: 0n,
    takerBuyBase: 0n,
    takerBuyQuote: 0n,
    count: 0,
    firstId: lastId,
    lastId,
  };
}

/** One bar of two that follow each other; it keeps the earlier one's open time. */
export function mergeBars(earlier: Bar, later: Bar): Bar {
  return {
    openTime: earlier.openTime,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volume: earlier.volume + later.volume,
    quoteVolume: earlier.quoteVolume + later.quoteVolume,
    takerBuyBase: earlier.takerBuyBase + later.takerBuyBase,
    takerBuyQuote: earlier.takerBuyQuote + later.takerBuyQuote,
    count: earlier.count + later.count,
    firstId: earlier.firstId,
    lastId: later.lastId,
  };
}

/** Bars of the interval from stored ones in order of time; intervals without a stored bar are left out. */
export function mergeTo(interval: KlineInterval, stored: readonly Bar[]): Bar[] {
  const merged: Bar[] = [];
  for (const bar of stored) {
    const openTime = barOpen(interval, bar.openTime);
    const last = merged.at(-1);
    if (last?.openTime === openTime) merged[merged.length - 1] = mergeBars(last, bar);
    else merged.push({ ...bar, openTime });
  }
  return merged;
}

/**
 * Puts a flat bar wherever one is missing between `from` and `to` (open times, both included). `before` is the last bar
 * that opened before `from`, null when there is none: then nothing stands before the first bar.
 */
export function fillGaps(
  interval: KlineInterval,
  bars: readonly Bar[],
  from: number,
  to: number,
  before: Bar | null,
): Bar[] {
  const filled: Bar[] = [];
  let previous = before;
  let next = 0;
  for (let openTime = from; openTime <= to; openTime = shiftBar(interval, openTime, 1)) {
    const bar = bars[next];
    if (bar && bar.openTime === openTime) {
      filled.push(bar);
      previous = bar;
      next++;
    } else if (previous) filled.push(flatBar(openTime, previous.close, previous.lastId));
  }
  return filled;
}
