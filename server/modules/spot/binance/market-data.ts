/** The dialect's public reads: rules, book, trades, klines, day figures. */
import { DIALECT_KLINES } from '@agio/contracts/kline-weight';
import type { z } from 'zod';
import type * as shape from '@agio/contracts/http/binance-shapes';
import { KLINE_INTERVALS, type KlineInterval, SPOT_STP_MODES } from '@agio/core/words';
import { DialectError } from '@agio/contracts/errors';
import { averagePrice, type KlineTrade } from '@agio/core';
import { formatUnits, RATE_SCALE } from '@agio/core/fixed';
import { ICEBERG_PARTS, MAX_CONDITIONAL, MAX_ICEBERG, TRAILING_BIPS } from '@agio/core/formulas';
import { integer, limitOf, missing, oneOf, type Parameters, required } from '../../../dialect/parameters.ts';
import { ORDER_LIMITS } from '../order-rate.ts';
import { WEIGHT_PER_MINUTE } from '../../../limits/request-weight.ts';
import {
  dayOf,
  klineRow,
  lastPriceOf,
  levelTexts,
  type LiveMarket,
  type Markets,
  nowOf,
  priceText,
} from '../../markets/index.ts';
import { marketOf, marketsOf } from './named-markets.ts';
import { ORDER_TYPES } from './order-request.ts';

const AVERAGE_MINUTES = 5;
const STATUS: Readonly<Record<LiveMarket['view']['status'], string>> = {
  PRE_OPEN: 'PRE_TRADING',
  TRADING: 'TRADING',
  HALTED: 'HALT',
  POST_ONLY: 'TRADING',
  MAINTENANCE: 'BREAK',
  DELISTED: 'BREAK',
};
const RATE_LIMITS = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: WEIGHT_PER_MINUTE },
  ...ORDER_LIMITS,
];

type Output<Schema extends z.ZodType> = z.output<Schema>;

export interface MarketData {
  exchangeInfo(params: Parameters): Promise<Output<typeof shape.exchangeInfo>>;
  depth(params: Parameters): Promise<Output<typeof shape.depth>>;
  trades(params: Parameters): Promise<Output<typeof shape.trade>[]>;
  historicalTrades(params: Parameters): Promise<Output<typeof shape.trade>[]>;
  aggTrades(params: Parameters): Promise<Output<typeof shape.aggTrade>[]>;
  klines(params: Parameters): Promise<Output<typeof shape.kline>[]>;
  ticker24hr(params: Parameters): Promise<Output<typeof shape.ticker24hr> | Output<typeof shape.ticker24hr>[]>;
  tickerPrice(params: Parameters): Promise<Output<typeof shape.tickerPrice> | Output<typeof shape.tickerPrice>[]>;
  bookTicker(params: Parameters): Promise<Output<typeof shape.bookTicker> | Output<typeof shape.bookTicker>[]>;
  avgPrice(params: Parameters): Promise<Output<typeof shape.avgPrice>>;
}

export function createMarketData(markets: Markets): MarketData {
  const { live } = markets;
  const each = <Item>(params: Parameters, make: (market: LiveMarket) => Item): Item | Item[] => {
    const chosen = marketsOf(live, params);
    return Array.isArray(chosen) ? chosen.map(make) : make(chosen);
  };
  return {
    async exchangeInfo(params) {
      const chosen = marketsOf(live, params);
      const symbols = (Array.isArray(chosen) ? chosen : [chosen]).map(symbolInfo);
      return { timezone: 'UTC', serverTime: Date.now(), rateLimits: RATE_LIMITS, exchangeFilters: [], symbols };
    },
    async depth(params) {
      const market = marketOf(live, params);
      const limit = limitOf(params, 100, 5000);
      const { updateId, bids, asks } = market.book;
      return {
        lastUpdateId: updateId,
        bids: levelTexts(market, bids.slice(0, limit)),
        asks: levelTexts(market, asks.slice(0, limit)),
      };
    },
    async trades(params) {
      const market = marketOf(live, params);
      return market.prints.slice(-limitOf(params, 500, 1000)).map((print) => tradeOf(market, print));
    },
    async historicalTrades(params) {
      const market = marketOf(live, params);
      const prints = await readPrints(markets, market, { ...params, startTime: undefined, endTime: undefined });
      return prints.map((print) => tradeOf(market, print));
    },
    async aggTrades(params) {
      const market = marketOf(live, params);
      const prints = await readPrints(markets, market, params);
      return prints.map((print) => aggTradeOf(market, print));
    },
    async klines(params) {
      const market = marketOf(live, params);
      const interval = intervalOf(params);
      const range = {
        startTime: integer(params, 'startTime') ?? undefined,
        endTime: integer(params, 'endTime') ?? undefined,
        limit: limitOf(params, DIALECT_KLINES.usual, DIALECT_KLINES.most),
      };
      const klines = await markets.klines(market.view.symbol, interval, range);
      return klines.map((kline) => [...klineRow(market, kline), '0'] as const).map((row) => [...row]);
    },
    ticker24hr: async (params) => each(params, tickerOf),
    tickerPrice: async (params) =>
      each(params, (market) => ({ symbol: market.view.symbol, price: priceText(lastPriceOf(market)) })),
    bookTicker: async (params) => each(params, bookTickerOf),
    async avgPrice(params) {
      const market = marketOf(live, params);
      const since = nowOf(market) - AVERAGE_MINUTES * 60_000;
      const prints = market.prints.filter((print) => print.timeMs >= since);
      const quantity = prints.reduce((sum, print) => sum + BigInt(print.quantity), 0n);
      const amount = prints.reduce((sum, print) => sum + BigInt(print.amount), 0n);
      const average = averagePrice(quantity, amount, market);
      const price = priceText(average === 0 ? lastPriceOf(market) : average);
      return { mins: AVERAGE_MINUTES, price, closeTime: market.prints.at(-1)?.timeMs ?? nowOf(market) };
    },
  };
}

