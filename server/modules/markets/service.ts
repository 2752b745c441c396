/** What the markets show, as decimal text: rules, last day, book, trades and candles. */
import { formatUnits, PRICE_SCALE, RATE_SCALE } from '@agio/core/fixed';
import type { Deal, KlineInterval, KlineRow, Pair, Ticker } from '@agio/contracts/http/markets';
import type { Db } from '../../store/index.ts';
import {
  type Bar,
  barClose,
  barOpen,
  type BaseInterval,
  baseOf,
  fillGaps,
  mergeBars,
  mergeTo,
  type Print,
  shiftBar,
} from './candles.ts';
import type { LiveMarket, LiveMarkets } from './live.ts';
import type { Level } from './order-book.ts';
import { barsBetween } from './bar-repo.ts';
import { type Coin, listCoins, listPairDisplays, type PairDisplay } from './display-repo.ts';
import { changePercentHundredths, type RollingDay, rollingDay, windowStart } from './ticker.ts';

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
const endedMinutes = new WeakMap<LiveMarket, { readonly key: string; readonly whole: Bar | null }>();

export function dayOf(market: LiveMarket): RollingDay {
  const now = nowOf(market);
  const minutes = market.bars['1m'];
  const minute = barOpen('1m', now);
  const ended = minutes.at(-1)?.openTime === minute ? minutes.length - 1 : minutes.length;
  const key = `${minute} ${minutes[ended - 1]?.lastId ?? 0}`;
  let known = endedMinutes.get(market);
  if (known?.key !== key) {
    const start = windowStart(now);
    const inside = minutes.slice(0, ended).filter((bar) => bar.openTime >= start);
    known = { key, whole: inside.length > 0 ? inside.reduce(mergeBars) : null };
    endedMinutes.set(market, known);
  }
  const bars = [...(known.whole ? [known.whole] : []), ...minutes.slice(ended)];
  return rollingDay(bars, now, lastPriceOf(market), market.prints.at(-1)?.tradeId ?? 0);
}

export const priceText = (price: number | bigint): string => formatUnits(price, PRICE_SCALE);
const rateText = (rate: number): string => formatUnits(rate, RATE_SCALE);

export function decimalsOf(units: number, scale: number): number {
  return formatUnits(units, scale).split('.')[1]?.length ?? 0;
}

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
    volume: formatUnits(day.volume, market.baseScale),
    quoteVolume: formatUnits(day.quoteVolume, market.quoteScale),
    change: priceText(day.last - day.open),
    changePercent: formatUnits(changePercentHundredths(day.open, day.last), 2),
    bidPrice: priceText(bid?.[0] ?? 0),
    bidQty: formatUnits(bid?.[1] ?? 0, market.baseScale),
    askPrice: priceText(ask?.[0] ?? 0),
    askQty: formatUnits(ask?.[1] ?? 0, market.baseScale),
    time: day.closeTime,
  };
}

export function dealOf(market: LiveMarket, print: Print): Deal {
  return {
    id: print.tradeId,
    price: priceText(print.price),
    qty: formatUnits(print.quantity, market.baseScale),
    time: print.timeMs,
    isBuyerMaker: print.takerSide === 'SELL',
  };
}

export function klineRow(market: LiveMarket, interval: KlineInterval, bar: Bar): KlineRow {
  return [
    bar.openTime,
    priceText(bar.open),
    priceText(bar.high),
    priceText(bar.low),
    priceText(bar.close),
    formatUnits(bar.volume, market.baseScale),
    barClose(interval, bar.openTime),
    formatUnits(bar.quoteVolume, market.quoteScale),
    bar.count,
    formatUnits(bar.takerBuyBase, market.baseScale),
    formatUnits(bar.takerBuyQuote, market.quoteScale),
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
    basePrecision: decimalsOf(parameters.stepSize, baseScale),
    quotePrecision: decimalsOf(parameters.tickSize, PRICE_SCALE),
    tickSize: priceText(parameters.tickSize),
    stepSize: formatUnits(parameters.stepSize, baseScale),
    minVolume: formatUnits(parameters.minVolume, baseScale),
    maxVolume: formatUnits(parameters.maxVolume, baseScale),
    minAmount: formatUnits(parameters.minAmount, quoteScale),
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

/** Open ones first, recommended first, then by sort, base and quote (the site's pair order). */
export function pairOrder(a: Pair, b: Pair): number {
  const isOpen = (pair: Pair): number => (pair.status === 'TRADING' ? 0 : 1);
  const compare = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);
  return (
    isOpen(a) - isOpen(b) ||
    Number(b.isRecommend) - Number(a.isRecommend) ||
    a.sort - b.sort ||
    compare(a.base, b.base) ||
    compare(a.quote, b.quote)
  );
}

/** Bars of the range, oldest first, gaps filled, the running one included. Without a start: the newest ones. */
export async function readKlines(
  db: Db,
  market: LiveMarket,
  interval: KlineInterval,
  range: KlineRange,
): Promise<Bar[]> {
  const base = baseOf(interval);
  const first = market.firstBar[base];
  if (first === null) return [];
  const oldest = barOpen(interval, first);
  const now = nowOf(market);
  const newest = barOpen(interval, Math.min(range.endTime ?? now, now));
  let from = shiftBar(interval, newest, 1 - range.limit);
  if (range.startTime !== undefined) {
    from = barOpen(interval, range.startTime);
    if (from < range.startTime) from = shiftBar(interval, from, 1);
  }
  from = Math.max(from, oldest);
  const to = Math.min(newest, shiftBar(interval, from, range.limit - 1));
  if (from > to) return [];
  const stored = await storedBars(db, market, base, from, shiftBar(interval, to, 1));
  const before = stored.findLast((bar) => bar.openTime < from) ?? null;
  const inside = mergeTo(
    interval,
    stored.filter((bar) => bar.openTime >= from),
  );
  return fillGaps(interval, inside, from, to, before);
}

/** Bars that open in [from, to) and the last one before them. What is in memory is newer than SQL. */
async function storedBars(db: Db, market: LiveMarket, base: BaseInterval, from: number, to: number): Promise<Bar[]> {
  const kept = market.bars[base];
  const keptFrom = kept[0]?.openTime ?? Number.MAX_SAFE_INTEGER;
  const upTo = kept.filter((bar) => bar.openTime < to);
  const start = Math.max(
    0,
    upTo.findLastIndex((bar) => bar.openTime < from),
  );
  if (keptFrom <= from || keptFrom === market.firstBar[base]) return upTo.slice(start);
  const older = await barsBetween(db, market.view.symbol, base, from, Math.min(to, keptFrom));
  return [...older, ...upTo.slice(start)];
}

/** Pairs in display order. */
export function pairsOf(live: LiveMarkets, displays: Displays): Pair[] {
  return [...live.markets.values()]
    .filter((market) => displays.pairs.get(market.view.symbol)?.isShow ?? true)
    .map((market) => pairOf(market, displays))
    .sort(pairOrder);
}
