/** The dialect's calls about a user's orders. */
import type { z } from 'zod';
import { DialectError, Refusal } from '@agio/contracts/errors';
import type * as shape from '@agio/contracts/http/binance-shapes';
import type { OrderView } from '@agio/core';
import type { Price } from '@agio/core/fixed';
import {
  clientId,
  decimalText,
  integer,
  limitOf,
  missing,
  notValid,
  oneOf,
  optional,
  type Parameters,
  required,
} from '../../../dialect/parameters.ts';
import { translateRefusals } from '../../../dialect/refusals.ts';
import { EngineBusy } from '../../../engine/index.ts';
import type { LiveMarkets } from '../../markets/index.ts';
import { type PlaceCommand, quantityOf } from '../order-request.ts';
import type { RangeQuery } from '../repo.ts';
import type { OrderName, Trading } from '../trading.ts';
import type { OrderRate } from '../order-rate.ts';
import { newOrderRequest } from './order-request.ts';
import { canceledOrderOf, myTradeOf, newClientId, newOrderOf, orderOf } from './order-views.ts';
import { marketOf } from './named-markets.ts';
import { filterFailure, rejectAnswer, toDialect } from './rejects.ts';

type Output<Schema extends z.ZodType> = z.output<Schema>;

export interface Orders {
  place(params: Parameters, uid: number): Promise<Output<typeof shape.newOrder>>;
  test(params: Parameters, uid: number): Promise<Record<never, never>>;
  get(params: Parameters, uid: number): Promise<Output<typeof shape.order>>;
  cancel(params: Parameters, uid: number): Promise<Output<typeof shape.canceledOrder>>;
  open(params: Parameters, uid: number): Promise<Output<typeof shape.order>[]>;
  cancelOpen(params: Parameters, uid: number): Promise<Output<typeof shape.canceledOrder>[]>;
  all(params: Parameters, uid: number): Promise<Output<typeof shape.order>[]>;
  myTrades(params: Parameters, uid: number): Promise<Output<typeof shape.myTrade>[]>;
  cancelReplace(params: Parameters, uid: number): Promise<Output<typeof shape.cancelReplace>>;
  amendKeepPriority(params: Parameters, uid: number): Promise<Output<typeof shape.amended>>;
}

export function createOrders(live: LiveMarkets, trading: Trading, limits: OrderRate): Orders {
  const place: Orders['place'] = async (params, uid) => {
    const request = newOrderRequest(marketOf(live, params), params, uid);
    limits.take(uid);
    const { order, fills } = await namingFilter(live, trading, request.command, () => trading.send(request.command));
    return newOrderOf(live, order, fills, request.responseType);
  };
  const cancel: Orders['cancel'] = async (params, uid) => {
    const { symbol } = marketOf(live, params).view;
    const name = orderName(params, 'orderId', 'origClientOrderId');
    const cancelId = clientId(params, 'newClientOrderId') ?? newClientId();
    const { order } = await trading.send({
      kind: 'CancelOrder',
      uid,
      symbol,
      ...(await sameOrder(trading, uid, symbol, name)),
    });
    return canceledOrderOf(live, order, cancelId);
  };
  return translateRefusals<Orders>(toDialect, {
    place,
    cancel,
    async test(params, uid) {
      const { command } = newOrderRequest(marketOf(live, params), params, uid);
      await namingFilter(live, trading, command, () => trading.check(command));
      return {};
    },
    async get(params, uid) {
      const { symbol } = marketOf(live, params).view;
      const order = await trading.find(uid, symbol, orderName(params, 'orderId', 'origClientOrderId'));
      if (!order) throw new DialectError(400, -2013, 'Order does not exist.');
      return orderOf(live, order);
    },
    async open(params, uid) {
      const symbol = optional(params, 'symbol') === undefined ? '' : marketOf(live, params).view.symbol;
      return (await trading.openOrders(uid, symbol)).map((order) => orderOf(live, order));
    },
    async cancelOpen(params, uid) {
      const canceled = await trading.cancelAll(uid, marketOf(live, params).view.symbol);
      if (canceled.length === 0) throw rejectAnswer('UNKNOWN_ORDER');
      const cancelId = newClientId();
      return canceled.map((order) => canceledOrderOf(live, order, cancelId));
    },
    async all(params, uid) {
      const { symbol } = marketOf(live, params).view;
      const found = await trading.ordersInRange(uid, symbol, rangeOf(params, 'orderId'));
      return found.map((order) => orderOf(live, order));
    },
    async myTrades(params, uid) {
      const { symbol } = marketOf(live, params).view;
      const found = await trading.fillsInRange(uid, symbol, integer(params, 'orderId'), rangeOf(params, 'fromId'));
      return found.map((fill) => myTradeOf(live, fill));
    },
    cancelReplace: (params, uid) => cancelAndReplace(live, params, uid, place, cancel),
    amendKeepPriority: (params, uid) => amendKeepPriority(live, trading, params, uid),
  });
}

/** The core says only that there are too many orders; clients know a filter for each kind. */
async function namingFilter<Result>(
  live: LiveMarkets,
  trading: Trading,
  command: PlaceCommand,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'TOO_MANY_ORDERS') throw error;
    const most = live.markets.get(command.symbol)?.view.parameters.maxOpenOrders ?? 0;
    const open = await trading.openOrders(command.uid, command.symbol);
    if (most !== 0 && open.length >= most) throw error;
    throw filterFailure(command.displayQuantity ? 'MAX_NUM_ICEBERG_ORDERS' : 'MAX_NUM_ALGO_ORDERS');
  }
}

