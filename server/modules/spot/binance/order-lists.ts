/** The dialect's calls about pairs of orders of which one cancels the other. */
import type { z } from 'zod';
import type * as shape from '@agio/contracts/http/binance-shapes';
import { DialectError } from '@agio/contracts/errors';
import type { OrderView } from '@agio/core';
import { clientId, integer, notValid, type Parameters } from '../../../dialect/parameters.ts';
import { translateRefusals } from '../../../dialect/refusals.ts';
import type { LiveMarket, LiveMarkets } from '../../markets/index.ts';
import type { Trading } from '../trading.ts';
import { isLive } from '../trading.ts';
import { aboveAndBelowRequest, limitAndStopRequest, type OrderListRequest } from './order-list-request.ts';
import type { OrderRate } from '../order-rate.ts';
import { responseTypeOf } from './order-request.ts';
import { canceledOrderOf, newClientId, newOrderOf, orderListOf } from './order-views.ts';
import { rangeOf } from './orders.ts';
import { marketOf } from './named-markets.ts';
import { toDialect } from './rejects.ts';

type Output<Schema extends z.ZodType> = z.output<Schema>;
type Call<Schema extends z.ZodType> = (params: Parameters, uid: number) => Promise<Output<Schema>>;

export type OrderLists = {
  readonly placeLimitAndStop: Call<typeof shape.newOrderList>;
  readonly placeAboveAndBelow: Call<typeof shape.newOrderList>;
  readonly get: Call<typeof shape.orderList>;
  readonly cancel: Call<typeof shape.canceledOrderList>;
  readonly open: Call<z.ZodArray<typeof shape.orderList>>;
  readonly all: Call<z.ZodArray<typeof shape.orderList>>;
};

const unknown = (): DialectError => new DialectError(400, -2011, 'Unknown order list sent.');

export function createOrderLists(live: LiveMarkets, trading: Trading, limits: OrderRate): OrderLists {
  const placing =
    (read: (market: LiveMarket, params: Parameters, uid: number) => OrderListRequest) =>
    async (params: Parameters, uid: number): Promise<Output<typeof shape.newOrderList>> => {
      const market = marketOf(live, params);
      const { command, listClientOrderId } = read(market, params, uid);
      const responseType = responseTypeOf(params, 'RESULT');
      // A list counts as two orders against the order rate.
      for (let order = 0; order < 2; order++) limits.take(uid);
      if (listClientOrderId !== command.clientOrderId)
        await trading.nameOco(uid, {
          symbol: command.symbol,
          listClientOrderId,
          firstClientOrderId: command.clientOrderId,
        });
      const orders = await trading.sendOco(command);
      return {
        ...orderListOf(orders, listClientOrderId),
        orderReports: orders.map((order) => newOrderOf(live, order, [], responseType)),
      };
    };
  const named = async (uid: number, ocos: OrderView[][]): Promise<Output<typeof shape.orderList>[]> => {
    const known = ocos.filter((orders) => orders.length > 0);
    const names = await trading.ocoNames(
      uid,
      known.flatMap((orders) => orders.filter(({ orderId, ocoId }) => orderId === ocoId)),
    );
    return known.map((orders) => orderListOf(orders, names.get(orders[0]!.ocoId) ?? ''));
  };
  /** Empty when the user has no such pair. */
  const find = async (params: Parameters, uid: number, nameField: string): Promise<OrderView[]> => {
    const id = integer(params, 'orderListId');
    const name = clientId(params, nameField);
    if (id === 0) throw notValid('orderListId');
    if (id === null && name === undefined)
      throw new DialectError(
        400,
        -1102,
        `Param '${nameField}' or 'orderListId' must be sent, but both were empty/null!`,
      );
    const ocoId = id ?? (name === undefined ? null : await trading.ocoByName(uid, name));
    return ocoId === null ? [] : ((await trading.ocos(uid, [ocoId]))[0] ?? []);
  };
  return translateRefusals(toDialect, {
    placeLimitAndStop: placing(limitAndStopRequest),
    placeAboveAndBelow: placing(aboveAndBelowRequest),
    async get(params, uid) {
      const [list] = await named(uid, [await find(params, uid, 'origClientOrderId')]);
      if (!list) throw new DialectError(400, -2013, 'Order list does not exist.');
      return list;
    },
    async cancel(params, uid) {
      const { symbol } = marketOf(live, params).view;
      const cancelId = clientId(params, 'newClientOrderId') ?? newClientId();
      const orders = await find(params, uid, 'listClientOrderId');
      const one = orders.find(isLive);
      if (one?.symbol !== symbol) throw unknown();
      await trading.send({ kind: 'CancelOrder', uid, symbol, orderId: one.orderId, clientOrderId: '' });
      const [canceled = []] = await trading.ocos(uid, [one.ocoId]);
      const [list] = await named(uid, [canceled]);
      if (!list) throw unknown();
      return { ...list, orderReports: canceled.map((order) => canceledOrderOf(live, order, cancelId)) };
    },
    async open(_params, uid) {
      const open = await trading.openOrders(uid, '');
      const ids = [...new Set(open.map(({ ocoId }) => ocoId).filter((ocoId) => ocoId !== 0))];
      return await named(uid, await trading.ocos(uid, ids));
    },
    async all(params, uid) {
      return await named(uid, await trading.ocos(uid, await trading.ocosInRange(uid, rangeOf(params, 'fromId'))));
    },
  });
}
