/** The dialect's requests over a websocket: a method's name in place of a path, the same handlers, the same results. */
import type { ApiKeyScope } from '@agio/contracts/endpoint';
import { DialectError } from '@agio/contracts/errors';
import type { Users } from '../../users/index.ts';
import type { Parameters } from './parameters.ts';
import type { DialectHandlers } from './rest.ts';

type Handler = (params: Parameters, uid: number) => Promise<unknown>;

interface Method {
  /** Null: open to anyone. */
  readonly scope: ApiKeyScope | null;
  readonly answer: Handler;
}

export type WsApi = (method: string, params: Readonly<Record<string, unknown>>, ip: string) => Promise<unknown>;

export function createWsApi(handlers: DialectHandlers, users: Users): WsApi {
  const methods = methodsOf(handlers);
  return async (name, params) => {
    const method = methods.get(name);
    if (!method) throw new DialectError(404, -1000, `Method '${name.slice(0, 60)}' is not known here.`);
    // Public methods take signed parameters too: ccxt always sends them.
    const uid = method.scope === null ? 0 : (await users.verifySignedParams(params, method.scope)).uid;
    return await method.answer(textsOf(params), uid);
  };
}

function methodsOf({ marketData, orders, account }: DialectHandlers): ReadonlyMap<string, Method> {
  const open = (answer: Handler): Method => ({ scope: null, answer });
  const read = (answer: Handler): Method => ({ scope: 'read', answer });
  const trade = (answer: Handler): Method => ({ scope: 'spot', answer });
  return new Map<string, Method>([
    ['ping', open(async () => ({}))],
    ['time', open(async () => ({ serverTime: Date.now() }))],
    ['exchangeInfo', open(marketData.exchangeInfo)],
    ['depth', open(marketData.depth)],
    ['trades.recent', open(marketData.trades)],
    ['trades.historical', open(marketData.historicalTrades)],
    ['trades.aggregate', open(marketData.aggTrades)],
    ['klines', open(marketData.klines)],
    ['uiKlines', open(marketData.klines)],
    ['avgPrice', open(marketData.avgPrice)],
    ['ticker.24hr', open(marketData.ticker24hr)],
    ['ticker.price', open(marketData.tickerPrice)],
    ['ticker.book', open(marketData.bookTicker)],
    ['order.place', trade(orders.place)],
    ['order.test', trade(orders.test)],
    ['order.status', read(orders.get)],
    ['order.cancel', trade(orders.cancel)],
    ['order.cancelReplace', trade(orders.cancelReplace)],
    ['order.amend.keepPriority', trade(orders.amendKeepPriority)],
    ['openOrders.status', read(orders.open)],
    ['openOrders.cancelAll', trade(orders.cancelOpen)],
    ['allOrders', read(orders.all)],
    ['myTrades', read(orders.myTrades)],
    ['account.status', read(account.account)],
    ['account.commission', read(account.commission)],
    ['account.rateLimits.orders', read(account.orderCounts)],
  ]);
}

/** Parameters as texts, as they would stand in a query. */
function textsOf(params: Readonly<Record<string, unknown>>): Parameters {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
