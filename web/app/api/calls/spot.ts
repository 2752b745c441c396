import type { QueryOf } from '@agio/contracts/calls';
import { DEFAULTS } from '@agio/contracts/defaults';
import { REFUSALS } from '@agio/contracts/errors';
import { sentOnce, ORDER_TIMEOUT_MS } from '../repeat-key.ts';
import type { PageOf } from '../pages.ts';
import { ApiError, request, type Call } from '../request.ts';
import type {
  AmendOrder,
  Deal,
  DepthSnapshot,
  Fill,
  KlineRow,
  Order,
  Pair,
  PlaceOrder,
  PlaceOco,
  Ticker,
} from '../types.ts';

/** In the house's order. */
export async function getPairs(call: Call): Promise<readonly Pair[]> {
  return (await request(call, 'GET /web/spot/pairs')).pairs;
}

export async function getTickers(call: Call): Promise<readonly Ticker[]> {
  return (await request(call, 'GET /web/spot/tickers')).tickers;
}

export function getDepth(call: Call, symbol: string, limit = 100): Promise<DepthSnapshot> {
  return request(call, 'GET /web/spot/depth', { query: { symbol, limit } });
}

export async function getDeals(call: Call, symbol: string, limit = 50): Promise<readonly Deal[]> {
  return (await request(call, 'GET /web/spot/deals', { query: { symbol, limit } })).deals;
}

export async function getKlines(call: Call, query: QueryOf<'GET /kline/spot'>): Promise<readonly KlineRow[]> {
  return (await request(call, 'GET /kline/spot', { query })).klines;
}

export async function placeOrder(call: Call, body: PlaceOrder, idempotencyKey: string): Promise<Order> {
  return (await request(call, 'POST /web/spot/order/place', sentOnce(body, idempotencyKey))).order;
}

export async function placeOco(call: Call, body: PlaceOco, idempotencyKey: string): Promise<readonly Order[]> {
  return (await request(call, 'POST /web/spot/order/oco/place', sentOnce(body, idempotencyKey))).orders;
}

export async function amendOrder(call: Call, body: AmendOrder, idempotencyKey: string): Promise<Order> {
  return (await request(call, 'POST /web/spot/order/amend', sentOnce(body, idempotencyKey))).order;
}

export async function cancelOrder(call: Call, symbol: string, orderId: number): Promise<Order> {
  return (
    await request(call, 'POST /web/spot/order/cancel', { body: { symbol, orderId }, timeoutMs: ORDER_TIMEOUT_MS })
  ).order;
}

/** The newest order of that name; null where the user has none. */
export async function getOrderByClientId(call: Call, symbol: string, clientOrderId: string): Promise<Order | null> {
  try {
    return (await request(call, 'GET /web/spot/order/by-client-id', { query: { symbol, clientOrderId } })).order;
  } catch (error) {
    if (error instanceof ApiError && error.code === REFUSALS.UNKNOWN_ORDER.code) return null;
    throw error;
  }
}

export async function cancelAllOrders(call: Call, symbol?: string): Promise<readonly Order[]> {
  return (await request(call, 'POST /web/spot/order/cancel-all', { body: { symbol } })).orders;
}

export async function getOpenOrders(call: Call, symbol?: string): Promise<readonly Order[]> {
  return (await request(call, 'GET /web/spot/order/open', { query: { symbol } })).orders;
}

/** Pages have the usual size where none is said. */
export function getOrderHistory(call: Call, query: QueryOf<'GET /web/spot/order/history'>): Promise<PageOf<Order>> {
  return request(call, 'GET /web/spot/order/history', { query: { pageSize: DEFAULTS.pageSize, ...query } });
}

export function getFills(call: Call, query: QueryOf<'GET /web/spot/order/fills'>): Promise<PageOf<Fill>> {
  return request(call, 'GET /web/spot/order/fills', { query: { pageSize: DEFAULTS.pageSize, ...query } });
}
