/** Conditional orders, pairs and icebergs through the site's calls and its private channel (trading A1). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS, type RefusalName } from '@agio/contracts/errors';
import type { Fill, Order } from '@agio/contracts/http/spot';
import type { Balance } from '@agio/contracts/http/wallet';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let maker: TestUser;
let other: TestUser;
let trader: TestUser;
beforeAll(async () => {
  exchange = await bootExchange();
  const funds = { USDT: '1000000', BTC: '100', ETH: '1000', SOL: '5000', XRP: '100000' };
  maker = await exchange.createUser(funds);
  other = await exchange.createUser(funds);
  trader = await exchange.createUser(funds);
});
afterAll(() => exchange?.close());

const post = <Data>(path: string, body: unknown, user: TestUser, headers: Record<string, string> = {}) =>
  exchange.call<Data>('POST', path, body, { token: user.token, headers });
const get = <Data>(path: string, user: TestUser) => exchange.call<Data>('GET', path, undefined, { token: user.token });
const place = (user: TestUser, body: object) => post<{ order: Order }>('/web/spot/order/place', body, user);
const placeOco = (user: TestUser, body: object, headers: Record<string, string> = {}) =>
  post<{ orders: Order[] }>('/web/spot/order/oco/place', body, user, headers);
const amend = (user: TestUser, body: object) => post<{ order: Order }>('/web/spot/order/amend', body, user);
const cancel = (user: TestUser, body: object) => post<{ order: Order }>('/web/spot/order/cancel', body, user);
const refusal = (answer: { code: number }): RefusalName | undefined =>
  (Object.keys(REFUSALS) as RefusalName[]).find((name) => REFUSALS[name].code === answer.code);
const openOf = async (user: TestUser, symbol: string): Promise<Order[]> =>
  (await get<{ orders: Order[] }>(`/web/spot/order/open?symbol=${symbol}`, user)).data.orders;
const historyOf = async (user: TestUser, symbol: string): Promise<Order[]> =>
  (await get<{ items: Order[] }>(`/web/spot/order/history?symbol=${symbol}`, user)).data.items;
const lockedOf = async (user: TestUser, asset: string): Promise<string | undefined> =>
  (await get<{ balances: Balance[] }>('/web/spot/account/balances', user)).data.balances.find(
    (each) => each.asset === asset && each.wallet === 'SPOT',
  )?.locked;

const fillsOf = async (user: TestUser, symbol: string): Promise<Fill[]> =>
  (await get<{ items: Fill[] }>(`/web/spot/order/fills?symbol=${symbol}`, user)).data.items;

/** The maker and the other make trades at these prices, one after another, while no better order stands in the book. */
async function print(symbol: string, quantity: string, ...prices: string[]): Promise<void> {
  const limit = { symbol, type: 'LIMIT', quantity, selfTradePreventionMode: 'EXPIRE_MAKER' };
  for (const price of prices) {
    const ask = await place(maker, { ...limit, side: 'SELL', price });
    expect(ask.code, ask.msg).toBe(0);
    const bid = await place(other, { ...limit, side: 'BUY', price });
    expect(bid.data.order.status).toBe('FILLED');
  }
}

test('A1.1 A1.2 a stop order waits outside the book, keeps its funds locked and enters when the last price reaches it', async () => {
  await print('BTCUSDT', '0.01', '96000');
  const stop = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_LIMIT', quantity: '0.5', price: '95000' };
  expect(refusal(await place(trader, { ...stop, stopPrice: '96000' }))).toBe('WOULD_TRIGGER_NOW');
  expect(refusal(await place(trader, stop))).toBe('BAD_FIELDS');
  expect(refusal(await place(trader, { ...stop, stopPrice: '95500.001' }))).toBe('PRICE_TICK');
  expect(refusal(await place(trader, { ...stop, stopPrice: '1.000000001' }))).toBe('PRICE_TICK');

  const { order } = (await place(trader, { ...stop, stopPrice: '95500' })).data;
  expect(order).toMatchObject({
    type: 'STOP_LIMIT',
    status: 'UNTRIGGERED',
    stopPrice: '95500',
    price: '95000',
    timeInForce: 'GTC',
    deltaBips: 0,
    activationPrice: '0',
    displayQuantity: '0',
    ocoId: 0,
  });
  expect(await openOf(trader, 'BTCUSDT')).toEqual([order]);
  expect(await lockedOf(trader, 'BTC')).toBe('0.5');
  const depth = await exchange.call<{ asks: string[][] }>('GET', '/web/spot/depth?symbol=BTCUSDT');
  expect(depth.data.asks).toEqual([]);

  await print('BTCUSDT', '0.01', '95500');
  expect(await openOf(trader, 'BTCUSDT')).toMatchObject([
    { orderId: order.orderId, status: 'NEW', type: 'STOP_LIMIT', stopPrice: '95500' },
  ]);
  const after = await exchange.call<{ asks: string[][] }>('GET', '/web/spot/depth?symbol=BTCUSDT');
  expect(after.data.asks).toEqual([['95000', '0.5']]);
  expect((await cancel(trader, { symbol: 'BTCUSDT', orderId: order.orderId })).data.order.status).toBe('CANCELED');
  expect(await lockedOf(trader, 'BTC')).toBe('0');
});

