/** The site's calls about a user's futures. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/futures';
import type { Position, Preference } from '@agio/contracts/http/futures-shapes';
import type { Side } from '@agio/core';
import type { Db } from '../../store/index.ts';
import type { OrderRate } from '../spot/index.ts';
import { priceText, rateText } from '../markets/index.ts';
import { idempotencyOf } from '../../commands/submit.ts';
import type { MoveRate } from '../wallet/index.ts';
import type { LiveContracts } from './live.ts';
import { amendStopCommand, amountOf, exitOf, placeCommand, priceOf, stopCommand, WALLET } from './order-request.ts';
import type { DatedQuery, HistoryQuery } from './history-queries.ts';
import * as repo from './history-repo.ts';
import type { FuturesTrading } from './trading.ts';
import { shownEndedOrders, shownEndedStopOrders } from './ended-orders.ts';
import { historyFillOf } from './fill-views.ts';
import * as views from './views.ts';

export interface FuturesRates {
  /** How often a user moves margin. */
  readonly moves: MoveRate;
  /** Orders, changes of orders and settings; a cancel is never refused. */
  readonly orders: Pick<OrderRate, 'takeForSite'>;
}

export function userRoutes(live: LiveContracts, trading: FuturesTrading, db: Db, rates: FuturesRates): Route[] {
  return [
    ...orderRoutes(live, trading, rates),
    ...positionRoutes(live, trading, rates),
    ...accountRoutes(trading, rates),
    ...historyRoutes(live, trading, db),
  ];
}

function known(live: LiveContracts, symbol: string): string {
  if (!live.contracts.has(symbol)) throw new Refusal('UNKNOWN_MARKET');
  return symbol;
}

const ownerOf = (uid: number, symbol: string): { uid: number; wallet: string; symbol: string } => ({
  uid,
  wallet: WALLET,
  symbol,
});

function orderRoutes(live: LiveContracts, trading: FuturesTrading, { orders }: FuturesRates): Route[] {
  return [
    implement(contract.placeFuturesOrder, async (input) => {
      known(live, input.body.symbol);
      const command = placeCommand(input.caller.uid, input.body, idempotencyOf(input));
      orders.takeForSite(input.caller.uid);
      return { order: views.orderOf(await trading.order(command)) };
    }),
    implement(contract.cancelFuturesOrder, async ({ body, caller }) => {
      const name = nameOf(body.orderId, body.clientOrderId);
      const owner = ownerOf(caller.uid, known(live, body.symbol));
      return { order: views.orderOf(await trading.order({ kind: 'CancelPerpOrder', ...owner, ...name })) };
    }),
    implement(contract.cancelAllFutures, async ({ body, caller }) => {
      if (body.symbol !== undefined) known(live, body.symbol);
      const { orders, stopOrders } = await trading.cancelAll(caller.uid, body.symbol ?? '');
      return { orders: orders.map(views.orderOf), stopOrders: stopOrders.map(views.stopOrderOf) };
    }),
    implement(contract.amendFuturesOrder, async (input) => {
      const { body, caller } = input;
      orders.takeForSite(caller.uid);
      const order = await trading.order({
        kind: 'AmendPerpOrder',
        ...ownerOf(caller.uid, known(live, body.symbol)),
        orderId: body.orderId,
        clientOrderId: '',
        price: priceOf('price', body.price),
        quantity: amountOf('quantity', body.quantity),
        idempotency: idempotencyOf(input),
      });
      return { order: views.orderOf(order) };
    }),
    implement(contract.openFuturesOrders, async ({ query, caller }) => ({
      orders: (await trading.openOrders(caller.uid, query.symbol ?? '')).map(views.orderOf),
    })),
    implement(contract.placeStopOrder, async (input) => {
      known(live, input.body.symbol);
      orders.takeForSite(input.caller.uid);
      const [stop] = await trading.stopOrders(stopCommand(input.caller.uid, input.body, idempotencyOf(input)));
      if (stop === undefined) throw new Error('a conditional order was made and not told');
      return { order: views.stopOrderOf(stop) };
    }),
    implement(contract.cancelStopOrder, async ({ body, caller }) => {
      const name = nameOf(body.stopOrderId, body.clientOrderId);
      const owner = ownerOf(caller.uid, known(live, body.symbol));
      const [stop] = await trading.stopOrders({ kind: 'CancelStopOrder', ...owner, ...name });
      if (stop === undefined) throw new Error('a conditional order was ended and not told');
      return { order: views.stopOrderOf(stop) };
    }),
    implement(contract.amendStopOrder, async (input) => {
      const { body, caller } = input;
      orders.takeForSite(caller.uid);
      const owner = ownerOf(caller.uid, known(live, body.symbol));
      const [stop] = await trading.stopOrders({ ...amendStopCommand(owner, body), idempotency: idempotencyOf(input) });
      if (stop === undefined) throw new Error('a conditional order was changed and not told');
      return { order: views.stopOrderOf(stop) };
    }),
    implement(contract.openStopOrders, async ({ query, caller }) => ({
      orders: (await trading.openStopOrders(caller.uid, query.symbol ?? '')).map(views.stopOrderOf),
    })),
  ];
}

