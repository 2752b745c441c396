/** The Binance dialect, spot v3: pairs of orders of which one cancels the other (OCO). */
import { z } from 'zod';
import { call, signed, texts } from './binance-call.ts';
import * as shape from './binance-shapes.ts';

const ofBoth = [
  'symbol',
  'side',
  'quantity',
  'listClientOrderId',
  'newOrderRespType',
  'selfTradePreventionMode',
] as const;
const ofOne = ['Type', 'ClientOrderId', 'IcebergQty', 'Price', 'StopPrice', 'TrailingDelta', 'TimeInForce'] as const;
const above = ofOne.map((name) => `above${name}` as const);
const below = ofOne.map((name) => `below${name}` as const);

export const orderListOco = call(
  'POST',
  '/api/v3/orderList/oco',
  'Places a pair of orders, named by which side of the price each stands on',
  signed('spot'),
  1,
  texts(...ofBoth, ...above, ...below),
  shape.newOrderList,
);
export const orderOco = call(
  'POST',
  '/api/v3/order/oco',
  'Places a pair of a limit order and a stop order',
  signed('spot'),
  1,
  texts(
    ...ofBoth,
    'price',
    'stopPrice',
    'stopLimitPrice',
    'stopLimitTimeInForce',
    'trailingDelta',
    'limitClientOrderId',
    'limitIcebergQty',
    'stopClientOrderId',
    'stopIcebergQty',
  ),
  shape.newOrderList,
);
export const orderListGet = call(
  'GET',
  '/api/v3/orderList',
  'One pair of orders',
  signed('read'),
  4,
  texts('orderListId', 'origClientOrderId'),
  shape.orderList,
);
export const orderListDelete = call(
  'DELETE',
  '/api/v3/orderList',
  'Cancels both orders of a pair',
  signed('spot'),
  1,
  texts('symbol', 'orderListId', 'listClientOrderId', 'newClientOrderId'),
  shape.canceledOrderList,
);
export const openOrderList = call(
  'GET',
  '/api/v3/openOrderList',
  'Pairs of which an order is open',
  signed('read'),
  6,
  texts(),
  z.array(shape.orderList),
);
export const allOrderList = call(
  'GET',
  '/api/v3/allOrderList',
  'Pairs of orders, open and ended',
  signed('read'),
  20,
  texts('fromId', 'startTime', 'endTime', 'limit'),
  z.array(shape.orderList),
);
