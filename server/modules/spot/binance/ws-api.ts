/** The dialect's requests over a websocket: a method's name in place of a path, the same handlers, the same results. */
import type { ApiKeyScope } from '@agio/contracts/endpoint';
import { DialectError } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/binance';
import * as lists from '@agio/contracts/http/binance-order-lists';
import type { Parameters } from '../../../dialect/parameters.ts';
import type { Users } from '../../users/index.ts';
import type { DialectHandlers } from './rest.ts';

type Handler = (params: Parameters, uid: number) => Promise<unknown>;

type Weighed = { readonly weight: number; moreWeight(body: object, params: Parameters): number };

interface Method {
  /** The weight of the same call over HTTP. */
  weight(params: Parameters): number;
  /** Null: open to anyone. */
  readonly scope: ApiKeyScope | null;
  readonly answer: Handler;
}

/** The address of the caller, and a callback for the name of the API key once the signature is verified. */
interface Asker {
  readonly ip: string;
  onKey(apiKey: string): void;
}

export interface WsApi {
  /** Request weight; 1 of a method that is not known. */
  weightOf(method: string, params: Readonly<Record<string, unknown>>): number;
  /** Names of the methods that a key has to sign. */
  readonly signedMethods: readonly string[];
  answer(method: string, params: Readonly<Record<string, unknown>>, asker: Asker): Promise<unknown>;
}

export function createWsApi(handlers: DialectHandlers, users: Users): WsApi {
  const methods = methodsOf(handlers);
  return {
    signedMethods: [...methods].filter(([, { scope }]) => scope !== null).map(([name]) => name),
    weightOf: (name, params) => methods.get(name)?.weight(weighedOf(params)) ?? 1,
    async answer(name, params, { ip, onKey }) {
      const method = methods.get(name);
      if (!method) throw new DialectError(404, -1000, `Method '${name.slice(0, 60)}' is not known here.`);
      // Public methods take signed parameters too: ccxt always sends them.
      if (method.scope === null) return await method.answer(textsOf(params), 0);
      const { uid } = await users.verifySignedParams(params, method.scope, ip);
      onKey(String(params['apiKey']));
      return await method.answer(textsOf(params), uid);
    },
  };
}

function methodsOf({ marketData, orders, orderLists, account }: DialectHandlers): ReadonlyMap<string, Method> {
  const method =
    (scope: Method['scope']) =>
    ({ weight, moreWeight }: Weighed, answer: Handler): Method => ({
      scope,
      weight: (params) => weight + moreWeight({}, params),
      answer,
    });
  const open = method(null);
  const read = method('read');
  const trade = method('spot');
  return new Map<string, Method>([
    ['ping', open(contract.ping, async () => ({}))],
    ['time', open(contract.time, async () => ({ serverTime: Date.now() }))],
    ['exchangeInfo', open(contract.exchangeInfo, marketData.exchangeInfo)],
    ['depth', open(contract.depth, marketData.depth)],
    ['trades.recent', open(contract.trades, marketData.trades)],
    ['trades.historical', open(contract.historicalTrades, marketData.historicalTrades)],
    ['trades.aggregate', open(contract.aggTrades, marketData.aggTrades)],
    ['klines', open(contract.klines, marketData.klines)],
    ['uiKlines', open(contract.uiKlines, marketData.klines)],
    ['avgPrice', open(contract.avgPrice, marketData.avgPrice)],
    ['ticker.24hr', open(contract.ticker24hr, marketData.ticker24hr)],
    ['ticker.price', open(contract.tickerPrice, marketData.tickerPrice)],
    ['ticker.book', open(contract.bookTicker, marketData.bookTicker)],
    ['order.place', trade(contract.orderPost, orders.place)],
    ['order.test', trade(contract.orderTest, orders.test)],
    ['order.status', read(contract.orderGet, orders.get)],
    ['order.cancel', trade(contract.orderDelete, orders.cancel)],
    ['order.cancelReplace', trade(contract.cancelReplace, orders.cancelReplace)],
    ['order.amend.keepPriority', trade(contract.amendKeepPriority, orders.amendKeepPriority)],
    ['openOrders.status', read(contract.openOrdersGet, orders.open)],
    ['openOrders.cancelAll', trade(contract.openOrdersDelete, orders.cancelOpen)],
    ['allOrders', read(contract.allOrders, orders.all)],
    ['orderList.place', trade(lists.orderOco, orderLists.placeLimitAndStop)],
    ['orderList.place.oco', trade(lists.orderListOco, orderLists.placeAboveAndBelow)],
    ['orderList.status', read(lists.orderListGet, orderLists.get)],
    ['orderList.cancel', trade(lists.orderListDelete, orderLists.cancel)],
    ['openOrderLists.status', read(lists.openOrderList, orderLists.open)],
    ['allOrderLists', read(lists.allOrderList, orderLists.all)],
    ['myTrades', read(contract.myTrades, orders.myTrades)],
    ['account.status', read(contract.account, account.account)],
    ['account.commission', read(contract.accountCommission, account.commission)],
    ['account.rateLimits.orders', read(contract.rateLimitOrder, account.orderCounts)],
  ]);
}

/** What a weight may depend on. Read before anything is counted, so that nothing long is turned into text. */
function weighedOf({ interval, limit }: Readonly<Record<string, unknown>>): Parameters {
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  return { interval: textOf(interval), limit: textOf(limit) };
}

/** Parameters as texts, as they would stand in a query. */
function textsOf(params: Readonly<Record<string, unknown>>): Parameters {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
