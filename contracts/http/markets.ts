/** What can be traded and what it trades at: pairs, tickers, book, public trades, klines. All of it is public. */
import { KLINE_INTERVALS, MARKET_STATUSES } from '@agio/core/words';
import { z } from 'zod';
import { klineWeight } from '../kline-weight.ts';
import { endpoint, type Permission } from '../endpoint.ts';
import { decimal, feeMode, freeText, page, pageSize, signedDecimal, symbol, timeMs, wholeNumber } from '../types.ts';
import { contract } from './futures-shapes.ts';

const anyone: Permission = { kind: 'public' };

export const marketStatus = z.enum(MARKET_STATUSES);

const pair = z.object({
  symbol,
  base: z.string(),
  quote: z.string(),
  baseName: z.string(),
  /** Decimals of an amount and of a price. */
  basePrecision: z.int(),
  quotePrecision: z.int(),
  tickSize: decimal,
  stepSize: decimal,
  minVolume: decimal,
  maxVolume: decimal,
  minAmount: decimal,
  /** "0": no limit, as of the other largest ones. */
  maxAmount: decimal,
  maxLimitOrderAmount: decimal,
  maxMarketOrderAmount: decimal,
  minPrice: decimal,
  maxPrice: decimal,
  maxSlippage: decimal,
  premiumFactor: decimal,
  minBuyPriceOffset: signedDecimal,
  maxSellPriceOffset: decimal,
  priceProtectScope: decimal,
  makerFeeRate: signedDecimal,
  takerFeeRate: decimal,
  feeMode,
  /** Everyone pays these rates, whatever their own are. */
  hasFeeException: z.boolean(),
  isHot: z.boolean(),
  isRecommend: z.boolean(),
  sort: z.int(),
  /** Comma-separated. */
  tradeArea: z.string(),
  status: marketStatus,
  openTime: timeMs,
});
export type Pair = z.output<typeof pair>;

export const pairs = endpoint({
  method: 'GET',
  path: '/web/spot/pairs',
  summary: 'Every spot market with its rules, in display order',
  permission: anyone,
  isMarketData: true,
  data: z.object({ pairs: z.array(pair) }),
});

export const ticker = z.object({
  symbol,
  lastPrice: decimal,
  openPrice: decimal,
  highPrice: decimal,
  lowPrice: decimal,
  volume: decimal,
  quoteVolume: decimal,
  change: signedDecimal,
  changePercent: signedDecimal,
  /** "0" where that side of the book is empty. */
  bidPrice: decimal,
  bidQty: decimal,
  askPrice: decimal,
  askQty: decimal,
  /** What the market takes now (trading A8); it changes while its page is open. */
  status: marketStatus,
  time: timeMs,
});
export type Ticker = z.output<typeof ticker>;

export const tickers = endpoint({
  method: 'GET',
  path: '/web/spot/tickers',
  summary: 'The last 24 hours of every market',
  permission: anyone,
  isMarketData: true,
  data: z.object({ tickers: z.array(ticker) }),
});

/** [price, quantity] */
export const bookLevel = z.tuple([decimal, decimal]);

export const depth = endpoint({
  method: 'GET',
  path: '/web/spot/depth',
  summary: 'The order book, best price first',
  permission: anyone,
  isMarketData: true,
  query: z.object({ symbol, limit: wholeNumber(1, 1000).default(100) }),
  data: z.object({ symbol, lastUpdateId: z.int(), bids: z.array(bookLevel), asks: z.array(bookLevel) }),
});

export const deal = z.object({
  id: z.int(),
  price: decimal,
  qty: decimal,
  time: timeMs,
  isBuyerMaker: z.boolean(),
});
export type Deal = z.output<typeof deal>;

export const deals = endpoint({
  method: 'GET',
  path: '/web/spot/deals',
  summary: 'The newest public trades, newest first',
  permission: anyone,
  isMarketData: true,
  query: z.object({ symbol, limit: wholeNumber(1, 500).default(50) }),
  data: z.object({ deals: z.array(deal) }),
});

/** openTime, open, high, low, close, volume, closeTime, quoteVolume, count, takerBuyBase, takerBuyQuote */
export const kline = z.tuple([
  timeMs,
  decimal,
  decimal,
  decimal,
  decimal,
  decimal,
  timeMs,
  decimal,
  z.int(),
  decimal,
  decimal,
]);
export type KlineRow = z.output<typeof kline>;

export const klines = endpoint({
  method: 'GET',
  path: '/kline/spot',
  summary: 'Candles, oldest first, gaps filled flat, the running one included',
  permission: anyone,
  isMarketData: true,
  query: z.object({
    symbol,
    interval: z.enum(KLINE_INTERVALS),
    startTime: wholeNumber(0).optional(),
    endTime: wholeNumber(0).optional(),
    limit: wholeNumber(1, 1500).default(500),
  }),
  data: z.object({ klines: z.array(kline) }),
  moreWeight: (_body, { interval, limit }) => klineWeight(interval, limit),
});

export const tradeTags = endpoint({
  method: 'GET',
  path: '/web/api/v1/common/trade_tag/list',
  summary: 'The areas into which markets are grouped',
  permission: anyone,
  data: z.array(z.object({ id: z.int(), name: z.string() })),
});

const content = freeText(40).default('');

const foundContract = contract.pick({ symbol: true, base: true, quote: true, status: true, pricePrecision: true });

export const searchAll = endpoint({
  method: 'GET',
  path: '/web/global/search/all',
  summary: 'Spot markets, contracts and coins whose symbol or name holds the text; all of them without a text',
  permission: anyone,
  query: z.object({ content }),
  data: z.object({
    spot: z.array(pair),
    futures: z.array(foundContract),
    coins: z.array(z.object({ name: z.string(), fullName: z.string() })),
  }),
});

export const searchSpot = endpoint({
  method: 'GET',
  path: '/web/global/search/spot/page',
  summary: 'Spot markets whose symbol or name holds the text',
  permission: anyone,
  query: z.object({ content, page, pageSize }),
  data: z.object({ items: z.array(pair), total: z.int() }),
});
