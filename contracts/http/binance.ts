/**
 * The Binance dialect, spot v3: what independent clients send and expect. Parameters stay text here: the handlers read
 * them, because each mistake has its own code and sentence. Unknown parameters are ignored.
 */
import { z } from 'zod';
import { dialectKlineWeight } from '../kline-weight.ts';
import { anyone, call, keyed, signed, texts } from './binance-call.ts';
import * as shape from './binance-shapes.ts';

const orderName = ['symbol', 'orderId', 'origClientOrderId'] as const;
const newOrder = [
  'symbol',
  'side',
  'type',
  'timeInForce',
  'quantity',
  'quoteOrderQty',
  'price',
  'stopPrice',
  'trailingDelta',
  'icebergQty',
  'newClientOrderId',
  'newOrderRespType',
  'selfTradePreventionMode',
] as const;
const tickerQuery = texts('symbol', 'symbols', 'type');
const klineQuery = texts('symbol', 'interval', 'startTime', 'endTime', 'limit', 'timeZone');

export const ping = call('GET', '/api/v3/ping', 'Answers', anyone, 1, texts(), z.object({}));
export const time = call('GET', '/api/v3/time', 'The server’s clock', anyone, 1, texts(), shape.serverTime);
export const exchangeInfo = call(
  'GET',
  '/api/v3/exchangeInfo',
  'Markets and their filters',
  anyone,
  20,
  texts('symbol', 'symbols', 'permissions'),
  shape.exchangeInfo,
);
export const depth = call('GET', '/api/v3/depth', 'The order book', anyone, 5, texts('symbol', 'limit'), shape.depth);
export const trades = call(
  'GET',
  '/api/v3/trades',
  'The newest trades',
  anyone,
  25,
  texts('symbol', 'limit'),
  z.array(shape.trade),
);
export const historicalTrades = call(
  'GET',
  '/api/v3/historicalTrades',
  'Older trades by id',
  keyed,
  25,
  texts('symbol', 'limit', 'fromId'),
  z.array(shape.trade),
);
export const aggTrades = call(
  'GET',
  '/api/v3/aggTrades',
  'Trades by id or time',
  anyone,
  4,
  texts('symbol', 'fromId', 'startTime', 'endTime', 'limit'),
  z.array(shape.aggTrade),
);
export const klines = call(
  'GET',
  '/api/v3/klines',
  'Candles',
  anyone,
  2,
  klineQuery,
  z.array(shape.kline),
  dialectKlineWeight,
);
export const uiKlines = call(
  'GET',
  '/api/v3/uiKlines',
  'Candles for display',
  anyone,
  2,
  klineQuery,
  z.array(shape.kline),
  dialectKlineWeight,
);
export const ticker24hr = call(
  'GET',
  '/api/v3/ticker/24hr',
  'The last 24 hours',
  anyone,
  4,
  tickerQuery,
  shape.oneOrMany(shape.ticker24hr),
);
export const tickerPrice = call(
  'GET',
  '/api/v3/ticker/price',
  'Last prices',
  anyone,
  4,
  tickerQuery,
  shape.oneOrMany(shape.tickerPrice),
);
export const bookTicker = call(
  'GET',
  '/api/v3/ticker/bookTicker',
  'Best bid and ask',
  anyone,
  4,
  tickerQuery,
  shape.oneOrMany(shape.bookTicker),
);
export const avgPrice = call(
  'GET',
  '/api/v3/avgPrice',
  'Average price of five minutes',
  anyone,
  2,
  texts('symbol'),
  shape.avgPrice,
);