function intervalOf(params: Parameters): KlineInterval {
  required(params, 'interval');
  const interval = oneOf(params, 'interval', KLINE_INTERVALS, () => new DialectError(400, -1120, 'Invalid interval.'));
  if (!interval) throw missing('interval');
  return interval;
}

/** From an id on, or within two moments, oldest first; else the newest. Memory knows what SQL does not have yet. */
async function readPrints(markets: Markets, market: LiveMarket, params: Parameters): Promise<KlineTrade[]> {
  const limit = limitOf(params, 500, 1000);
  const fromId = integer(params, 'fromId');
  const startTime = integer(params, 'startTime');
  const endTime = integer(params, 'endTime');
  const { symbol } = market.view;
  const kept = market.prints;
  const oldest = kept[0];
  const isInside = (print: KlineTrade): boolean =>
    (fromId === null || print.tradeId >= fromId) &&
    (startTime === null || print.timeMs >= startTime) &&
    (endTime === null || print.timeMs <= endTime);
  if (fromId === null && startTime === null) {
    const newest = kept.filter(isInside).slice(-limit);
    if (newest.length === limit || endTime === null || !oldest || oldest.tradeId === 1) return newest;
    return await markets.printsUntil(symbol, endTime, limit);
  }
  const isKept =
    !oldest || oldest.tradeId === 1 || (fromId !== null ? oldest.tradeId <= fromId : oldest.timeMs < (startTime ?? 0));
  if (isKept) return kept.filter(isInside).slice(0, limit);
  const stored =
    fromId !== null
      ? (await markets.printsFromId(symbol, fromId, limit)).filter(isInside)
      : await markets.printsBetween(symbol, startTime ?? 0, endTime ?? Number.MAX_SAFE_INTEGER, limit);
  const lastStored = stored.at(-1)?.tradeId ?? 0;
  return [...stored, ...kept.filter((print) => print.tradeId > lastStored && isInside(print))].slice(0, limit);
}

function tradeOf(market: LiveMarket, print: KlineTrade): Output<typeof shape.trade> {
  return {
    id: print.tradeId,
    price: priceText(print.price),
    qty: formatUnits(print.quantity, market.baseScale),
    quoteQty: formatUnits(print.amount, market.quoteScale),
    time: print.timeMs,
    isBuyerMaker: print.takerSide === 'SELL',
    isBestMatch: true,
  };
}

/** Every trade is an aggregate of itself: ids are the same in both lists. */
function aggTradeOf(market: LiveMarket, print: KlineTrade): Output<typeof shape.aggTrade> {
  return {
    a: print.tradeId,
    p: priceText(print.price),
    q: formatUnits(print.quantity, market.baseScale),
    f: print.tradeId,
    l: print.tradeId,
    T: print.timeMs,
    m: print.takerSide === 'SELL',
    M: true,
  };
}

function bookTickerOf(market: LiveMarket): Output<typeof shape.bookTicker> {
  const [bid] = market.book.bids;
  const [ask] = market.book.asks;
  return {
    symbol: market.view.symbol,
    bidPrice: priceText(bid?.[0] ?? 0),
    bidQty: formatUnits(bid?.[1] ?? 0, market.baseScale),
    askPrice: priceText(ask?.[0] ?? 0),
    askQty: formatUnits(ask?.[1] ?? 0, market.baseScale),
  };
}

