/** The site's calls about a user's orders. */
import { type Caller, implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/spot';
import type { LiveMarket, LiveMarkets } from '../markets/index.ts';
import { idempotencyOf } from '../../commands/submit.ts';
import type { OrderRate } from './order-rate.ts';
import { ocoCommand, placeCommand, priceOf, quantityOf, termsOf } from './order-request.ts';
import type { Trading } from './trading.ts';
import { fillView, orderView } from './views.ts';
import type { HistoryQuery } from './repo.ts';

/** `limits` counts orders and changes of orders, as the dialect's are; a cancel is never refused. */
export function spotRoutes(live: LiveMarkets, trading: Trading, limits: OrderRate): Route[] {
  const marketOf = (symbol: string): LiveMarket => {
    const market = live.markets.get(symbol);
    if (!market) throw new Refusal('UNKNOWN_MARKET');
    return market;
  };
  return [
    implement(contract.placeOrder, async (input) => {
      const { body, caller } = input;
      const command = placeCommand(marketOf(body.symbol), {
        uid: caller.uid,
        side: body.side,
        type: body.type,
        timeInForce: body.timeInForce,
        price: body.price,
        quantity: body.quantity,
        quoteAmount: body.quoteAmount,
        maxSlippage: body.maxSlippage,
        stpMode: body.selfTradePreventionMode,
        clientOrderId: body.clientOrderId,
        idempotency: idempotencyOf(input),
        stopPrice: body.stopPrice,
        deltaBips: body.deltaBips,
        activationPrice: body.activationPrice,
        displayQuantity: body.displayQuantity,
      });
      limits.takeForSite(caller.uid);
      return { order: orderView(live, (await trading.send(command)).order) };
    }),
    implement(contract.placeOco, async (input) => {
      const { body, caller } = input;
      const command = ocoCommand(marketOf(body.symbol), {
        uid: caller.uid,
        side: body.side,
        quantity: body.quantity,
        price: body.price,
        takeProfitPrice: body.takeProfitPrice,
        stopPrice: body.stopPrice,
        stopLimitPrice: body.stopLimitPrice,
        stpMode: body.selfTradePreventionMode,
        clientOrderId: body.clientOrderId,
        stopClientOrderId: body.stopClientOrderId,
        idempotency: idempotencyOf(input),
      });
      limits.takeForSite(caller.uid, 2);
      return { orders: (await trading.sendOco(command)).map((order) => orderView(live, order)) };
    }),
    implement(contract.cancelOrder, async ({ body, caller }) => {
      const { symbol } = marketOf(body.symbol).view;
      if (body.orderId === undefined && body.clientOrderId === undefined)
        throw new Refusal('BAD_REQUEST', { detail: 'name the order by orderId or clientOrderId' });
      const name = { orderId: body.orderId ?? 0, clientOrderId: body.clientOrderId ?? '' };
      const { order } = await trading.send({ kind: 'CancelOrder', uid: caller.uid, symbol, ...name });
      return { order: orderView(live, order) };
    }),
    implement(contract.cancelAllOrders, async ({ body, caller }) => {
      if (body.symbol !== undefined) marketOf(body.symbol);
      const orders = await trading.cancelAll(caller.uid, body.symbol ?? '');
      return { orders: orders.map((order) => orderView(live, order)) };
    }),
    implement(contract.amendOrder, async (input) => {
      const { body, caller } = input;
      const market = marketOf(body.symbol);
      limits.takeForSite(caller.uid);
      const { order } = await trading.send({
        kind: 'AmendOrder',
        uid: caller.uid,
        symbol: body.symbol,
        orderId: body.orderId,
        clientOrderId: '',
        price: priceOf('price', body.price),
        quantity: quantityOf('quantity', body.quantity, market),
        idempotency: idempotencyOf(input),
        ...termsOf(market, body),
      });
      return { order: orderView(live, order) };
    }),
    ...readRoutes(live, trading),
  ];
}

function readRoutes(live: LiveMarkets, trading: Trading): Route[] {
  const find = async (caller: Caller, symbol: string, clientOrderId: string): Promise<contract.Order> => {
    const order = await trading.find(caller.uid, symbol, { orderId: 0, clientOrderId });
    if (!order) throw new Refusal('UNKNOWN_ORDER');
    return orderView(live, order);
  };
  return [
    implement(contract.openOrders, async ({ query, caller }) => {
      const orders = await trading.openOrders(caller.uid, query.symbol ?? '');
      return { orders: orders.map((order) => orderView(live, order)) };
    }),
    implement(contract.orderHistory, async ({ query, caller }) => {
      const { items, total } = await trading.endedOrders(caller.uid, {
        ...historyOf(query),
        isLost: query.lost === 'true',
      });
      return { items: items.map((order) => orderView(live, order)), total };
    }),
    implement(contract.fills, async ({ query, caller }) => {
      const { items, total } = await trading.pageOfFills(caller.uid, historyOf(query));
      return { items: items.map(({ fill, order }) => fillView(live, fill, order)), total };
    }),
    implement(contract.orderByClientId, async ({ query, caller }) => ({
      order: await find(caller, query.symbol, query.clientOrderId),
    })),
  ];
}

type History = Parameters<typeof contract.fills.moreWeight>[1];
const historyOf = ({ symbol, side, from: fromMs, to: toMs, page, pageSize }: History): HistoryQuery => ({
  symbol,
  side,
  fromMs,
  toMs,
  page,
  pageSize,
});
