/** Conditional orders, icebergs and order lists of the Binance dialect (trading A1), raw and through ccxt. */
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let maker: TestUser;
let other: TestUser;
let trader: TestUser;
beforeAll(async () => {
  exchange = await bootExchange();
  const funds = { USDT: '1000000', BTC: '50', ETH: '500' };
  maker = await exchange.createUser(funds);
  other = await exchange.createUser(funds);
  trader = await exchange.createUser(funds);
  await print('BTCUSDT', '96000');
});
afterAll(() => exchange?.close());

type Row = Record<string, unknown>;
type Params = Record<string, string | number>;
const call = <Data = Row>(method: string, path: string, params: Params = {}, user = trader) =>
  exchange.signed<Data>(user, method, `/api/v3/${path}`, params);
const limit = { symbol: 'BTCUSDT', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' };

async function print(symbol: string, ...prices: string[]): Promise<void> {
  for (const price of prices) {
    await call('POST', 'order', { ...limit, symbol, side: 'SELL', price }, maker);
    const taken = await call('POST', 'order', { ...limit, symbol, side: 'BUY', price }, other);
    expect(taken.body).toMatchObject({ status: 'FILLED' });
  }
}

test('exchangeInfo says what the core takes', async () => {
  const { symbols } = (await (await fetch(`${exchange.url}/api/v3/exchangeInfo?symbol=BTCUSDT`)).json()) as {
    symbols: Row[];
  };
  expect(symbols[0]).toMatchObject({
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'],
    icebergAllowed: true,
    ocoAllowed: true,
    allowTrailingStop: true,
    filters: expect.arrayContaining([
      { filterType: 'ICEBERG_PARTS', limit: 10 },
      { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
      { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 20 },
      { filterType: 'MAX_NUM_ICEBERG_ORDERS', maxNumIcebergOrders: 5 },
      {
        filterType: 'TRAILING_DELTA',
        minTrailingAboveDelta: 10,
        maxTrailingAboveDelta: 2000,
        minTrailingBelowDelta: 10,
        maxTrailingBelowDelta: 2000,
      },
    ]),
  });
});

const stop = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_LOSS', quantity: '0.5', stopPrice: '95000' };
const stopLimit = { ...stop, type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', price: '94900' };
const trailing = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_LOSS', quantity: '0.5', trailingDelta: 100 };
const without = (params: Params, name: string): Params =>
  Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));

test.each<[string, Params, number, string]>([
  ['no stop price', without(stop, 'stopPrice'), -1102, "Mandatory parameter 'stopPrice' was not sent, was empty/null, or malformed."],
  ['a price it does not take', { ...stop, price: '94000' }, -1106, "Parameter 'price' sent when not required."],
  ['no limit price', without(stopLimit, 'price'), -1102, "Mandatory parameter 'price' was not sent, was empty/null, or malformed."],
  ['no time in force', without(stopLimit, 'timeInForce'), -1102, "Mandatory parameter 'timeInForce' was not sent, was empty/null, or malformed."],
  ['a stop price on a limit order', { ...limit, side: 'SELL', price: '96100', stopPrice: '95000' }, -1106, "Parameter 'stopPrice' sent when not required."],
  ['a stop price off the tick', { ...stop, stopPrice: '95000.001' }, -1013, 'Filter failure: PRICE_FILTER'],
  ['a limit too far from its stop price', { ...stopLimit, price: '80000' }, -1013, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
  ['too small a value at its stop price', { ...stop, quantity: '0.00005' }, -1013, 'Filter failure: NOTIONAL'],
  ['too narrow a trailing', { ...trailing, trailingDelta: 9 }, -1013, 'Filter failure: TRAILING_DELTA'],
  ['a trailing stop that begins on the losing side', { ...trailing, stopPrice: '95000' }, -1106, "Parameter 'stopPrice' sent when not required."],
  ['too many slices', { ...limit, side: 'SELL', price: '96100', quantity: '1', icebergQty: '0.09' }, -1013, 'Filter failure: ICEBERG_PARTS'],
  ['slices of an order that does not rest', { ...limit, timeInForce: 'IOC', side: 'SELL', price: '96100', icebergQty: '0.005' }, -1106, "Parameter 'icebergQty' sent when not required."],
])('a conditional order or an iceberg with %s is refused alike by order and order/test', async (_name, params, code, msg) => {
  for (const path of ['order', 'order/test']) {
    expect(await call('POST', path, params)).toMatchObject({ status: 400, body: { code, msg } });
  }
}); // prettier-ignore

test('A1.1 a trigger that is reached already is refused; order/test does not ask the last price', async () => {
  const reached = { ...stop, stopPrice: '96000' };
  expect((await call('POST', 'order', reached)).body).toEqual({
    code: -2010,
    msg: 'Stop price would trigger immediately.',
  });
  expect(await call('POST', 'order/test', reached)).toEqual({ status: 200, body: {} });
  expect(await call('POST', 'order/test', trailing)).toEqual({ status: 200, body: {} });
});

test('A1.2 a stop order is NEW but does not work until its trigger fires', async () => {
  const placed = await call('POST', 'order', { ...stopLimit, newClientOrderId: 'stop-1', newOrderRespType: 'RESULT' });
  expect(placed.body).toMatchObject({
    status: 'NEW',
    type: 'STOP_LOSS_LIMIT',
    stopPrice: '95000',
    price: '94900',
    workingTime: -1,
    orderListId: -1,
  });
  const name = { symbol: 'BTCUSDT', origClientOrderId: 'stop-1' };
  expect((await call('GET', 'order', name)).body).toMatchObject({
    status: 'NEW',
    isWorking: false,
    stopPrice: '95000',
  });
  await print('BTCUSDT', '95000');
  expect((await call('GET', 'order', name)).body).toMatchObject({ status: 'NEW', isWorking: true });
  const canceled = await call('DELETE', 'order', name);
  expect(canceled.body).toMatchObject({ status: 'CANCELED', stopPrice: '95000', type: 'STOP_LOSS_LIMIT' });
  const { body } = await call('POST', 'order', { ...trailing, newOrderRespType: 'RESULT' });
  expect(body).toMatchObject({ type: 'STOP_LOSS', trailingDelta: 100, status: 'NEW', timeInForce: 'GTC' });
  const profit = { ...trailing, type: 'TAKE_PROFIT', stopPrice: '97000', newOrderRespType: 'RESULT' };
  expect((await call('POST', 'order', profit)).body).toMatchObject({ type: 'TAKE_PROFIT', stopPrice: '97000' });
  expect((await call<Row[]>('DELETE', 'openOrders', { symbol: 'BTCUSDT' })).body).toHaveLength(2);
});

test('A4.8 the filter of the kind that is full is named', async () => {
  for (let count = 0; count < 20; count++)
    expect((await call('POST', 'order', { ...stop, quantity: '0.01', stopPrice: '90000' })).status).toBe(200);
  for (const path of ['order', 'order/test']) {
    const more = await call('POST', path, { ...stop, quantity: '0.01', stopPrice: '90000' });
    expect(more.body).toEqual({ code: -1013, msg: 'Filter failure: MAX_NUM_ALGO_ORDERS' });
  }
  await call('DELETE', 'openOrders', { symbol: 'BTCUSDT' });
  const iceberg = { ...limit, side: 'SELL', price: '96500', quantity: '0.1', icebergQty: '0.02' };
  for (let count = 0; count < 5; count++) {
    const placed = await call('POST', 'order', { ...iceberg, newOrderRespType: 'RESULT' });
    expect(placed.body).toMatchObject({ icebergQty: '0.02' });
  }
  for (const path of ['order', 'order/test'])
    expect((await call('POST', path, iceberg)).body).toEqual({
      code: -1013,
      msg: 'Filter failure: MAX_NUM_ICEBERG_ORDERS',
    });
  await call('DELETE', 'openOrders', { symbol: 'BTCUSDT' });
});

const oco = {
  symbol: 'BTCUSDT',
  side: 'SELL',
  quantity: '0.2',
  price: '97000',
  stopPrice: '94000',
  stopLimitPrice: '93900',
  stopLimitTimeInForce: 'GTC',
};

test('X-A13 a pair is placed by order/oco, listed, found by each of its names and cancelled as one', async () => {
  const names = { listClientOrderId: 'list-1', limitClientOrderId: 'limit-1', stopClientOrderId: 'stop-1' };
  const placed = await call<{ orderListId: number; orders: Row[]; orderReports: Row[] }>('POST', 'order/oco', {
    ...oco,
    ...names,
  });
  const { orderListId } = placed.body;
  expect(placed.body).toMatchObject({
    contingencyType: 'OCO',
    listStatusType: 'EXEC_STARTED',
    listOrderStatus: 'EXECUTING',
    listClientOrderId: 'list-1',
    symbol: 'BTCUSDT',
    orders: [{ clientOrderId: 'limit-1' }, { clientOrderId: 'stop-1' }],
    orderReports: [
      { type: 'LIMIT_MAKER', status: 'NEW', price: '97000', orderListId, workingTime: expect.any(Number) },
      { type: 'STOP_LOSS_LIMIT', status: 'NEW', stopPrice: '94000', orderListId, workingTime: -1 },
    ],
  });
  const same = { orderListId, listClientOrderId: 'list-1', listOrderStatus: 'EXECUTING' };
  expect((await call('GET', 'orderList', { orderListId })).body).toMatchObject(same);
  expect((await call('GET', 'orderList', { origClientOrderId: 'list-1' })).body).toMatchObject(same);
  expect((await call('GET', 'orderList', { origClientOrderId: 'limit-1' })).body).toMatchObject(same);
  expect((await call('GET', 'openOrderList')).body).toMatchObject([same]);
  expect((await call('GET', 'openOrders', { symbol: 'BTCUSDT' })).body).toMatchObject([
    { orderListId },
    { orderListId },
  ]);
  // Nobody else knows it.
  expect((await call('GET', 'orderList', { orderListId }, other)).body).toMatchObject({ code: -2013 });
  const foreign = await call('DELETE', 'orderList', { symbol: 'BTCUSDT', orderListId }, other);
  expect(foreign.body).toMatchObject({ code: -2011 });

  const canceled = await call('DELETE', 'orderList', { symbol: 'BTCUSDT', listClientOrderId: 'list-1' });
  expect(canceled.body).toMatchObject({
    orderListId,
    listStatusType: 'ALL_DONE',
    listOrderStatus: 'ALL_DONE',
    orderReports: [
      { status: 'CANCELED', origClientOrderId: 'limit-1' },
      { status: 'CANCELED', origClientOrderId: 'stop-1' },
    ],
  });
  expect((await call('GET', 'openOrderList')).body).toEqual([]);
  expect((await call('GET', 'allOrderList')).body).toMatchObject([
    { orderListId, listOrderStatus: 'ALL_DONE', listClientOrderId: 'list-1' },
  ]);
  const gone = await call('DELETE', 'orderList', { symbol: 'BTCUSDT', orderListId });
  expect(gone.body).toMatchObject({ code: -2011, msg: 'Unknown order list sent.' });
});

test('A1.4 a pair by orderList/oco: which side of the price each order stands on follows from the side', async () => {
  const both = { symbol: 'BTCUSDT', quantity: '0.1', listClientOrderId: 'below-1' };
  const buy = {
    ...both,
    side: 'BUY',
    belowType: 'LIMIT_MAKER',
    belowPrice: '93000',
    aboveType: 'STOP_LOSS',
    aboveStopPrice: '97000',
  };
  expect((await call('POST', 'orderList/oco', { ...buy, side: 'SELL' })).body).toMatchObject({ code: -1116 });
  expect((await call('POST', 'orderList/oco', { ...buy, aboveTrailingDelta: 100 })).body).toMatchObject({
    code: -1106,
  });
  expect((await call('POST', 'orderList/oco', { ...buy, belowPrice: '95500' })).body).toMatchObject({
    code: -2010,
    msg: 'The relationship of the prices for the orders is not correct.',
  });
  const placed = await call<{ orderListId: number }>('POST', 'orderList/oco', buy);
  expect(placed.body).toMatchObject({
    listClientOrderId: 'below-1',
    orders: [{ clientOrderId: 'below-1' }, {}],
    orderReports: [
      { type: 'LIMIT_MAKER', side: 'BUY' },
      { type: 'STOP_LOSS', stopPrice: '97000' },
    ],
  });
  // The same names again while the pair lives: nothing is placed twice.
  expect((await call('POST', 'orderList/oco', buy)).body).toMatchObject({ code: -2010, msg: 'Duplicate order sent.' });

  // The limit order's first fill ends the stop; the list goes on until the limit order is done.
  await call('POST', 'order', { ...limit, side: 'SELL', price: '93000', quantity: '0.04' }, maker);
  const { orderListId } = placed.body;
  expect((await call('GET', 'orderList', { orderListId })).body).toMatchObject({ listOrderStatus: 'EXECUTING' });
  await expect
    .poll(async () => (await call<Row[]>('GET', 'myTrades', { symbol: 'BTCUSDT' })).body.at(-1))
    .toMatchObject({ orderListId });
  await call('POST', 'order', { ...limit, side: 'SELL', price: '93000', quantity: '0.06' }, maker);
  expect((await call('GET', 'orderList', { orderListId })).body).toMatchObject({ listOrderStatus: 'ALL_DONE' });
});

test('pairs over the websocket API', async () => {
  await print('ETHUSDT', '3400');
  const client = new ccxt.pro.binance({ apiKey: trader.apiKey, secret: trader.apiSecret });
  pointed(client);
  const params = {
    ...oco,
    symbol: 'ETHUSDT',
    quantity: '1',
    price: '3500',
    stopPrice: '3300',
    stopLimitPrice: '3290',
    listClientOrderId: 'ws-1',
  };
  const place = await wsCall(client, 'orderList.place', params);
  expect(place).toMatchObject({ status: 200, result: { listClientOrderId: 'ws-1', listOrderStatus: 'EXECUTING' } });
  expect(await wsCall(client, 'openOrderLists.status', {})).toMatchObject({ result: [{ listClientOrderId: 'ws-1' }] });
  expect(await wsCall(client, 'orderList.cancel', { symbol: 'ETHUSDT', listClientOrderId: 'ws-1' })).toMatchObject({
    result: { listOrderStatus: 'ALL_DONE' },
  });
});

type Client = InstanceType<typeof ccxt.pro.binance>;
function pointed(client: Client): void {
  const api = client.urls['api'] as Record<string, unknown>;
  for (const [name, url] of Object.entries(api))
    if (typeof url === 'string') api[name] = url.replace(/^https:\/\/[^/]+/, exchange.url);
}

/** One signed request over a socket of its own, signed as ccxt signs. */
async function wsCall(client: Client, method: string, params: Params): Promise<Row> {
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws-api/v3`);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const answer = new Promise<Row>((resolve) =>
    socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)) as Row), { once: true }),
  );
  const signed = client.signParams({ ...params, timestamp: Date.now() }) as Row;
  socket.send(JSON.stringify({ id: 1, method, params: signed }));
  const result = await answer;
  socket.close();
  return result;
}

test('ccxt places stops, take-profits, trailing stops and icebergs with its own words', async () => {
  const client = new ccxt.pro.binance({ apiKey: trader.apiKey, secret: trader.apiSecret });
  pointed(client);
  await client.loadMarkets();
  const sell = (type: string, price: number | undefined, params: object) =>
    client.createOrder('ETH/USDT', type, 'sell', 1, price, params);
  const placed = [
    await sell('limit', 3300, { triggerPrice: 3310 }),
    await sell('market', undefined, { stopLossPrice: 3310 }),
    await sell('limit', 3500, { takeProfitPrice: 3490 }),
    await sell('market', undefined, { trailingPercent: 2, stopLossOrTakeProfit: 'stopLoss' }),
    await sell('limit', 3500, { icebergQty: '0.5' }),
  ];
  expect(placed.every(({ id }) => id)).toBe(true);
  const open = await client.fetchOpenOrders('ETH/USDT');
  expect(open.map(({ type, triggerPrice, info }) => [type, triggerPrice ?? null, (info as Row)['type']])).toEqual([
    ['limit', 3310, 'STOP_LOSS_LIMIT'],
    ['market', 3310, 'STOP_LOSS'],
    ['limit', 3490, 'TAKE_PROFIT_LIMIT'],
    ['market', null, 'STOP_LOSS'],
    ['limit', null, 'LIMIT'],
  ]);
  await expect(sell('limit', 3390, { triggerPrice: 3450 })).rejects.toThrow(ccxt.OrderImmediatelyFillable);
  expect(await client.cancelAllOrders('ETH/USDT')).toHaveLength(5);
});