function positionRoutes(live: LiveContracts, trading: FuturesTrading, { moves, orders }: FuturesRates): Route[] {
  const positionsOf = async (uid: number, symbol: string): Promise<{ positions: Position[] }> => ({
    positions: (await trading.positions(uid, symbol)).map((position) => views.positionOf(live, position)),
  });
  return [
    implement(contract.positions, ({ query, caller }) => positionsOf(caller.uid, query.symbol ?? '')),
    implement(contract.setExits, async (input) => {
      const { body, caller } = input;
      orders.takeForSite(caller.uid);
      const stops = await trading.stopOrders({
        kind: 'SetPositionExits',
        ...ownerOf(caller.uid, known(live, body.symbol)),
        positionSide: body.positionSide,
        quantity: amountOf('quantity', body.quantity),
        takeProfit: exitOf(body.takeProfit),
        stopLoss: exitOf(body.stopLoss),
        idempotency: idempotencyOf(input),
      });
      return { orders: stops.map(views.stopOrderOf) };
    }),
    implement(contract.moveMargin, async (input) => {
      const { body, caller } = input;
      const amount = amountOf('amount', body.amount);
      await moves.take(caller.uid);
      await trading.set({
        kind: 'MoveMargin',
        ...ownerOf(caller.uid, known(live, body.symbol)),
        positionSide: body.positionSide,
        amount: (body.action === 'ADD' ? amount : -amount) as typeof amount,
        idempotency: idempotencyOf(input),
      });
      return await positionsOf(caller.uid, body.symbol);
    }),
    implement(contract.setAutoAdd, async ({ body, caller }) => {
      const owner = ownerOf(caller.uid, known(live, body.symbol));
      orders.takeForSite(caller.uid);
      await trading.set({ kind: 'SetAutoAddMargin', ...owner, positionSide: body.positionSide, on: body.on });
      return await positionsOf(caller.uid, body.symbol);
    }),
  ];
}

