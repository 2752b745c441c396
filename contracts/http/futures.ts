/** USDT perpetuals: contracts, public data, a user's orders, positions and futures wallet. Amounts are decimal texts. */
import { z } from 'zod';
import { endpoint, type Permission } from '../endpoint.ts';
import { clientOrderId, decimal, page, pageSize, side, signedDecimal, symbol, timeMs } from '../types.ts';
import { bookLevel, deal, KLINE_INTERVALS } from './markets.ts';

const anyone: Permission = { kind: 'public' };
const timeInForce = z.enum(['GTC', 'IOC', 'FOK', 'GTX']);
const selfTradePreventionMode = z.enum(['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH']);
export const positionSide = z.enum(['BOTH', 'LONG', 'SHORT']);
export const triggerSource = z.enum(['LAST', 'MARK', 'INDEX']);
export const marginMode = z.enum(['CROSS', 'ISOLATED']);
export const positionMode = z.enum(['ONE_WAY', 'HEDGE']);
export const KLINE_SOURCES = ['LAST', 'MARK', 'INDEX'] as const;

const tier = z.object({
  /** Largest notional of the tier. */
  cap: decimal,
  maxLeverage: z.int(),
  maintenanceMarginRate: decimal,
  /** What is taken off notional × rate, so that the margin has no step at a border. */
  deduction: decimal,
});

export const contract = z.object({
  symbol,
  base: z.string(),
  quote: z.string(),
  settle: z.string(),
  status: z.enum(['PRE_OPEN', 'OPEN', 'REDUCE_ONLY', 'CANCEL_ONLY', 'STOP', 'SETTLED']),
  tickSize: decimal,
  stepSize: decimal,
  pricePrecision: z.int(),
  amountPrecision: z.int(),
  minQuantity: decimal,
  minNotional: decimal,
  maxLimitQuantity: decimal,
  maxMarketQuantity: decimal,
  leverageMin: z.int(),
  leverageMax: z.int(),
  leverageDefault: z.int(),
  makerFeeRate: signedDecimal,
  takerFeeRate: decimal,
  liquidationFeeRate: decimal,
  fundingIntervalHours: z.int(),
  interestRate: signedDecimal,
  fundingCap: decimal,
  priceProtectScope: decimal,
  maxOpenOrders: z.int(),
  maxStopOrders: z.int(),
  tiers: z.array(tier),
});
export type Contract = z.output<typeof contract>;

export const futuresTicker = z.object({
  symbol,
  lastPrice: decimal,
  openPrice: decimal,
  highPrice: decimal,
  lowPrice: decimal,
  volume: decimal,
  quoteVolume: decimal,
  change: signedDecimal,
  changePercent: signedDecimal,
  bidPrice: decimal,
  askPrice: decimal,
  markPrice: decimal,
  indexPrice: decimal,
  /** What it would be if the interval ended now. */
  fundingRate: signedDecimal,
  nextFundingTime: timeMs,
  openInterest: decimal,
  time: timeMs,
});
export type FuturesTicker = z.output<typeof futuresTicker>;

export const futuresTickers = endpoint({
  method: 'GET',
  path: '/futures/market/tickers/aggregate',
  summary: 'Day figures, mark, index, funding and open interest of every contract',
  permission: anyone,
  data: z.object({ tickers: z.array(futuresTicker) }),
});

export const futuresSymbol = endpoint({
  method: 'GET',
  path: '/futures/market/symbol',
  summary: 'Rules of one contract, or of all',
  permission: anyone,
  query: z.object({ symbol: symbol.optional() }),
  data: z.object({ symbols: z.array(contract) }),
});

export const futuresDepth = endpoint({
  method: 'GET',
  path: '/futures/market/depth',
  summary: 'The book: best levels first',
  permission: anyone,
  query: z.object({ symbol, limit: z.coerce.number().int().min(1).max(1000).default(100) }),
  data: z.object({ symbol, u: z.int(), bids: z.array(bookLevel), asks: z.array(bookLevel), time: timeMs }),
});

export const futuresDeals = endpoint({
  method: 'GET',
  path: '/futures/market/deals',
  summary: 'The newest public trades, newest first',
  permission: anyone,
  query: z.object({ symbol, limit: z.coerce.number().int().min(1).max(500).default(50) }),
  data: z.object({ deals: z.array(deal) }),
});

/** [open time, open, high, low, close, volume, close time, quote volume, trades]; marks and indexes have no volume. */
export const futuresKline = z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal, timeMs, decimal, z.int()]);