export const account = call(
  'GET',
  '/api/v3/account',
  'Balances and commissions',
  signed('read'),
  20,
  texts('omitZeroBalances'),
  shape.account,
);
export const accountCommission = call(
  'GET',
  '/api/v3/account/commission',
  'Commission rates of a market',
  signed('read'),
  20,
  texts('symbol'),
  shape.commission,
);
export const orderPost = call(
  'POST',
  '/api/v3/order',
  'Places an order',
  signed('spot'),
  1,
  texts(...newOrder),
  shape.newOrder,
);
export const orderTest = call(
  'POST',
  '/api/v3/order/test',
  'Checks an order and places nothing',
  signed('spot'),
  1,
  texts(...newOrder),
  z.object({}),
);
export const orderGet = call('GET', '/api/v3/order', 'One order', signed('read'), 4, texts(...orderName), shape.order);
export const orderDelete = call(
  'DELETE',
  '/api/v3/order',
  'Cancels an order',
  signed('spot'),
  1,
  texts(...orderName, 'newClientOrderId'),
  shape.canceledOrder,
);
export const openOrdersGet = call(
  'GET',
  '/api/v3/openOrders',
  'Open orders',
  signed('read'),
  6,
  texts('symbol'),
  z.array(shape.order),
);
export const openOrdersDelete = call(
  'DELETE',
  '/api/v3/openOrders',
  'Cancels every open order of a market',
  signed('spot'),
  1,
  texts('symbol'),
  z.array(shape.canceledOrder),
);
export const allOrders = call(
  'GET',
  '/api/v3/allOrders',
  'Orders, open and ended',
  signed('read'),
  20,
  texts('symbol', 'orderId', 'startTime', 'endTime', 'limit'),
  z.array(shape.order),
);
export const myTrades = call(
  'GET',
  '/api/v3/myTrades',
  'The user’s fills',
  signed('read'),
  20,
  texts('symbol', 'orderId', 'fromId', 'startTime', 'endTime', 'limit'),
  z.array(shape.myTrade),
);
export const rateLimitOrder = call(
  'GET',
  '/api/v3/rateLimit/order',
  'Orders counted against the limits',
  signed('read'),
  40,
  texts(),
  z.array(shape.orderRateLimit),
);
export const cancelReplace = call(
  'POST',
  '/api/v3/order/cancelReplace',
  'Cancels an order and places another',
  signed('spot'),
  1,
  texts(...newOrder, 'cancelReplaceMode', 'cancelOrderId', 'cancelOrigClientOrderId', 'cancelNewClientOrderId'),
  shape.cancelReplace,
);
export const amendKeepPriority = call(
  'PUT',
  '/api/v3/order/amend/keepPriority',
  'Lowers the quantity of an order in place',
  signed('spot'),
  4,
  texts(...orderName, 'newQty', 'newClientOrderId'),
  shape.amended,
);

export const systemStatus = call(
  'GET',
  '/sapi/v1/system/status',
  'Whether the exchange runs',
  anyone,
  1,
  texts(),
  shape.systemStatus,
);
export const coins = call(
  'GET',
  '/sapi/v1/capital/config/getall',
  'Coins, networks and the user’s funds',
  signed('read'),
  10,
  texts(),
  z.array(shape.coin),
);
export const marginAllPairs = call(
  'GET',
  '/sapi/v1/margin/allPairs',
  'There is no margin trading: an empty list',
  keyed,
  1,
  texts(),
  z.array(z.never()),
);
export const marginIsolatedAllPairs = call(
  'GET',
  '/sapi/v1/margin/isolated/allPairs',
  'There is no margin trading: an empty list',
  keyed,
  10,
  texts(),
  z.array(z.never()),
);
export const tradeFee = call(
  'GET',
  '/sapi/v1/asset/tradeFee',
  'Commission per market',
  signed('read'),
  1,
  texts('symbol'),
  z.array(shape.tradeFee),
);
export const coinMExchangeInfo = call(
  'GET',
  '/dapi/v1/exchangeInfo',
  'There are no coin-margined markets',
  anyone,
  1,
  texts(),
  z.object({ symbols: z.array(z.never()) }),
);

export const futuresExchangeInfo = call(
  'GET',
  '/fapi/v1/exchangeInfo',
  'Futures markets: none yet',
  anyone,
  1,
  texts(),
  z.object({ timezone: z.literal('UTC'), serverTime: z.int(), symbols: z.array(z.never()) }),
);

export const assetTransfer = call(
  'POST',
  '/sapi/v1/asset/transfer',
  'Moves funds between the user’s wallets',
  signed('transfer'),
  2,
  texts('type', 'asset', 'amount'),
  z.object({ tranId: z.int() }),
);
export const assetTransferList = call(
  'GET',
  '/sapi/v1/asset/transfer',
  'Moves between the user’s wallets, newest first',
  signed('read'),
  2,
  texts('type', 'startTime', 'endTime', 'current', 'size'),
  shape.transfers,
);
export const depositHistory = call(
  'GET',
  '/sapi/v1/capital/deposit/hisrec',
  'Deposits, newest first',
  signed('read'),
  2,
  texts('coin', 'startTime', 'endTime', 'offset', 'limit'),
  z.array(shape.deposit),
);
export const withdrawHistory = call(
  'GET',
  '/sapi/v1/capital/withdraw/history',
  'Withdrawals: none, while no chain is attached',
  signed('read'),
  1,
  texts(),
  z.array(z.never()),
);
export const fundingAsset = call(
  'POST',
  '/sapi/v1/asset/get-funding-asset',
  'There is no funding wallet: an empty list',
  signed('read'),
  1,
  texts(),
  z.array(z.never()),
);
