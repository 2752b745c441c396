/** The replies of the Binance dialect. Prices, quantities and fees are text, ids and times are numbers. */
import { z } from 'zod';
import { timeMs } from '../types.ts';

const text = z.string();
const id = z.int();
/** -1: it belongs to no list. */
const orderListId = z.int().min(-1);
/** -1: it does not work yet, but waits for its trigger. */
const workingTime = z.int().min(-1);

export const oneOrMany = <Item extends z.ZodType>(item: Item): z.ZodUnion<[Item, z.ZodArray<Item>]> =>
  z.union([item, z.array(item)]);

export const serverTime = z.object({ serverTime: timeMs });

const rateLimit = z.object({ rateLimitType: text, interval: text, intervalNum: z.int(), limit: z.int() });
export const orderRateLimit = rateLimit.extend({ count: z.int() });

const filter = z.discriminatedUnion('filterType', [
  z.object({ filterType: z.literal('PRICE_FILTER'), minPrice: text, maxPrice: text, tickSize: text }),
  z.object({ filterType: z.literal('LOT_SIZE'), minQty: text, maxQty: text, stepSize: text }),
  z.object({ filterType: z.literal('MARKET_LOT_SIZE'), minQty: text, maxQty: text, stepSize: text }),
  z.object({
    filterType: z.literal('PERCENT_PRICE_BY_SIDE'),
    bidMultiplierUp: text,
    bidMultiplierDown: text,
    askMultiplierUp: text,
    askMultiplierDown: text,
    avgPriceMins: z.int(),
  }),
  z.object({
    filterType: z.literal('NOTIONAL'),
    minNotional: text,
    applyMinToMarket: z.boolean(),
    maxNotional: text,
    applyMaxToMarket: z.boolean(),
    avgPriceMins: z.int(),
  }),
  z.object({ filterType: z.literal('ICEBERG_PARTS'), limit: z.int() }),
  z.object({
    filterType: z.literal('TRAILING_DELTA'),
    minTrailingAboveDelta: z.int(),
    maxTrailingAboveDelta: z.int(),
    minTrailingBelowDelta: z.int(),
    maxTrailingBelowDelta: z.int(),
  }),
  z.object({ filterType: z.literal('MAX_NUM_ORDERS'), maxNumOrders: z.int() }),
  z.object({ filterType: z.literal('MAX_NUM_ALGO_ORDERS'), maxNumAlgoOrders: z.int() }),
  z.object({ filterType: z.literal('MAX_NUM_ICEBERG_ORDERS'), maxNumIcebergOrders: z.int() }),
]);

export const symbolInfo = z.object({
  symbol: text,
  status: text,
  baseAsset: text,
  baseAssetPrecision: z.int(),
  quoteAsset: text,
  quotePrecision: z.int(),
  quoteAssetPrecision: z.int(),
  baseCommissionPrecision: z.int(),
  quoteCommissionPrecision: z.int(),
  orderTypes: z.array(text),
  icebergAllowed: z.boolean(),
  ocoAllowed: z.boolean(),
  quoteOrderQtyMarketAllowed: z.boolean(),
  allowTrailingStop: z.boolean(),
  cancelReplaceAllowed: z.boolean(),
  isSpotTradingAllowed: z.boolean(),
  isMarginTradingAllowed: z.boolean(),
  filters: z.array(filter),
  permissions: z.array(text),
  permissionSets: z.array(z.array(text)),
  defaultSelfTradePreventionMode: text,
  allowedSelfTradePreventionModes: z.array(text),
});
export type SymbolInfo = z.output<typeof symbolInfo>;

export const exchangeInfo = z.object({
  timezone: z.literal('UTC'),
  serverTime: timeMs,
  rateLimits: z.array(rateLimit),
  exchangeFilters: z.array(z.never()),
  symbols: z.array(symbolInfo),
});

const level = z.tuple([text, text]);
export const depth = z.object({ lastUpdateId: id, bids: z.array(level), asks: z.array(level) });

export const trade = z.object({
  id,
  price: text,
  qty: text,
  quoteQty: text,
  time: timeMs,
  isBuyerMaker: z.boolean(),
  isBestMatch: z.boolean(),
});

export const aggTrade = z.object({ a: id, p: text, q: text, f: id, l: id, T: timeMs, m: z.boolean(), M: z.boolean() });

export const kline = z.tuple([timeMs, text, text, text, text, text, timeMs, text, z.int(), text, text, text]);

export const ticker24hr = z.object({
  symbol: text,
  priceChange: text,
  priceChangePercent: text,
  weightedAvgPrice: text,
  prevClosePrice: text,
  lastPrice: text,
  lastQty: text,
  bidPrice: text,
  bidQty: text,
  askPrice: text,
  askQty: text,
  openPrice: text,
  highPrice: text,
  lowPrice: text,
  volume: text,
  quoteVolume: text,
  openTime: timeMs,
  closeTime: timeMs,
  firstId: id,
  lastId: id,
  count: z.int(),
});
export const tickerPrice = z.object({ symbol: text, price: text });
export const bookTicker = z.object({ symbol: text, bidPrice: text, bidQty: text, askPrice: text, askQty: text });
export const avgPrice = z.object({ mins: z.int(), price: text, closeTime: timeMs });

