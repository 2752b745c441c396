/** Public data of the markets as decimal text: rules, last day, book, trades and klines. */
import { formatUnits, PRICE_SCALE, RATE_SCALE } from '@agio/core/fixed';
import type { Deal, KlineRow, Pair, Ticker } from '@agio/contracts/http/markets';
import type { KlineInterval } from '@agio/core/words';
import type { Db } from '../../store/index.ts';
import {
  baseIntervalOf,
  joinKlines,
  type Kline,
  klineOpenTime,
  klinesBetween,
  type KlineTrade,
  shiftKlineOpenTime,
  type Ticker as DayFigures,
  ticker24h,
  tickerWindowStart,
} from '@agio/core';
import type { Price } from '@agio/core/fixed';
import { decimals } from '@agio/core/formulas';
import type { LiveMarket, LiveMarkets } from './live.ts';
import type { Level } from './order-book.ts';
import { storedKlinesBetween } from './kline-repo.ts';
import { type Coin, listCoins, listPairDisplays, type PairDisplay } from './display-repo.ts';

export interface KlineRange {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly limit: number;
}

export interface Displays {
  coins: readonly Coin[];
  pairs: ReadonlyMap<string, PairDisplay>;
}

export async function readDisplays(db: Db): Promise<Displays> {
  const pairs = await listPairDisplays(db);
  return { coins: await listCoins(db), pairs: new Map(pairs.map((pair) => [pair.symbol, pair])) };
}

export function lastPriceOf(market: LiveMarket): number {
  return market.prints.at(-1)?.price ?? (market.view.lastPrice || market.view.parameters.openPrice);
}

/** Never behind the newest trade, whatever the clock does. */
export function nowOf(market: LiveMarket): number {
  return Math.max(Date.now(), market.prints.at(-1)?.timeMs ?? 0);
}

/** The day without its running minute: the same for a minute long, so it is added up once. */
const endedMinutes = new WeakMap<LiveMarket, { readonly key: string; readonly whole: Kline | null }>();

export function dayOf(market: LiveMarket): DayFigures {
  const now = nowOf(market);
  const minutes = market.klines['1m'];
  const minute = klineOpenTime('1m', now);
  const ended = minutes.at(-1)?.openTimeMs === minute ? minutes.length - 1 : minutes.length;
  const key = `${minute} ${minutes[ended - 1]?.lastTradeId ?? 0}`;
  let known = endedMinutes.get(market);
  if (known?.key !== key) {
    const start = tickerWindowStart(now);
    const inside = minutes.slice(0, ended).filter((kline) => kline.openTimeMs >= start);
    known = { key, whole: inside.length > 0 ? inside.reduce(joinKlines) : null };
    endedMinutes.set(market, known);
  }
  const klines = [...(known.whole ? [known.whole] : []), ...minutes.slice(ended)];
  return ticker24h(klines, now, lastPriceOf(market) as Price, market);
}

export const priceText = (price: number | bigint): string => formatUnits(price, PRICE_SCALE);
export const rateText = (rate: number | bigint): string => formatUnits(rate, RATE_SCALE);

export function levelTexts(market: LiveMarket, levels: readonly Level[]): [string, string][] {
  return levels.map(([price, quantity]) => [priceText(price), formatUnits(quantity, market.baseScale)]);
}

export function tickerOf(market: LiveMarket): Ticker {
  const day = dayOf(market);
  const [bid] = market.book.bids;
  const [ask] = market.book.asks;
  return {
    symbol: market.view.symbol,
    lastPrice: priceText(day.last),
    openPrice: priceText(day.open),
    highPrice: priceText(day.high),
    lowPrice: priceText(day.low),
    volume: formatUnits(day.baseVolume, market.baseScale),
    quoteVolume: formatUnits(day.quoteVolume, market.quoteScale),
    change: priceText(day.change),
    changePercent: formatUnits(day.changePercentHundredths, 2),
    bidPrice: priceText(bid?.[0] ?? 0),
    bidQty: formatUnits(bid?.[1] ?? 0, market.baseScale),
    askPrice: priceText(ask?.[0] ?? 0),
    askQty: formatUnits(ask?.[1] ?? 0, market.baseScale),
    status: market.view.status,
    time: nowOf(market),
  };
}

export function dealOf(market: LiveMarket, print: KlineTrade): Deal {
  return {
    id: print.tradeId,
    price: priceText(print.price),
    qty: formatUnits(print.quantity, market.baseScale),
    time: print.timeMs,
    isBuyerMaker: print.takerSide === 'SELL',
  };
}

export function klineRow(market: LiveMarket, kline: Kline): KlineRow {
  return [
    kline.openTimeMs,
    priceText(kline.open),
    priceText(kline.high),
    priceText(kline.low),
    priceText(kline.close),
    formatUnits(kline.baseVolume, market.baseScale),
    kline.closeTimeMs,
    formatUnits(kline.quoteVolume, market.quoteScale),
    kline.tradeCount,
    formatUnits(kline.takerBuyBaseVolume, market.baseScale),
    formatUnits(kline.takerBuyQuoteVolume, market.quoteScale),
  ];
}