test('A1 a take-profit market order fires, fills and is told of in the history', async () => {
  await print('ETHUSDT', '0.1', '3400');
  await place(maker, { symbol: 'ETHUSDT', side: 'BUY', type: 'LIMIT', price: '3390', quantity: '5' });
  const { order } = (
    await place(trader, {
      symbol: 'ETHUSDT',
      side: 'SELL',
      type: 'TAKE_PROFIT_MARKET',
      quantity: '2',
      stopPrice: '3450',
    })
  ).data;
  expect(order).toMatchObject({ status: 'UNTRIGGERED', price: '0', timeInForce: 'IOC' });
  await cancel(maker, { symbol: 'ETHUSDT', orderId: (await openOf(maker, 'ETHUSDT'))[0]!.orderId });
  await place(maker, { symbol: 'ETHUSDT', side: 'BUY', type: 'LIMIT', price: '3440', quantity: '5' });
  await print('ETHUSDT', '0.1', '3450');
  // Somebody else's command filled it: the trader's history follows soon after, not before their next read.
  await expect
    .poll(async () => (await historyOf(trader, 'ETHUSDT'))[0])
    .toMatchObject({
      orderId: order.orderId,
      status: 'FILLED',
      filledQuantity: '2',
      averagePrice: '3440',
      stopPrice: '3450',
    });
  // Its fill says what sent it; whose order rested in the book sent it at once.
  expect((await fillsOf(trader, 'ETHUSDT'))[0]).toMatchObject({ sentBy: 'TAKE_PROFIT', ocoId: 0 });
  expect((await fillsOf(maker, 'ETHUSDT'))[0]).toMatchObject({ sentBy: null, ocoId: 0 });
});

test('X-A8 a trailing stop follows the price up and fires when it has turned back by its share', async () => {
  await print('SOLUSDT', '1', '200');
  const trailing = { symbol: 'SOLUSDT', side: 'SELL', type: 'TRAILING_STOP_LIMIT', quantity: '3', price: '190' };
  expect(refusal(await place(trader, { ...trailing, deltaBips: 9 }))).toBe('BAD_REQUEST');
  expect(refusal(await place(trader, trailing))).toBe('BAD_FIELDS');
  const { order } = (await place(trader, { ...trailing, deltaBips: 100, activationPrice: '204' })).data;
  expect(order).toMatchObject({ status: 'UNTRIGGERED', deltaBips: 100, activationPrice: '204' });
  // Below the activation price the order does not follow the price.
  await print('SOLUSDT', '1', '203', '200', '204', '206', '203.96');
  expect((await openOf(trader, 'SOLUSDT'))[0]).toMatchObject({ status: 'UNTRIGGERED' });
  await print('SOLUSDT', '1', '203.94');
  expect((await openOf(trader, 'SOLUSDT'))[0]).toMatchObject({ status: 'NEW' });
  await cancel(trader, { symbol: 'SOLUSDT', orderId: order.orderId });
});

test('A6 triggers are amended under the same id; one that would fire at once is refused and changes nothing', async () => {
  await print('SOLUSDT', '1', '204');
  const { order } = (
    await place(trader, { symbol: 'SOLUSDT', side: 'BUY', type: 'STOP_MARKET', quantity: '3', stopPrice: '210' })
  ).data;
  const { orderId } = order;
  expect(refusal(await amend(trader, { symbol: 'SOLUSDT', orderId, stopPrice: '203' }))).toBe('WOULD_TRIGGER_NOW');
  const moved = await amend(trader, { symbol: 'SOLUSDT', orderId, stopPrice: '212', quantity: '2' });
  expect(moved.data.order).toMatchObject({ orderId, stopPrice: '212', quantity: '2', status: 'UNTRIGGERED' });
  // trading A5.1: stop price, premium, quantity.
  expect(await lockedOf(trader, 'USDT')).toBe('445.2');
  expect(refusal(await amend(trader, { symbol: 'SOLUSDT', orderId, deltaBips: 100 }))).toBe('BAD_FIELDS');
  await cancel(trader, { symbol: 'SOLUSDT', orderId });
  const trailing = (
    await place(trader, {
      symbol: 'SOLUSDT',
      side: 'SELL',
      type: 'TRAILING_STOP_MARKET',
      quantity: '3',
      deltaBips: 100,
    })
  ).data.order;
  const wider = await amend(trader, { symbol: 'SOLUSDT', orderId: trailing.orderId, deltaBips: 500 });
  expect(wider.data.order).toMatchObject({ deltaBips: 500 });
  await cancel(trader, { symbol: 'SOLUSDT', orderId: trailing.orderId });
});