const rates = z.object({ maker: text, taker: text, buyer: text, seller: text });
export const account = z.object({
  makerCommission: z.int(),
  takerCommission: z.int(),
  buyerCommission: z.int(),
  sellerCommission: z.int(),
  commissionRates: rates,
  canTrade: z.boolean(),
  canWithdraw: z.boolean(),
  canDeposit: z.boolean(),
  brokered: z.boolean(),
  requireSelfTradePrevention: z.boolean(),
  preventSor: z.boolean(),
  updateTime: timeMs,
  accountType: z.literal('SPOT'),
  balances: z.array(z.object({ asset: text, free: text, locked: text })),
  permissions: z.array(text),
  uid: id,
});

export const commission = z.object({
  symbol: text,
  standardCommission: rates,
  taxCommission: rates,
  discount: z.object({
    enabledForAccount: z.boolean(),
    enabledForSymbol: z.boolean(),
    discountAsset: text,
    discount: text,
  }),
});

/** ACK ends after transactTime, RESULT after selfTradePreventionMode, FULL has the fills. */
const fill = z.object({ price: text, qty: text, commission: text, commissionAsset: text, tradeId: id });
const ack = z.object({
  symbol: text,
  orderId: id,
  orderListId,
  clientOrderId: text,
  transactTime: timeMs,
});
const result = ack.extend({
  price: text,
  origQty: text,
  executedQty: text,
  origQuoteOrderQty: text,
  cummulativeQuoteQty: text,
  status: text,
  timeInForce: text,
  type: text,
  side: text,
  selfTradePreventionMode: text,
  /** Only of orders that have them. */
  stopPrice: text.optional(),
  trailingDelta: z.int().optional(),
  icebergQty: text.optional(),
});
export const newOrder = result
  .extend({ workingTime, fills: z.array(fill) })
  .partial()
  .required({ symbol: true, orderId: true, orderListId: true, clientOrderId: true, transactTime: true });
export const canceledOrder = result.extend({ origClientOrderId: text });

export const order = z.object({
  symbol: text,
  orderId: id,
  orderListId,
  clientOrderId: text,
  price: text,
  origQty: text,
  executedQty: text,
  cummulativeQuoteQty: text,
  status: text,
  timeInForce: text,
  type: text,
  side: text,
  stopPrice: text,
  icebergQty: text,
  /** Only of a trailing order. */
  trailingDelta: z.int().optional(),
  time: timeMs,
  updateTime: timeMs,
  isWorking: z.boolean(),
  workingTime,
  origQuoteOrderQty: text,
  selfTradePreventionMode: text,
});

export const myTrade = z.object({
  symbol: text,
  id,
  orderId: id,
  orderListId,
  price: text,
  qty: text,
  quoteQty: text,
  commission: text,
  commissionAsset: text,
  time: timeMs,
  isBuyer: z.boolean(),
  isMaker: z.boolean(),
  isBestMatch: z.boolean(),
});

export const orderList = z.object({
  orderListId: id,
  contingencyType: z.literal('OCO'),
  listStatusType: z.enum(['EXEC_STARTED', 'ALL_DONE']),
  listOrderStatus: z.enum(['EXECUTING', 'ALL_DONE']),
  listClientOrderId: text,
  transactionTime: timeMs,
  symbol: text,
  orders: z.array(z.object({ symbol: text, orderId: id, clientOrderId: text })),
});
export const newOrderList = orderList.extend({ orderReports: z.array(newOrder) });
export const canceledOrderList = orderList.extend({ orderReports: z.array(canceledOrder) });

const failure = z.object({ code: z.int(), msg: text });
export const cancelReplace = z.object({
  cancelResult: z.enum(['SUCCESS', 'FAILURE', 'NOT_ATTEMPTED']),
  newOrderResult: z.enum(['SUCCESS', 'FAILURE', 'NOT_ATTEMPTED']),
  cancelResponse: z.union([canceledOrder, failure]).nullable(),
  newOrderResponse: z.union([newOrder, failure]).nullable(),
});
export const amended = z.object({ transactTime: timeMs, executionId: id, amendedOrder: order });

export const systemStatus = z.object({ status: z.literal(0), msg: z.literal('normal') });

export const coin = z.object({
  coin: text,
  name: text,
  free: text,
  locked: text,
  freeze: text,
  withdrawing: text,
  ipoing: text,
  ipoable: text,
  storage: text,
  isLegalMoney: z.boolean(),
  trading: z.boolean(),
  depositAllEnable: z.boolean(),
  withdrawAllEnable: z.boolean(),
  networkList: z.array(
    z.object({
      network: text,
      coin: text,
      name: text,
      isDefault: z.boolean(),
      depositEnable: z.boolean(),
      withdrawEnable: z.boolean(),
      withdrawFee: text,
      withdrawMin: text,
      withdrawMax: text,
      withdrawIntegerMultiple: text,
      minConfirm: z.int(),
    }),
  ),
});
export const tradeFee = z.object({ symbol: text, makerCommission: text, takerCommission: text });

export const transfers = z.object({
  total: z.int(),
  rows: z.array(
    z.object({ asset: text, amount: text, type: text, status: z.literal('CONFIRMED'), tranId: id, timestamp: timeMs }),
  ),
});

export const deposit = z.object({
  id: text,
  amount: text,
  coin: text,
  network: text,
  /** 1: credited. */
  status: z.literal(1),
  address: text,
  addressTag: text,
  txId: text,
  insertTime: timeMs,
  transferType: z.literal(0),
  confirmTimes: text,
});