export const futuresKlines = endpoint({
  method: 'GET',
  path: '/futures/market/klines',
  summary: 'Candles of the last price, the mark or the index, oldest first',
  permission: anyone,
  query: z.object({
    symbol,
    interval: z.enum(KLINE_INTERVALS),
    source: z.enum(KLINE_SOURCES).default('LAST'),
    endTime: z.coerce.number().int().nonnegative().optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  data: z.object({ klines: z.array(futuresKline) }),
});

export const fundingHistory = endpoint({
  method: 'GET',
  path: '/futures/market/funding-history',
  summary: 'Settled funding rates of a contract, newest first',
  permission: anyone,
  query: z.object({ symbol, page, pageSize }),
  data: z.object({
    items: z.array(z.object({ symbol, rate: signedDecimal, markPrice: decimal, time: timeMs })),
    total: z.int(),
  }),
});

export const insuranceFund = endpoint({
  method: 'GET',
  path: '/futures/market/insurance-fund',
  summary: 'What the insurance fund holds',
  permission: anyone,
  data: z.object({ asset: z.string(), balance: decimal }),
});

export const futuresOrder = z.object({
  orderId: z.int(),
  clientOrderId: z.string(),
  symbol,
  side,
  positionSide,
  type: z.enum(['LIMIT', 'MARKET']),
  timeInForce,
  /** "0" for a market order. */
  price: decimal,
  quantity: decimal,
  filledQuantity: decimal,
  filledAmount: decimal,
  averagePrice: decimal,
  reduceOnly: z.boolean(),
  /** Sent by its user, by a conditional order of his, or by the liquidation of his account. */
  origin: z.enum(['USER', 'STOP', 'LIQUIDATION']),
  status: z.enum(['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH', 'UNTRIGGERED']),
  /** Why it ended without being filled. */
  reason: z.string(),
  createdAt: timeMs,
  updatedAt: timeMs,
});
export type FuturesOrder = z.output<typeof futuresOrder>;

export const stopOrder = z.object({
  stopOrderId: z.int(),
  clientOrderId: z.string(),
  symbol,
  side,
  positionSide,
  type: z.enum(['STOP', 'TAKE_PROFIT', 'TRAILING_STOP']),
  source: triggerSource,
  triggerPrice: decimal,
  /** Of the order that it becomes; "0": by market. */
  price: decimal,
  /** "0": whatever is open then. */
  quantity: decimal,
  reduceOnly: z.boolean(),
  closePosition: z.boolean(),
  /** A fraction: "0.01" is 1 %. */
  callbackRate: decimal,
  activationPrice: decimal,
  priceProtect: z.boolean(),
  /** OWN, or an exit of an order or of a position. */
  group: z.enum(['OWN', 'ORDER', 'FULL', 'PARTIAL']),
  parentOrderId: z.int(),
  status: z.enum(['NEW', 'TRIGGERED', 'CANCELED', 'EXPIRED']),
  reason: z.string(),
  /** The order that it became; 0 before. */
  orderId: z.int(),
  createdAt: timeMs,
  updatedAt: timeMs,
});
export type StopOrder = z.output<typeof stopOrder>;

export const position = z.object({
  positionId: z.int(),
  symbol,
  positionSide,
  direction: z.enum(['LONG', 'SHORT']),
  marginMode,
  leverage: z.int(),
  /** "0": it was closed. */
  quantity: decimal,
  entryPrice: decimal,
  markPrice: decimal,
  /** Value at mark. */
  notional: decimal,
  unrealised: signedDecimal,
  /** Isolated: what it holds; cross: what it needs. */
  margin: decimal,
  maintenanceMargin: decimal,
  /** "0": none. */
  liquidationPrice: decimal,
  autoAdd: z.boolean(),
  /** Since it was opened. */
  realised: signedDecimal,
  fees: signedDecimal,
  funding: signedDecimal,
  /** 1 to 5: how near it stands to being deleveraged; 0 where that is not known. */
  adlLights: z.int(),
  openedAt: timeMs,
  updatedAt: timeMs,
});
export type Position = z.output<typeof position>;

export const futuresFill = z.object({
  tradeId: z.int(),
  orderId: z.int(),
  symbol,
  side,
  price: decimal,
  quantity: decimal,
  amount: decimal,
  /** Negative: a rebate. */
  fee: signedDecimal,
  realised: signedDecimal,
  isMaker: z.boolean(),
  isLiquidation: z.boolean(),
  time: timeMs,
});
export type FuturesFill = z.output<typeof futuresFill>;

/** The futures wallet (specification, section Futures: capital). */
export const capital = z.object({
  asset: z.string(),
  balance: signedDecimal,
  available: decimal,
  transferable: decimal,
  crossUnPNLSum: signedDecimal,
  isolatedUnPNLSum: signedDecimal,
  crossMarginSum: decimal,
  isolatedMarginSum: decimal,
  maintenanceMarginSum: decimal,
  frozen: decimal,
  expMoney: decimal,
  positionMode,
  closeOnly: z.boolean(),
});
export type Capital = z.output<typeof capital>;

const exit = z.object({ triggerPrice: decimal, source: triggerSource.default('LAST'), price: decimal.optional() });
const ofSymbol = { symbol, positionSide: positionSide.default('BOTH') };

export const placeFuturesOrder = endpoint({
  method: 'POST',
  path: '/futures/order/place',
  summary: 'Places an order (Idempotency-Key)',
  body: z.object({
    ...ofSymbol,
    side,
    type: z.enum(['LIMIT', 'MARKET']),
    timeInForce: timeInForce.optional(),
    price: decimal.optional(),
    quantity: decimal.optional(),
    reduceOnly: z.boolean().default(false),
    /** By market, whatever is open; then without quantity. */
    closePosition: z.boolean().default(false),
    clientOrderId: clientOrderId.optional(),
    selfTradePreventionMode: selfTradePreventionMode.optional(),
    takeProfit: exit.optional(),
    stopLoss: exit.optional(),
  }),
  data: z.object({ order: futuresOrder }),
});

const named = z.object({ symbol, orderId: z.int().positive().optional(), clientOrderId: clientOrderId.optional() });

export const cancelFuturesOrder = endpoint({
  method: 'POST',
  path: '/futures/order/cancel',
  summary: 'Cancels one order, named by either id',
  body: named,
  data: z.object({ order: futuresOrder }),
});

export const cancelAllFutures = endpoint({
  method: 'POST',
  path: '/futures/order/cancel-all',
  summary: 'Cancels the orders and conditional orders of one contract or of all',
  body: z.object({ symbol: symbol.optional() }),
  data: z.object({ orders: z.array(futuresOrder), stopOrders: z.array(stopOrder) }),
});

export const amendFuturesOrder = endpoint({
  method: 'POST',
  path: '/futures/order/amend',
  summary: 'Changes price or quantity; only a smaller quantity keeps its place (Idempotency-Key)',
  body: z.object({ symbol, orderId: z.int().positive(), price: decimal.optional(), quantity: decimal.optional() }),
  data: z.object({ order: futuresOrder }),
});

export const openFuturesOrders = endpoint({
  method: 'GET',
  path: '/futures/order/open',
  summary: 'Open orders, oldest first',
  query: z.object({ symbol: symbol.optional() }),
  data: z.object({ orders: z.array(futuresOrder) }),
});

const history = z.object({ symbol: symbol.optional(), page, pageSize });

export const futuresOrderHistory = endpoint({
  method: 'GET',
  path: '/futures/order/history',
  summary: 'Orders that ended, newest first',
  query: history,
  data: z.object({ items: z.array(futuresOrder), total: z.int() }),
});

export const futuresFills = endpoint({
  method: 'GET',
  path: '/futures/order/fills',
  summary: 'Fills, newest first',
  query: history,
  data: z.object({ items: z.array(futuresFill), total: z.int() }),
});

export const placeStopOrder = endpoint({
  method: 'POST',
  path: '/futures/stop-order/place',
  summary: 'Places a conditional order: stop, take-profit or trailing (Idempotency-Key)',
  body: z.object({
    ...ofSymbol,
    side,
    type: z.enum(['STOP', 'TAKE_PROFIT', 'TRAILING_STOP']),
    source: triggerSource.default('LAST'),
    triggerPrice: decimal.optional(),
    price: decimal.optional(),
    timeInForce: timeInForce.optional(),
    quantity: decimal.optional(),
    reduceOnly: z.boolean().default(false),
    closePosition: z.boolean().default(false),
    callbackRate: decimal.optional(),
    activationPrice: decimal.optional(),
    priceProtect: z.boolean().default(false),
    clientOrderId: clientOrderId.optional(),
  }),
  data: z.object({ order: stopOrder }),
});

export const cancelStopOrder = endpoint({
  method: 'POST',
  path: '/futures/stop-order/cancel',
  summary: 'Cancels one conditional order or exit',
  body: z.object({ symbol, stopOrderId: z.int().positive().optional(), clientOrderId: clientOrderId.optional() }),
  data: z.object({ order: stopOrder }),
});

export const openStopOrders = endpoint({
  method: 'GET',
  path: '/futures/stop-order/open',
  summary: 'Conditional orders and exits that wait, oldest first',
  query: z.object({ symbol: symbol.optional() }),
  data: z.object({ orders: z.array(stopOrder) }),
});

export const stopOrderHistory = endpoint({
  method: 'GET',
  path: '/futures/stop-order/history',
  summary: 'Conditional orders that fired or ended, newest first',
  query: history,
  data: z.object({ items: z.array(stopOrder), total: z.int() }),
});

export const positions = endpoint({
  method: 'GET',
  path: '/futures/position/list',
  summary: 'Open positions',
  query: z.object({ symbol: symbol.optional() }),
  data: z.object({ positions: z.array(position) }),
});

export const positionHistory = endpoint({
  method: 'GET',
  path: '/futures/position/history',
  summary: 'Closed positions, newest first',
  query: history,
  data: z.object({ items: z.array(position), total: z.int() }),
});

export const setExits = endpoint({
  method: 'POST',
  path: '/futures/position/exits',
  summary: 'Take-profit and stop-loss of a position: for all of it, or for a quantity (Idempotency-Key)',
  body: z.object({ ...ofSymbol, quantity: decimal.optional(), takeProfit: exit.optional(), stopLoss: exit.optional() }),
  data: z.object({ orders: z.array(stopOrder) }),
});

export const moveMargin = endpoint({
  method: 'POST',
  path: '/futures/position/margin',
  summary: 'Adds margin to an isolated position, or removes it (Idempotency-Key)',
  body: z.object({ ...ofSymbol, action: z.enum(['ADD', 'REMOVE']), amount: decimal }),
  data: z.object({ positions: z.array(position) }),
});

export const setAutoAdd = endpoint({
  method: 'POST',
  path: '/futures/position/auto-add',
  summary: 'Lets an isolated position take margin from the wallet before it would be liquidated',
  body: z.object({ ...ofSymbol, on: z.boolean() }),
  data: z.object({ positions: z.array(position) }),
});

export const preference = z.object({
  symbol,
  positionMode,
  marginMode,
  longLeverage: z.int(),
  shortLeverage: z.int(),
});
export type Preference = z.output<typeof preference>;

export const preferences = endpoint({
  method: 'GET',
  path: '/futures/account/preference',
  summary: 'Modes and leverage of a contract',
  query: z.object({ symbol }),
  data: z.object({ preference }),
});

export const setLeverage = endpoint({
  method: 'POST',
  path: '/futures/account/leverage',
  summary: 'Sets the leverage of a contract; hedged and isolated of each side',
  body: z.object({ ...ofSymbol, leverage: z.int().min(1).max(1000) }),
  data: z.object({ preference }),
});

export const setMarginMode = endpoint({
  method: 'POST',
  path: '/futures/account/margin-mode',
  summary: 'Cross or isolated margin of a contract, while nothing is open in it',
  body: z.object({ symbol, marginMode }),
  data: z.object({ preference }),
});

export const setPositionMode = endpoint({
  method: 'POST',
  path: '/futures/account/position-mode',
  summary: 'One position a contract or long and short side by side, while nothing is open at all',
  body: z.object({ positionMode }),
  data: z.object({ positionMode }),
});

export const futuresCapital = endpoint({
  method: 'GET',
  path: '/futures/account/capital',
  summary: 'The futures wallet: balance, margins, what is available and what may leave',
  data: z.object({ capital }),
});

export const fundingPayments = endpoint({
  method: 'GET',
  path: '/futures/account/funding',
  summary: 'Funding that was paid and received, newest first',
  query: history,
  data: z.object({
    items: z.array(
      z.object({
        symbol,
        positionSide,
        quantity: decimal,
        rate: signedDecimal,
        markPrice: decimal,
        /** Negative: paid. */
        amount: signedDecimal,
        time: timeMs,
      }),
    ),
    total: z.int(),
  }),
});

/** A step of a liquidation, or a deleveraging, with everything that it was computed from. */
export const receipt = z.object({
  kind: z.enum(['LIQUIDATION', 'ADL']),
  /** Empty for a whole cross account. */
  symbol: z.string(),
  positionSide,
  /** Of a liquidation; empty for a deleveraging. */
  step: z.string(),
  markPrice: decimal,
  quantity: decimal,
  /** At the bankruptcy price. */
  bankruptcyValue: signedDecimal,
  tradedValue: decimal,
  fee: decimal,
  equity: signedDecimal,
  maintenanceMargin: decimal,
  fundBefore: decimal,
  fundAfter: decimal,
  /** Of a deleveraging: place in the ranking, score, gain or loss; 0 otherwise. */
  rank: z.int(),
  score: signedDecimal,
  realised: signedDecimal,
  time: timeMs,
});
export type Receipt = z.output<typeof receipt>;

export const receipts = endpoint({
  method: 'GET',
  path: '/futures/account/receipts',
  summary: 'Receipts of liquidations and deleveragings, newest first',
  query: history,
  data: z.object({ items: z.array(receipt), total: z.int() }),
});

export const futuresPoll = endpoint({
  method: 'POST',
  path: '/futures/subscribe',
  summary: 'The newest message of each channel, for a page whose public socket is down',
  permission: anyone,
  body: z.object({
    channels: z
      .array(z.object({ channel: z.string().max(40), params: z.record(z.string(), z.unknown()).default({}) }))
      .max(50)
      .default([]),
  }),
  data: z.object({
    messages: z.array(z.object({ channel: z.string(), params: z.record(z.string(), z.unknown()), data: z.unknown() })),
  }),
});
