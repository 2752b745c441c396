/**
 * Klines as pure functions over trades (trading A9). Volumes are bigint: a month of a busy market passes 2^53 units.
 * Klines above one minute are merges of minute klines and equal what direct construction gives.
 */
import { type BaseInterval, BASE_INTERVALS, DAY_MS, KLINE_MINUTES, MINUTE_MS } from '../protocol/durations.ts';
import type { TradeView } from '../protocol/events.ts';
import type { Price } from '../fixed.ts';
import type { KlineInterval } from '../protocol/words.ts';

export interface Kline {
  readonly openTimeMs: number;
  /** The last millisecond of the kline. */
  readonly closeTimeMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly baseVolume: bigint;
  readonly quoteVolume: bigint;
  readonly takerBuyBaseVolume: bigint;
  readonly takerBuyQuoteVolume: bigint;
  readonly tradeCount: number;
  /** 0 in a kline without trades. */
  readonly firstTradeId: number;
  readonly lastTradeId: number;
}

/** The fields of a trade that a kline needs. */
export type KlineTrade = Pick<TradeView, 'tradeId' | 'price' | 'quantity' | 'amount' | 'takerSide' | 'timeMs'>;

const WEEK_MS = 7 * DAY_MS;
/** Monday 5 January 1970: weeks begin on Mondays. */
const FIRST_MONDAY = 4 * DAY_MS;

const lengthOf = (interval: keyof typeof KLINE_MINUTES): number => KLINE_MINUTES[interval] * MINUTE_MS;

/** Start of the kline that holds this instant; a trade on a boundary belongs to the kline that begins there. */
export function klineOpenTime(interval: KlineInterval, timeMs: number): number {
  if (interval === '1M') return monthStart(monthOf(timeMs));
  if (interval === '1w') return Math.floor((timeMs - FIRST_MONDAY) / WEEK_MS) * WEEK_MS + FIRST_MONDAY;
  const length = lengthOf(interval);
  return Math.floor(timeMs / length) * length;
}

/** Start of the kline `count` klines after the one that begins here; a negative count goes back. */
export function shiftKlineOpenTime(interval: KlineInterval, openTimeMs: number, count: number): number {
  if (interval === '1M') return monthStart(monthOf(openTimeMs) + count);
  return openTimeMs + count * lengthOf(interval);
}

/** Start of the kline after the one that begins here. */
export function nextKlineOpenTime(interval: KlineInterval, openTimeMs: number): number {
  return shiftKlineOpenTime(interval, openTimeMs, 1);
}

/** The kline with one more trade; null begins one. The trade belongs to the kline's time. */
export function addTrade(interval: KlineInterval, kline: Kline | null, trade: KlineTrade): Kline {
  const openTimeMs = klineOpenTime(interval, trade.timeMs);
  const begun = kline !== null && kline.tradeCount > 0 ? kline : null;
  const takerBuys = trade.takerSide === 'BUY';
  const base = BigInt(trade.quantity);
  const quote = BigInt(trade.amount);
  return {
    openTimeMs,
    closeTimeMs: nextKlineOpenTime(interval, openTimeMs) - 1,
    open: begun?.open ?? trade.price,
    high: higher(begun?.high ?? trade.price, trade.price),
    low: lower(begun?.low ?? trade.price, trade.price),
    close: trade.price,
    baseVolume: (begun?.baseVolume ?? 0n) + base,
    quoteVolume: (begun?.quoteVolume ?? 0n) + quote,
    takerBuyBaseVolume: (begun?.takerBuyBaseVolume ?? 0n) + (takerBuys ? base : 0n),
    takerBuyQuoteVolume: (begun?.takerBuyQuoteVolume ?? 0n) + (takerBuys ? quote : 0n),
    tradeCount: (begun?.tradeCount ?? 0) + 1,
    firstTradeId: begun?.firstTradeId ?? trade.tradeId,
    lastTradeId: trade.tradeId,
  };
}

/**
 * Puts the next trade into the klines of one interval, oldest first: into the last one while it runs, else into a new one. Answers the
 * kline; null for a trade that the last kline has already. A trade with id 0 has no id, and always counts as new.
 */
export function foldTrade(interval: KlineInterval, klines: Kline[], trade: KlineTrade): Kline | null {
  const last = klines.at(-1);
  if (last !== undefined && trade.tradeId !== 0 && trade.tradeId <= last.lastTradeId) return null;
  const runs = last?.openTimeMs === klineOpenTime(interval, trade.timeMs);
  const kline = addTrade(interval, runs ? last : null, trade);
  if (runs) klines[klines.length - 1] = kline;
  else klines.push(kline);
  return kline;
}

/** A batch of trades, each series' in order of time, as klines of the base intervals, each once; `seriesOf` says whose a trade is in. */
export function foldTrades<Trade extends KlineTrade, Series extends object>(
  trades: readonly Trade[],
  seriesOf: (trade: Trade) => Series,
): (Series & { readonly base: BaseInterval } & Kline)[] {
  const klines = new Map<string, Series & { readonly base: BaseInterval } & Kline>();
  for (const trade of trades) {
    const series = seriesOf(trade);
    const name = Object.values(series).join(' ');
    for (const base of BASE_INTERVALS) {
      const key = `${name} ${base} ${klineOpenTime(base, trade.timeMs)}`;
      klines.set(key, { ...series, base, ...addTrade(base, klines.get(key) ?? null, trade) });
    }
  }
  return [...klines.values()];
}