function tickerOf(market: LiveMarket): Output<typeof shape.ticker24hr> {
  const day = dayOf(market);
  const lastTradeId = market.prints.at(-1)?.tradeId ?? 0;
  return {
    ...bookTickerOf(market),
    priceChange: priceText(day.change),
    priceChangePercent: formatUnits(day.changePercentHundredths, 2),
    weightedAvgPrice: priceText(day.averagePrice === 0 ? day.last : day.averagePrice),
    prevClosePrice: priceText(day.open),
    lastPrice: priceText(day.last),
    lastQty: formatUnits(market.prints.at(-1)?.quantity ?? 0, market.baseScale),
    openPrice: priceText(day.open),
    highPrice: priceText(day.high),
    lowPrice: priceText(day.low),
    volume: formatUnits(day.baseVolume, market.baseScale),
    quoteVolume: formatUnits(day.quoteVolume, market.quoteScale),
    openTime: day.openTimeMs,
    closeTime: nowOf(market),
    firstId: day.tradeCount === 0 ? lastTradeId : day.firstTradeId,
    lastId: day.tradeCount === 0 ? lastTradeId : day.lastTradeId,
    count: day.tradeCount,
  };
}

/** 1 + a rate, as text. */
const multiplier = (rate: number): string => formatUnits(10 ** RATE_SCALE + rate, RATE_SCALE);

function symbolInfo(market: LiveMarket): shape.SymbolInfo {
  const { view, baseScale, quoteScale } = market;
  const { parameters } = view;
  return {
    symbol: view.symbol,
    status: STATUS[view.status],
    baseAsset: view.base,
    baseAssetPrecision: baseScale,
    quoteAsset: view.quote,
    quotePrecision: quoteScale,
    quoteAssetPrecision: quoteScale,
    baseCommissionPrecision: baseScale,
    quoteCommissionPrecision: quoteScale,
    orderTypes: [...ORDER_TYPES],
    icebergAllowed: true,
    ocoAllowed: true,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(market),
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: parameters.defaultStpMode,
    allowedSelfTradePreventionModes: [...SPOT_STP_MODES],
  };
}

function filtersOf({ view: { parameters }, baseScale, quoteScale }: LiveMarket): shape.SymbolInfo['filters'] {
  const lot = {
    minQty: formatUnits(parameters.minVolume, baseScale),
    maxQty: formatUnits(parameters.maxVolume, baseScale),
    stepSize: formatUnits(parameters.stepSize, baseScale),
  };
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: priceText(parameters.minPrice),
      maxPrice: priceText(parameters.maxPrice),
      tickSize: priceText(parameters.tickSize),
    },
    { filterType: 'LOT_SIZE', ...lot },
    { filterType: 'MARKET_LOT_SIZE', ...lot },
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: multiplier(parameters.priceProtectScope),
      bidMultiplierDown: multiplier(parameters.minBuyPriceOffset),
      askMultiplierUp: multiplier(parameters.maxSellPriceOffset),
      askMultiplierDown: multiplier(-parameters.priceProtectScope),
      // 0: measured from the last price.
      avgPriceMins: 0,
    },
    {
      filterType: 'NOTIONAL',
      minNotional: formatUnits(parameters.minAmount, quoteScale),
      applyMinToMarket: true,
      maxNotional: formatUnits(parameters.maxAmount, quoteScale),
      applyMaxToMarket: true,
      avgPriceMins: 0,
    },
    { filterType: 'ICEBERG_PARTS', limit: ICEBERG_PARTS },
    {
      filterType: 'TRAILING_DELTA',
      minTrailingAboveDelta: TRAILING_BIPS.least,
      maxTrailingAboveDelta: TRAILING_BIPS.most,
      minTrailingBelowDelta: TRAILING_BIPS.least,
      maxTrailingBelowDelta: TRAILING_BIPS.most,
    },
    ...countFilters(parameters),
  ];
}

/** A limit of 0 means no limit, so it is not listed. */
function countFilters({
  maxOpenOrders,
  maxConditional = MAX_CONDITIONAL,
  maxIceberg = MAX_ICEBERG,
}: LiveMarket['view']['parameters']): shape.SymbolInfo['filters'] {
  return [
    ...(maxOpenOrders ? [{ filterType: 'MAX_NUM_ORDERS' as const, maxNumOrders: maxOpenOrders }] : []),
    ...(maxConditional ? [{ filterType: 'MAX_NUM_ALGO_ORDERS' as const, maxNumAlgoOrders: maxConditional }] : []),
    ...(maxIceberg ? [{ filterType: 'MAX_NUM_ICEBERG_ORDERS' as const, maxNumIcebergOrders: maxIceberg }] : []),
  ];
}
