/** The calls of USDT perpetuals. */
import type { BodyOf, DataOf, QueryOf } from '@agio/contracts/calls';
import type {
  Capital,
  ClosedPosition,
  EndedOrder,
  EndedStopOrder,
  FuturesFill,
  FuturesOrder,
  Position,
  Preference,
  StopOrder,
} from '@agio/contracts/http/futures-shapes';
import { DEFAULTS } from '@agio/contracts/defaults';
import type { PageOf } from '../pages.ts';
import { once } from '../once.ts';
import { ORDER_TIMEOUT_MS, sentOnce } from '../repeat-key.ts';
import { request, type Call } from '../request.ts';
import type { Deal } from '../types.ts';

export type {
  Capital,
  ClosedPosition,
  EndedOrder,
  EndedStopOrder,
  FuturesFill,
  FuturesOrder,
  FuturesTicker,
  Position,
  Preference,
  StopOrder,
} from '@agio/contracts/http/futures-shapes';
export type Contract = DataOf<'GET /futures/market/symbol'>['symbols'][number];
export type PlaceFuturesOrder = BodyOf<'POST /futures/order/place'>;
export type PlaceStopOrder = BodyOf<'POST /futures/stop-order/place'>;
export type AmendStopOrder = BodyOf<'POST /futures/stop-order/amend'>;
export type SetExits = BodyOf<'POST /futures/position/exits'>;
export type FundingPayment = Awaited<ReturnType<typeof getFundingPayments>>['items'][number];

export async function getContracts(call: Call): Promise<readonly Contract[]> {
  return (await request(call, 'GET /futures/market/symbol')).symbols;
}

export async function getFuturesDepth(call: Call, symbol: string, limit: number) {
  const { u, bids, asks } = await request(call, 'GET /futures/market/depth', { query: { symbol, limit } });
  return { lastUpdateId: u, bids, asks };
}

export async function getFuturesDeals(call: Call, symbol: string): Promise<readonly Deal[]> {
  return (await request(call, 'GET /futures/market/deals', { query: { symbol, limit: 50 } })).deals;
}

export async function getFuturesKlines(
  call: Call,
  query: QueryOf<'GET /futures/market/klines'>,
): Promise<DataOf<'GET /futures/market/klines'>['klines']> {
  return (await request(call, 'GET /futures/market/klines', { query })).klines;
}

export async function placeFuturesOrder(call: Call, body: PlaceFuturesOrder, key: string): Promise<FuturesOrder> {
  return (await request(call, 'POST /futures/order/place', sentOnce(body, key))).order;
}

export async function placeStopOrder(call: Call, body: PlaceStopOrder, key: string): Promise<StopOrder> {
  return (await request(call, 'POST /futures/stop-order/place', sentOnce(body, key))).order;
}

export async function amendFuturesOrder(
  call: Call,
  body: BodyOf<'POST /futures/order/amend'>,
  key: string,
): Promise<FuturesOrder> {
  return (await request(call, 'POST /futures/order/amend', sentOnce(body, key))).order;
}

export async function amendStopOrder(call: Call, body: AmendStopOrder, key: string): Promise<StopOrder> {
  return (await request(call, 'POST /futures/stop-order/amend', sentOnce(body, key))).order;
}

export async function cancelFuturesOrder(call: Call, symbol: string, orderId: number): Promise<FuturesOrder> {
  return (await request(call, 'POST /futures/order/cancel', { body: { symbol, orderId }, timeoutMs: ORDER_TIMEOUT_MS }))
    .order;
}

export async function cancelStopOrder(call: Call, symbol: string, stopOrderId: number): Promise<StopOrder> {
  return (
    await request(call, 'POST /futures/stop-order/cancel', {
      body: { symbol, stopOrderId },
      timeoutMs: ORDER_TIMEOUT_MS,
    })
  ).order;
}

/** Of one contract, or of all. */
export function cancelAllFutures(
  call: Call,
  symbol?: string,
): Promise<{ readonly orders: readonly FuturesOrder[]; readonly stopOrders: readonly StopOrder[] }> {
  return request(call, 'POST /futures/order/cancel-all', { body: { symbol } });
}

export async function getOpenFuturesOrders(call: Call): Promise<readonly FuturesOrder[]> {
  return (await request(call, 'GET /futures/order/open')).orders;
}

export async function getOpenStopOrders(call: Call): Promise<readonly StopOrder[]> {
  return (await request(call, 'GET /futures/stop-order/open')).orders;
}

export async function getPositions(call: Call): Promise<readonly Position[]> {
  return (await request(call, 'GET /futures/position/list')).positions;
}

export async function getCapital(call: Call): Promise<Capital> {
  return (await request(call, 'GET /futures/account/capital')).capital;
}

export async function getPreference(call: Call, symbol: string): Promise<Preference> {
  return (await request(call, 'GET /futures/account/preference', { query: { symbol } })).preference;
}

export async function setLeverage(call: Call, body: BodyOf<'POST /futures/account/leverage'>): Promise<Preference> {
  return (await request(call, 'POST /futures/account/leverage', { body })).preference;
}

export async function setMarginMode(
  call: Call,
  body: BodyOf<'POST /futures/account/margin-mode'>,
): Promise<Preference> {
  return (await request(call, 'POST /futures/account/margin-mode', { body })).preference;
}

export async function setPositionMode(call: Call, positionMode: Preference['positionMode']) {
  return (await request(call, 'POST /futures/account/position-mode', { body: { positionMode } })).positionMode;
}

export async function setExits(call: Call, body: SetExits, key: string): Promise<readonly StopOrder[]> {
  return (await request(call, 'POST /futures/position/exits', { body, headers: once(key) })).orders;
}

export async function moveMargin(
  call: Call,
  body: BodyOf<'POST /futures/position/margin'>,
  key: string,
): Promise<readonly Position[]> {
  return (await request(call, 'POST /futures/position/margin', { body, headers: once(key) })).positions;
}

/** The page and its filters; pages have the usual size where none is said. */
const filtered = <Query extends object>(query: Query) => ({ query: { pageSize: DEFAULTS.pageSize, ...query } });

export function getFuturesOrderHistory(
  call: Call,
  query: QueryOf<'GET /futures/order/history'>,
): Promise<PageOf<EndedOrder>> {
  return request(call, 'GET /futures/order/history', filtered(query));
}

export function getStopOrderHistory(
  call: Call,
  query: QueryOf<'GET /futures/stop-order/history'>,
): Promise<PageOf<EndedStopOrder>> {
  return request(call, 'GET /futures/stop-order/history', filtered(query));
}

export function getFuturesFills(call: Call, query: QueryOf<'GET /futures/order/fills'>): Promise<PageOf<FuturesFill>> {
  return request(call, 'GET /futures/order/fills', filtered(query));
}

export function getPositionHistory(
  call: Call,
  query: QueryOf<'GET /futures/position/history'>,
): Promise<PageOf<ClosedPosition>> {
  return request(call, 'GET /futures/position/history', filtered(query));
}

export function getFundingPayments(call: Call, query: QueryOf<'GET /futures/account/funding'>) {
  return request(call, 'GET /futures/account/funding', filtered(query));
}

/** Steps of one's own liquidations, and deleveragings. */
export function getOwnLiquidations(call: Call, query: QueryOf<'GET /futures/account/receipts'>) {
  return request(call, 'GET /futures/account/receipts', filtered(query));
}