function orderName(params: Parameters, idName: string, clientIdName: string): OrderName {
  const orderId = integer(params, idName);
  const clientOrderId = clientId(params, clientIdName);
  if (orderId === null && clientOrderId === undefined) {
    throw new DialectError(
      400,
      -1102,
      `Param '${clientIdName}' or '${idName}' must be sent, but both were empty/null!`,
    );
  }
  if (orderId === 0) throw notValid(idName);
  return { orderId: orderId ?? 0, clientOrderId: clientOrderId ?? '' };
}

/** Named by both ids, both must mean the same order. */
async function sameOrder(trading: Trading, uid: number, symbol: string, name: OrderName): Promise<OrderName> {
  if (name.orderId === 0 || name.clientOrderId === '') return name;
  const order = await trading.find(uid, symbol, name);
  if (order?.clientOrderId !== name.clientOrderId) throw rejectAnswer('UNKNOWN_ORDER');
  return { orderId: name.orderId, clientOrderId: '' };
}

export function rangeOf(params: Parameters, idName: string): RangeQuery {
  return {
    fromId: integer(params, idName),
    startTime: integer(params, 'startTime'),
    endTime: integer(params, 'endTime'),
    limit: limitOf(params, 500, 1000),
  };
}

type Failure = { code: number; msg: string };
type Attempt<Result> = { result: Result } | { failure: Failure };

/** `busy`: how a full queue is told. 'thrown' while nothing of the call is done yet; 'failed', as the answer of this part, once an earlier part is. */
async function attempt<Result>(busy: 'thrown' | 'failed', run: () => Promise<Result>): Promise<Attempt<Result>> {
  try {
    return { result: await run() };
  } catch (error) {
    const refusal = toDialect(error);
    if (refusal instanceof DialectError) return { failure: { code: refusal.code, msg: refusal.message } };
    if (error instanceof EngineBusy && busy === 'failed') return { failure: { code: -1008, msg: error.message } };
    throw error;
  }
}

async function cancelAndReplace(
  live: LiveMarkets,
  params: Parameters,
  uid: number,
  place: Orders['place'],
  cancel: Orders['cancel'],
): Promise<Output<typeof shape.cancelReplace>> {
  required(params, 'cancelReplaceMode');
  const mode = oneOf(params, 'cancelReplaceMode', ['STOP_ON_FAILURE', 'ALLOW_FAILURE'] as const, () =>
    notValid('cancelReplaceMode'),
  );
  // A malformed new order must not cost the old one.
  newOrderRequest(marketOf(live, params), params, uid);
  orderName(params, 'cancelOrderId', 'cancelOrigClientOrderId');
  const cancelParams: Parameters = {
    symbol: params['symbol'],
    orderId: params['cancelOrderId'],
    origClientOrderId: params['cancelOrigClientOrderId'],
    newClientOrderId: params['cancelNewClientOrderId'],
  };
  const canceled = await attempt('thrown', () => cancel(cancelParams, uid));
  const isStopped = 'failure' in canceled && mode === 'STOP_ON_FAILURE';
  const placed = isStopped ? null : await attempt('failed', () => place(params, uid));
  const answer: Output<typeof shape.cancelReplace> = {
    cancelResult: 'failure' in canceled ? 'FAILURE' : 'SUCCESS',
    newOrderResult: placed === null ? 'NOT_ATTEMPTED' : 'failure' in placed ? 'FAILURE' : 'SUCCESS',
    cancelResponse: 'failure' in canceled ? canceled.failure : canceled.result,
    newOrderResponse: placed === null ? null : 'failure' in placed ? placed.failure : placed.result,
  };
  if (answer.cancelResult !== 'SUCCESS' || answer.newOrderResult !== 'SUCCESS') {
    throw new DialectError(400, -2022, 'Order cancel-replace failed.', answer);
  }
  return answer;
}

async function amendKeepPriority(
  live: LiveMarkets,
  trading: Trading,
  params: Parameters,
  uid: number,
): Promise<Output<typeof shape.amended>> {
  const market = marketOf(live, params);
  const { symbol } = market.view;
  const name = await sameOrder(trading, uid, symbol, orderName(params, 'orderId', 'origClientOrderId'));
  required(params, 'newQty');
  const text = decimalText(params, 'newQty');
  if (text === undefined) throw missing('newQty');
  const quantity = quantityOf('quantity', text, market);
  const current: OrderView | null = await trading.find(uid, symbol, name);
  if (!current) throw rejectAnswer('UNKNOWN_ORDER');
  // Only a smaller rest keeps its place; anything else is a cancel and a new order.
  if (quantity >= current.quantity || quantity <= current.filledQuantity) throw rejectAnswer('NOTHING_TO_AMEND');
  const { order, seq } = await trading.send({
    kind: 'AmendOrder',
    uid,
    symbol,
    orderId: current.orderId,
    clientOrderId: '',
    price: 0 as Price,
    quantity,
    idempotency: null,
  });
  return { transactTime: order.updatedAtMs, executionId: seq, amendedOrder: orderOf(live, order) };
}
