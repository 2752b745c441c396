/** Public data of USDT perpetuals: rules, prices, book, trades, klines, funding. */
import { KLINE_INTERVALS } from '@agio/core/words';
import { z } from 'zod';
import { klineWeight } from '../kline-weight.ts';
import { endpoint, type Permission } from '../endpoint.ts';
import { decimal, page, pageSize, priceSource, signedDecimal, symbol, timeMs, wholeNumber } from '../types.ts';
import { contract, fundMovement, futuresKline, futuresTicker, publicLiquidation } from './futures-shapes.ts';
import { bookLevel, deal } from './markets.ts';

const anyone: Permission = { kind: 'public' };

export const futuresTickers = endpoint({
  method: 'GET',
  path: '/futures/market/tickers/aggregate',
  summary: 'Day figures, mark, index, funding and open interest of every contract',
  permission: anyone,
  isMarketData: true,
  data: z.object({ tickers: z.array(futuresTicker) }),
});

export const futuresSymbol = endpoint({
  method: 'GET',
  path: '/futures/market/symbol',
  summary: 'Rules of one contract, or of all',
  permission: anyone,
  isMarketData: true,
  query: z.object({ symbol: symbol.optional() }),
  data: z.object({ symbols: z.array(contract) }),
});

export const futuresDepth = endpoint({
  method: 'GET',
  path: '/futures/market/depth',
  summary: 'The book: best levels first',
  permission: anyone,
  isMarketData: true,
  query: z.object({ symbol, limit: wholeNumber(1, 1000).default(100) }),
  data: z.object({ symbol, u: z.int(), bids: z.array(bookLevel), asks: z.array(bookLevel), time: timeMs }),
});

export const futuresDeals = endpoint({
  method: 'GET',
  path: '/futures/market/deals',
  summary: 'The newest public trades, newest first',
  permission: anyone,
  isMarketData: true,
  query: z.object({ symbol, limit: wholeNumber(1, 500).default(50) }),
  data: z.object({ deals: z.array(deal) }),
});

export const futuresKlines = endpoint({
  method: 'GET',
  path: '/futures/market/klines',
  summary: 'Candles of the last price, the mark or the index, oldest first',
  permission: anyone,
  isMarketData: true,
  query: z.object({
    symbol,
    interval: z.enum(KLINE_INTERVALS),
    source: priceSource.default('LAST'),
    endTime: wholeNumber(0).optional(),
    limit: wholeNumber(1, 1000).default(500),
  }),
  data: z.object({ klines: z.array(futuresKline) }),
  /** All that they are merged from is in memory, and little. */
  moreWeight: (_body, { limit }) => klineWeight('1m', limit),
});

export const fundingHistory = endpoint({
  method: 'GET',
  path: '/futures/market/funding-history',
  summary: 'Settled funding rates of a contract, newest first',
  permission: anyone,
  isMarketData: true,
  query: z.object({ symbol, page, pageSize }),
  data: z.object({
    items: z.array(z.object({ symbol, rate: signedDecimal, markPrice: decimal, time: timeMs })),
    total: z.int(),
  }),
});

export const liquidations = endpoint({
  method: 'GET',
  path: '/futures/market/liquidations',
  summary: 'What was closed by liquidation, of one contract or of all, newest first; nobody is named',
  permission: anyone,
  isMarketData: true,
  query: z.object({ symbol: symbol.optional(), page, pageSize }),
  data: z.object({
    items: z.array(publicLiquidation),
    total: z.int(),
  }),
});

export const insuranceFund = endpoint({
  method: 'GET',
  path: '/futures/market/insurance-fund',
  summary: 'What the insurance fund holds',
  permission: anyone,
  isMarketData: true,
  data: z.object({ asset: z.string(), balance: decimal }),
});

export const insuranceFundDays = endpoint({
  method: 'GET',
  path: '/futures/market/insurance-fund/days',
  summary: 'What the insurance fund held at the end of each day (UTC), oldest first; the last is today so far',
  permission: anyone,
  isMarketData: true,
  query: z.object({ days: wholeNumber(1, 365).default(90) }),
  data: z.object({
    asset: z.string(),
    items: z.array(z.object({ day: z.iso.date(), balance: decimal })),
    /** What the fund held before the first of these days, or before its first known payment where the history begins; null: not known. */
    opening: decimal.nullable(),
  }),
});

export const insuranceFundMovements = endpoint({
  method: 'GET',
  path: '/futures/market/insurance-fund/movements',
  summary: 'Each payment into the insurance fund and out of it, of one day (UTC) or of all, newest first',
  permission: anyone,
  isMarketData: true,
  query: z.object({ day: z.iso.date().optional(), page, pageSize }),
  data: z.object({
    asset: z.string(),
    items: z.array(fundMovement),
    total: z.int(),
    /** From when on payments are kept; null: all that there ever were. */
    since: timeMs.nullable(),
  }),
});

export const futuresPoll = endpoint({
  method: 'POST',
  path: '/futures/subscribe',
  summary: 'The newest message of each channel, for a page whose public socket is down',
  permission: anyone,
  isMarketData: true,
  body: z.object({
    channels: z
      .array(z.object({ channel: z.string().max(40), params: z.record(z.string(), z.unknown()).default({}) }))
      .max(50)
      .default([]),
  }),
  data: z.object({
    messages: z.array(z.object({ channel: z.string(), params: z.record(z.string(), z.unknown()), data: z.unknown() })),
  }),
  /** Each costs as much as a call of its own. */
  moreWeight: ({ channels }) => Math.max(0, channels.length - 1),
});