export function pairOf(market: LiveMarket, displays: Displays): Pair {
  const { view, baseScale, quoteScale } = market;
  const { parameters } = view;
  const display = displays.pairs.get(view.symbol);
  return {
    symbol: view.symbol,
    base: view.base,
    quote: view.quote,
    baseName: displays.coins.find((coin) => coin.asset === view.base)?.fullName ?? view.base,
    basePrecision: decimals(parameters.stepSize, baseScale),
    quotePrecision: decimals(parameters.tickSize, PRICE_SCALE),
    tickSize: priceText(parameters.tickSize),
    stepSize: formatUnits(parameters.stepSize, baseScale),
    minVolume: formatUnits(parameters.minVolume, baseScale),
    maxVolume: formatUnits(parameters.maxVolume, baseScale),
    minAmount: formatUnits(parameters.minAmount, quoteScale),
    maxAmount: formatUnits(parameters.maxAmount, quoteScale),
    maxLimitOrderAmount: formatUnits(parameters.maxLimitOrderAmount, quoteScale),
    maxMarketOrderAmount: formatUnits(parameters.maxMarketOrderAmount, quoteScale),
    minPrice: priceText(parameters.minPrice),
    maxPrice: priceText(parameters.maxPrice),
    maxSlippage: rateText(parameters.maxSlippage),
    premiumFactor: rateText(parameters.premiumFactor),
    minBuyPriceOffset: rateText(parameters.minBuyPriceOffset),
    maxSellPriceOffset: rateText(parameters.maxSellPriceOffset),
    priceProtectScope: rateText(parameters.priceProtectScope),
    makerFeeRate: rateText(parameters.makerFeeRate),
    takerFeeRate: rateText(parameters.takerFeeRate),
    feeMode: parameters.feeMode,
    hasFeeException: parameters.hasFeeException ?? false,
    isHot: display?.isHot ?? false,
    isRecommend: display?.isRecommend ?? false,
    sort: display?.sort ?? 0,
    tradeArea: display?.tradeArea ?? view.quote,
    status: view.status,
    openTime: parameters.openTimeMs,
  };
}

/**
 * Open ones first, recommended first, then by sort, base and quote: the order of pairs wherever the site lists them. One whose trading
 * pauses keeps its place, so that who looks for it finds it, with the word that it is halted.
 */
export function pairOrder(a: Pair, b: Pair): number {
  const isOpen = ({ status }: Pair): number => (status === 'PRE_OPEN' || status === 'DELISTED' ? 1 : 0);
  const compare = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);
  return (
    isOpen(a) - isOpen(b) ||
    Number(b.isRecommend) - Number(a.isRecommend) ||
    a.sort - b.sort ||
    compare(a.base, b.base) ||
    compare(a.quote, b.quote)
  );
}

/** Klines of the range, oldest first, gaps filled, the running one included. Without a start: the newest ones. */
export async function readKlines(
  db: Db,
  market: LiveMarket,
  interval: KlineInterval,
  range: KlineRange,
): Promise<Kline[]> {
  const base = baseIntervalOf(interval);
  const first = market.firstKline[base];
  if (first === null) return [];
  const oldest = klineOpenTime(interval, first);
  const now = nowOf(market);
  const newest = klineOpenTime(interval, Math.min(range.endTime ?? now, now));
  let from = shiftKlineOpenTime(interval, newest, 1 - range.limit);
  if (range.startTime !== undefined) {
    from = klineOpenTime(interval, range.startTime);
    if (from < range.startTime) from = shiftKlineOpenTime(interval, from, 1);
  }
  from = Math.max(from, oldest);
  const to = Math.min(newest, shiftKlineOpenTime(interval, from, range.limit - 1));
  if (from > to) return [];
  const known = await klinesFor(db, market, interval, from, shiftKlineOpenTime(interval, to, 1));
  return klinesBetween(interval, known, { fromMs: from, toMs: to });
}

/**
 * What the klines of an interval that open in [from, to) are made of: from SQL merged ones, from memory, which is newer than SQL, those
 * that are kept; and the last one before them.
 */
async function klinesFor(
  db: Db,
  market: LiveMarket,
  interval: KlineInterval,
  from: number,
  to: number,
): Promise<Kline[]> {
  const base = baseIntervalOf(interval);
  const kept = market.klines[base];
  const keptFrom = kept[0]?.openTimeMs ?? Number.MAX_SAFE_INTEGER;
  const upTo = kept.filter((kline) => kline.openTimeMs < to);
  const start = Math.max(
    0,
    upTo.findLastIndex((kline) => kline.openTimeMs < from),
  );
  if (keptFrom <= from || keptFrom === market.firstKline[base]) return upTo.slice(start);
  const older = await storedKlinesBetween(db, market.view.symbol, interval, from, Math.min(to, keptFrom));
  return [...older, ...upTo.slice(start)];
}

/** Pairs in display order. */
export function pairsOf(live: LiveMarkets, displays: Displays): Pair[] {
  return [...live.markets.values()]
    .filter((market) => displays.pairs.get(market.view.symbol)?.isShow ?? true)
    .map((market) => pairOf(market, displays))
    .sort(pairOrder);
}