function accountRoutes(trading: FuturesTrading, { orders }: FuturesRates): Route[] {
  const preferenceOf = async (uid: number, symbol: string): Promise<{ preference: Preference }> => ({
    preference: views.preferenceOf(symbol, await trading.preference(uid, symbol)),
  });
  return [
    implement(contract.preferences, ({ query, caller }) => preferenceOf(caller.uid, query.symbol)),
    implement(contract.setLeverage, async ({ body, caller }) => {
      const { symbol, positionSide, leverage } = body;
      orders.takeForSite(caller.uid);
      await trading.set({ kind: 'SetLeverage', ...ownerOf(caller.uid, symbol), positionSide, leverage });
      return await preferenceOf(caller.uid, symbol);
    }),
    implement(contract.setMarginMode, async ({ body, caller }) => {
      orders.takeForSite(caller.uid);
      await trading.set({ kind: 'SetMarginMode', ...ownerOf(caller.uid, body.symbol), mode: body.marginMode });
      return await preferenceOf(caller.uid, body.symbol);
    }),
    implement(contract.setPositionMode, async ({ body, caller }) => {
      orders.takeForSite(caller.uid);
      await trading.set({ kind: 'SetPositionMode', uid: caller.uid, wallet: WALLET, mode: body.positionMode });
      return { positionMode: body.positionMode };
    }),
    implement(contract.futuresCapital, async ({ caller }) => {
      const { view, balance } = await trading.capital(caller.uid);
      return { capital: views.capitalOf(view, balance) };
    }),
  ];
}

function historyRoutes(live: LiveContracts, trading: FuturesTrading, db: Db): Route[] {
  interface Query {
    readonly symbol?: string | undefined;
    readonly page: number;
    readonly pageSize: number;
  }
  const page = async (uid: number, query: Query): Promise<HistoryQuery> => {
    await trading.settled(uid);
    return { uid, wallet: WALLET, symbol: query.symbol, page: query.page, pageSize: query.pageSize };
  };
  interface Dates {
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  }
  const dated = async (uid: number, query: Query & Dates): Promise<DatedQuery> => ({
    ...(await page(uid, query)),
    fromMs: query.from,
    toMs: query.to,
  });
  const sided = async (uid: number, query: Query & Dates & { readonly side?: Side | undefined }) => ({
    ...(await dated(uid, query)),
    side: query.side,
  });
  const ended = async (uid: number, query: Parameters<typeof sided>[1] & { readonly lost?: 'true' | undefined }) => ({
    ...(await sided(uid, query)),
    isLost: query.lost === 'true',
  });
  return [
    implement(contract.futuresOrderHistory, async ({ query, caller }) => {
      return await shownEndedOrders(db, await ended(caller.uid, query));
    }),
    implement(contract.stopOrderHistory, async ({ query, caller }) => {
      return await shownEndedStopOrders(db, await ended(caller.uid, query));
    }),
    implement(contract.futuresFills, async ({ query, caller }) => {
      const { items, total } = await repo.pageOfFills(db, await sided(caller.uid, query));
      return { items: items.map(historyFillOf), total };
    }),
    implement(contract.positionHistory, async ({ query, caller }) => {
      const asked = { ...(await dated(caller.uid, query)), direction: query.direction };
      const { items, total } = await repo.closedPositions(db, asked);
      return { items: items.map((position) => views.closedPositionOf(live, position)), total };
    }),
    implement(contract.fundingPayments, async ({ query, caller }) => {
      const { items, total } = await repo.pageOfPayments(db, await dated(caller.uid, query));
      return {
        items: items.map((paid) => ({
          receiptId: paid.receiptId,
          symbol: paid.symbol,
          positionSide: paid.positionSide as 'BOTH',
          quantity: views.amountText(paid.quantity),
          rate: rateText(paid.rate),
          markPrice: priceText(paid.markPrice),
          amount: views.amountText(paid.amount),
          time: paid.timeMs,
        })),
        total,
      };
    }),
    implement(contract.receipts, async ({ query, caller }) => {
      const { items, total } = await repo.pageOfReceipts(db, {
        ...(await dated(caller.uid, query)),
        onlyClosings: query.closings === 'true',
      });
      return { items: items.map(views.receiptOf), total };
    }),
  ];
}

function nameOf(
  orderId: number | undefined,
  clientOrderId: string | undefined,
): { orderId: number; clientOrderId: string } {
  if (orderId === undefined && clientOrderId === undefined)
    throw new Refusal('BAD_REQUEST', { detail: 'name the order by its id or its clientOrderId' });
  return { orderId: orderId ?? 0, clientOrderId: clientOrderId ?? '' };
}