/** A kline without trades: flat at the close before it. */
export function emptyKline(interval: KlineInterval, openTimeMs: number, previousClose: Price): Kline {
  return {
    openTimeMs,
    closeTimeMs: nextKlineOpenTime(interval, openTimeMs) - 1,
    open: previousClose,
    high: previousClose,
    low: previousClose,
    close: previousClose,
    baseVolume: 0n,
    quoteVolume: 0n,
    takerBuyBaseVolume: 0n,
    takerBuyQuoteVolume: 0n,
    tradeCount: 0,
    firstTradeId: 0,
    lastTradeId: 0,
  };
}

/** Longer klines out of shorter ones, which come in order of time; the longer interval is a multiple of the shorter. */
export function mergeKlines(interval: KlineInterval, klines: readonly Kline[]): Kline[] {
  const merged: Kline[] = [];
  for (const kline of klines) {
    const last = merged.at(-1);
    const openTimeMs = klineOpenTime(interval, kline.openTimeMs);
    if (last !== undefined && last.openTimeMs === openTimeMs) merged[merged.length - 1] = joinKlines(last, kline);
    else merged.push({ ...kline, openTimeMs, closeTimeMs: nextKlineOpenTime(interval, openTimeMs) - 1 });
  }
  return merged;
}

/**
 * The klines of an interval that open within [fromMs, toMs], oldest first: merged from `klines` (in order of time, no longer than the
 * interval), flat ones where no trade was. The last kline before `fromMs`, which is the start of one, gives the price of a gap at the beginning;
 * without it the result begins with the first kline inside. Costs what is asked for: of older klines nothing is merged or filled.
 */
export function klinesBetween(
  interval: KlineInterval,
  klines: readonly Kline[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Kline[] {
  const first = klines.findLastIndex(({ openTimeMs }) => openTimeMs < fromMs) + 1;
  const endMs = nextKlineOpenTime(interval, klineOpenTime(interval, toMs));
  const end = klines.findLastIndex(({ openTimeMs }) => openTimeMs < endMs) + 1;
  const merged = mergeKlines(interval, klines.slice(first, end));
  let close = klines[first - 1]?.close;
  const beginMs = close === undefined ? (merged[0]?.openTimeMs ?? Infinity) : fromMs;
  const filled: Kline[] = [];
  let next = 0;
  for (let openTimeMs = beginMs; openTimeMs <= toMs; openTimeMs = nextKlineOpenTime(interval, openTimeMs)) {
    const kline = merged[next];
    if (kline?.openTimeMs === openTimeMs) {
      filled.push(kline);
      close = kline.close;
      next += 1;
    } else if (close !== undefined) filled.push(emptyKline(interval, openTimeMs, close));
  }
  return filled;
}

/** Two neighbouring klines as one, with the times of the first. A kline without trades brings no price. */
export function joinKlines(first: Kline, second: Kline): Kline {
  if (second.tradeCount === 0) return first;
  const begun = first.tradeCount > 0 ? first : second;
  return {
    openTimeMs: first.openTimeMs,
    closeTimeMs: first.closeTimeMs,
    open: begun.open,
    high: higher(begun.high, second.high),
    low: lower(begun.low, second.low),
    close: second.close,
    baseVolume: first.baseVolume + second.baseVolume,
    quoteVolume: first.quoteVolume + second.quoteVolume,
    takerBuyBaseVolume: first.takerBuyBaseVolume + second.takerBuyBaseVolume,
    takerBuyQuoteVolume: first.takerBuyQuoteVolume + second.takerBuyQuoteVolume,
    tradeCount: first.tradeCount + second.tradeCount,
    firstTradeId: begun.firstTradeId,
    lastTradeId: second.lastTradeId,
  };
}

const higher = (a: Price, b: Price): Price => (a > b ? a : b);
const lower = (a: Price, b: Price): Price => (a < b ? a : b);

/** Months since January 1970, by the proleptic Gregorian calendar (days-to-civil, H. Hinnant). */
function monthOf(timeMs: number): number {
  const days = Math.floor(timeMs / DAY_MS) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const year = yearOfEra + era * 400 + (monthFromMarch >= 10 ? 1 : 0);
  const month = monthFromMarch >= 10 ? monthFromMarch - 10 : monthFromMarch + 2;
  return (year - 1970) * 12 + month;
}

/** First millisecond of a month counted from January 1970. */
function monthStart(months: number): number {
  const year = 1970 + Math.floor(months / 12);
  const month = months - Math.floor(months / 12) * 12;
  const marchYear = month < 2 ? year - 1 : year;
  const monthFromMarch = month < 2 ? month + 10 : month - 2;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return (era * 146_097 + dayOfEra - 719_468) * DAY_MS;
}