test('X-A13 a pair shares one reservation, and the first fill of one order ends the other', async () => {
  await print('XRPUSDT', '10', '2.2');
  const pair = {
    symbol: 'XRPUSDT',
    side: 'BUY',
    quantity: '20',
    price: '2.1',
    stopPrice: '2.3',
    stopLimitPrice: '2.32',
  };
  expect(refusal(await placeOco(trader, { ...pair, price: '2.25' }))).toBe('OCO_PRICES');
  expect(refusal(await placeOco(trader, { ...pair, stopPrice: '2.1', stopLimitPrice: undefined }))).toBe(
    'WOULD_TRIGGER_NOW',
  );
  const headers = { 'idempotency-key': 'pair-1' };
  const { orders } = (await placeOco(trader, { ...pair, clientOrderId: 'one', stopClientOrderId: 'two' }, headers))
    .data;
  expect(orders).toMatchObject([
    { type: 'LIMIT', timeInForce: 'GTX', status: 'NEW', clientOrderId: 'one' },
    { type: 'STOP_LIMIT', status: 'UNTRIGGERED', stopPrice: '2.3', price: '2.32', clientOrderId: 'two' },
  ]);
  const [first, second] = orders as [Order, Order];
  expect([first.ocoId, second.ocoId]).toEqual([first.orderId, first.orderId]);
  const again = await placeOco(trader, { ...pair, clientOrderId: 'one', stopClientOrderId: 'two' }, headers);
  expect(again.data.orders.map(({ orderId }) => orderId)).toEqual([first.orderId, second.orderId]);
  expect(await lockedOf(trader, 'USDT')).toBe('46.4');
  expect(refusal(await amend(trader, { symbol: 'XRPUSDT', orderId: first.orderId, price: '2.05' }))).toBe('OCO_LEG');

  await place(maker, { symbol: 'XRPUSDT', side: 'SELL', type: 'LIMIT', price: '2.1', quantity: '5' });
  expect(await openOf(trader, 'XRPUSDT')).toMatchObject([{ orderId: first.orderId, status: 'PARTIALLY_FILLED' }]);
  await expect
    .poll(async () => (await historyOf(trader, 'XRPUSDT'))[0])
    .toMatchObject({ orderId: second.orderId, status: 'CANCELED', reason: 'OCO', ocoId: first.orderId });
  expect(await lockedOf(trader, 'USDT')).toBe('31.5');
  expect((await fillsOf(trader, 'XRPUSDT'))[0]).toMatchObject({ sentBy: null, ocoId: first.orderId });
  await cancel(trader, { symbol: 'XRPUSDT', orderId: first.orderId });
});

test('A1.4 cancelling one order of a pair cancels both; a take-profit order may be the first', async () => {
  await print('XRPUSDT', '10', '2.2');
  const pair = { symbol: 'XRPUSDT', side: 'SELL', quantity: '20', takeProfitPrice: '2.4', stopPrice: '2' };
  const { orders } = (await placeOco(trader, pair)).data;
  expect(orders).toMatchObject([
    { type: 'TAKE_PROFIT_MARKET', status: 'UNTRIGGERED', stopPrice: '2.4' },
    { type: 'STOP_MARKET', status: 'UNTRIGGERED', stopPrice: '2' },
  ]);
  await cancel(trader, { symbol: 'XRPUSDT', orderId: orders[1]!.orderId });
  expect(await openOf(trader, 'XRPUSDT')).toEqual([]);
  expect(await lockedOf(trader, 'XRP')).toBe('0');
});

test('X-A12 an iceberg shows one slice at a time and its slice can be changed', async () => {
  await print('BTCUSDT', '0.01', '96000');
  const iceberg = { symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT', price: '96100', quantity: '10' };
  expect(refusal(await place(trader, { ...iceberg, displayQuantity: '0.9' }))).toBe('QUANTITY_RANGE');
  expect(refusal(await place(trader, { ...iceberg, displayQuantity: '4', timeInForce: 'IOC' }))).toBe('BAD_FIELDS');
  expect(refusal(await place(trader, { ...iceberg, displayQuantity: '0.000001' }))).toBe('QUANTITY_STEP');
  const { order } = (await place(trader, { ...iceberg, displayQuantity: '4' })).data;
  expect(order).toMatchObject({ status: 'NEW', quantity: '10', displayQuantity: '4' });
  const asks = async (): Promise<string[][]> =>
    (await exchange.call<{ asks: string[][] }>('GET', '/web/spot/depth?symbol=BTCUSDT')).data.asks;
  expect(await asks()).toEqual([['96100', '4']]);
  const changed = await amend(trader, { symbol: 'BTCUSDT', orderId: order.orderId, displayQuantity: '2' });
  expect(changed.data.order).toMatchObject({ displayQuantity: '2' });
  expect(await asks()).toEqual([['96100', '2']]);
  await cancel(trader, { symbol: 'BTCUSDT', orderId: order.orderId });
});

test('A4.8 twenty conditional orders of a market and no more', async () => {
  await print('BTCUSDT', '0.01', '96000');
  const stop = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_MARKET', quantity: '0.01', stopPrice: '90000' };
  for (let count = 0; count < 20; count++) expect((await place(trader, stop)).code).toBe(0);
  expect(refusal(await place(trader, stop))).toBe('TOO_MANY_ORDERS');
  const { orders } = (await post<{ orders: Order[] }>('/web/spot/order/cancel-all', { symbol: 'BTCUSDT' }, trader))
    .data;
  expect(orders).toHaveLength(20);
});
