import { dataOf, type Call } from './client.ts';
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

export async function getPairs(call: Call): Promise<readonly Pair[]> {
  const { pairs } = await dataOf<{ pairs: readonly Pair[] }>(call('/web/spot/pairs'));
  return pairs.toSorted((a, b) => a.sort - b.sort || a.symbol.localeCompare(b.symbol));
}

export async function getTickers(call: Call): Promise<readonly Ticker[]> {
  return (await dataOf<{ tickers: readonly Ticker[] }>(call('/web/spot/tickers'))).tickers;
}

export function getDepth(call: Call, symbol: string, limit = 100): Promise<DepthSnapshot> {
  return dataOf<DepthSnapshot>(call(`/web/spot/depth?symbol=${symbol}&limit=${limit}`));
}

export async function getDeals(call: Call, symbol: string, limit = 50): Promise<readonly Deal[]> {
  return (await dataOf<{ deals: readonly Deal[] }>(call(`/web/spot/deals?symbol=${symbol}&limit=${limit}`))).deals;
}

export interface KlineQuery {
  readonly symbol: string;
  readonly interval: string;
  readonly limit: number;
  readonly endTime?: number;
}

export async function getKlines(call: Call, query: KlineQuery): Promise<readonly KlineRow[]> {
  const end = query.endTime === undefined ? '' : `&endTime=${query.endTime}`;
  const path = `/kline/spot?symbol=${query.symbol}&interval=${query.interval}&limit=${query.limit}${end}`;
  return (await dataOf<{ klines: readonly KlineRow[] }>(call(path))).klines;
}

/** The same key for the same submission: a repeated request places no second order. */
export async function placeOrder(call: Call, order: PlaceOrder, idempotencyKey: string): Promise<Order> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  return (await dataOf<{ order: Order }>(call('/web/spot/order/place', { method: 'POST', body: order, headers })))
    .order;
}

export async function placePair(call: Call, pair: PlacePair, idempotencyKey: string): Promise<readonly Order[]> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  return (
    await dataOf<{ orders: readonly Order[] }>(
      call('/web/spot/order/oco/place', { method: 'POST', body: pair, headers }),
    )
  ).orders;
}

export async function amendOrder(call: Call, change: AmendOrder, idempotencyKey: string): Promise<Order> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  return (await dataOf<{ order: Order }>(call('/web/spot/order/amend', { method: 'POST', body: change, headers })))
    .order;
}

export async function cancelOrder(call: Call, symbol: string, orderId: number): Promise<Order> {
  return (await dataOf<{ order: Order }>(call('/web/spot/order/cancel', { method: 'POST', body: { symbol, orderId } })))
    .order;
}

export async function cancelAllOrders(call: Call, symbol?: string): Promise<readonly Order[]> {
  const body = symbol ? { symbol } : {};
  return (await dataOf<{ orders: readonly Order[] }>(call('/web/spot/order/cancel-all', { method: 'POST', body })))
    .orders;
}

export async function getOpenOrders(call: Call, symbol?: string): Promise<readonly Order[]> {
  const query = symbol ? `?symbol=${symbol}` : '';
  return (await dataOf<{ orders: readonly Order[] }>(call(`/web/spot/order/open${query}`))).orders;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export function getOrderHistory(call: Call, page: number, symbol?: string): Promise<PageOf<Order>> {
  return dataOf<PageOf<Order>>(
    call(`/web/spot/order/history?page=${page}&pageSize=20${symbol ? `&symbol=${symbol}` : ''}`),
  );
}

export function getFills(call: Call, page: number, symbol?: string): Promise<PageOf<Fill>> {
  return dataOf<PageOf<Fill>>(
    call(`/web/spot/order/fills?page=${page}&pageSize=20${symbol ? `&symbol=${symbol}` : ''}`),
  );
}
