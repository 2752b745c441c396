import type { QueryOf } from '@agio/contracts/calls';
import { DEFAULTS } from '@agio/contracts/defaults';
import { once } from './repeat-key.ts';
import type { PageOf } from './pages.ts';
import { request, type Call } from './request.ts';
import type {
  AmendOrder,
  Deal,
  DepthSnapshot,
  Fill,
  KlineRow,
  Order,
  Pair,
  PlaceOrder,
  PlacePair,
  Ticker,
} from './types.ts';

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
  return (await request(call, 'POST /web/spot/order/place', { body, headers: once(idempotencyKey) })).order;
}

export async function placePair(call: Call, body: PlacePair, idempotencyKey: string): Promise<readonly Order[]> {
  return (await request(call, 'POST /web/spot/order/oco/place', { body, headers: once(idempotencyKey) })).orders;
}

export async function amendOrder(call: Call, body: AmendOrder, idempotencyKey: string): Promise<Order> {
  return (await request(call, 'POST /web/spot/order/amend', { body, headers: once(idempotencyKey) })).order;
}

export async function cancelOrder(call: Call, symbol: string, orderId: number): Promise<Order> {
  return (await request(call, 'POST /web/spot/order/cancel', { body: { symbol, orderId } })).order;
}

export async function cancelAllOrders(call: Call, symbol?: string): Promise<readonly Order[]> {
  return (await request(call, 'POST /web/spot/order/cancel-all', { body: { symbol } })).orders;
}

export async function getOpenOrders(call: Call, symbol?: string): Promise<readonly Order[]> {
  return (await request(call, 'GET /web/spot/order/open', { query: { symbol } })).orders;
}

export function getOrderHistory(call: Call, page: number, symbol?: string): Promise<PageOf<Order>> {
  return request(call, 'GET /web/spot/order/history', { query: { page, pageSize: DEFAULTS.pageSize, symbol } });
}

export function getFills(call: Call, page: number, symbol?: string): Promise<PageOf<Fill>> {
  return request(call, 'GET /web/spot/order/fills', { query: { page, pageSize: DEFAULTS.pageSize, symbol } });
}
