import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let maker: TestUser;
let taker: TestUser;
beforeAll(async () => {
  exchange = await bootExchange();
  const funds = { USDT: '1000000', BTC: '10', ETH: '100' };
  maker = await exchange.createUser(funds);
  taker = await exchange.createUser(funds);
});
afterAll(() => exchange.close());

type Row = Record<string, unknown>;
const open = async <Data = Row>(path: string): Promise<{ status: number; body: Data }> => {
  const answer = await fetch(exchange.url + path);
  return { status: answer.status, body: (await answer.json()) as Data };
};
const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', price: '96000' };
const without = (name: keyof typeof order): Record<string, string> =>
  Object.fromEntries(Object.entries(order).filter(([key]) => key !== name));

test.each([
  [
    'no symbol',
    without('symbol'),
    400,
    -1102,
    "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
  ],
  ['no side', without('side'), 400, -1102, "Mandatory parameter 'side' was not sent, was empty/null, or malformed."],
  ['no price', without('price'), 400, -1102, "Mandatory parameter 'price' was not sent, was empty/null, or malformed."],
  [
    'no time in force',
    without('timeInForce'),
    400,
    -1102,
    "Mandatory parameter 'timeInForce' was not sent, was empty/null, or malformed.",
  ],
  ['unknown symbol', { ...order, symbol: 'NOPEUSDT' }, 400, -1121, 'Invalid symbol.'],
  ['bad side', { ...order, side: 'HOLD' }, 400, -1117, 'Invalid side.'],
  ['bad type', { ...order, type: 'GUESS' }, 400, -1116, 'Invalid orderType.'],
  ['bad time in force', { ...order, timeInForce: 'LATER' }, 400, -1115, 'Invalid timeInForce.'],
  [
    'time in force on a market order',
    { ...without('price'), type: 'MARKET' },
    400,
    -1106,
    "Parameter 'timeInForce' sent when not required.",
  ],
  [
    'an exponent',
    { ...order, quantity: '1e3' },
    400,
    -1100,
    "Illegal characters found in parameter 'quantity'; legal range is '^([0-9]{1,20})(\\.[0-9]{1,20})?$'.",
  ],
  ['a negative price', { ...order, price: '-1' }, 400, -1100, null],
  ['a bad client id', { ...order, newClientOrderId: 'no blanks' }, 400, -1100, null],
  [
    'too many decimals',
    { ...order, quantity: '0.0123456789' },
    400,
    -1111,
    'Precision is over the maximum defined for this asset.',
  ],
  ['off the step', { ...order, quantity: '0.000015' }, 400, -1013, 'Filter failure: LOT_SIZE'],
  ['off the tick', { ...order, price: '96000.001' }, 400, -1013, 'Filter failure: PRICE_FILTER'],
  ['zero', { ...order, quantity: '0' }, 400, -1013, 'Filter failure: LOT_SIZE'],
  ['too small', { ...order, quantity: '0.00001' }, 400, -1013, 'Filter failure: NOTIONAL'],
  ['too far from the last price', { ...order, price: '200000' }, 400, -1013, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
  [
    'an STP mode not for users',
    { ...order, selfTradePreventionMode: 'NONE' },
    400,
    -1130,
    "Data sent for parameter 'selfTradePreventionMode' is not valid.",
  ],
])('a new order with %s is refused alike by order and order/test', async (_name, params, status, code, message) => {
  for (const path of ['/api/v3/order', '/api/v3/order/test']) {
    const answer = await exchange.signed<{ code: number; msg: string }>(
      taker,
      'POST',
      path,
      params as Record<string, string>,
    );
    expect(answer).toMatchObject({ status, body: { code, ...(message === null ? {} : { msg: message }) } });
  }
});

test('order/test checks neither balance nor book', async () => {
  expect(await exchange.signed(taker, 'POST', '/api/v3/order/test', { ...order, quantity: '90' })).toMatchObject({
    status: 200,
    body: {},
  });
  expect(
    await exchange.signed(taker, 'POST', '/api/v3/order/test', {
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'MARKET',
      quantity: '1',
    }),
  ).toEqual({ status: 200, body: {} });
});

test('an order goes through its life: NEW, taken in parts, queried, cancelled', async () => {
  const rest = await exchange.signed<Row>(maker, 'POST', '/api/v3/order', {
    ...order,
    side: 'SELL',
    newClientOrderId: 'maker-1',
  });
  expect(rest.body).toMatchObject({
    status: 'NEW',
    clientOrderId: 'maker-1',
    orderListId: -1,
    origQty: '0.01',
    executedQty: '0',
    fills: [],
    selfTradePreventionMode: 'EXPIRE_TAKER',
  });
  for (const path of ['/api/v3/order', '/api/v3/order/test'])
    expect(
      await exchange.signed(maker, 'POST', path, { ...order, side: 'SELL', newClientOrderId: 'maker-1' }),
    ).toMatchObject({ status: 400, body: { code: -2010, msg: 'Duplicate order sent.' } });
  const taken = await exchange.signed<Row>(taker, 'POST', '/api/v3/order', {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'MARKET',
    quantity: '0.004',
  });
  expect(taken.body).toMatchObject({
    status: 'FILLED',
    executedQty: '0.004',
    cummulativeQuoteQty: '384',
    timeInForce: 'GTC',
    fills: [{ price: '96000', qty: '0.004', commission: '0.000004', commissionAsset: 'BTC' }],
  });
  expect(taken.body['clientOrderId']).toMatch(/^[A-Za-z0-9_-]{22}$/);
  const seen = await exchange.signed<Row>(maker, 'GET', '/api/v3/order', {
    symbol: 'BTCUSDT',
    origClientOrderId: 'maker-1',
  });
  expect(seen.body).toMatchObject({
    orderId: rest.body['orderId'],
    status: 'PARTIALLY_FILLED',
    executedQty: '0.004',
    isWorking: true,
  });
  expect((await exchange.signed<Row[]>(maker, 'GET', '/api/v3/openOrders', { symbol: 'BTCUSDT' })).body).toHaveLength(
    1,
  );
  const canceled = await exchange.signed<Row>(maker, 'DELETE', '/api/v3/order', {
    symbol: 'BTCUSDT',
    orderId: rest.body['orderId'] as number,
    newClientOrderId: 'cancel-1',
  });
  expect(canceled.body).toMatchObject({ status: 'CANCELED', clientOrderId: 'cancel-1', origClientOrderId: 'maker-1' });
  expect(
    await exchange.signed(maker, 'DELETE', '/api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: 'maker-1' }),
  ).toMatchObject({ status: 400, body: { code: -2011, msg: 'Unknown order sent.' } });
  expect(
    await exchange.signed(taker, 'GET', '/api/v3/order', {
      symbol: 'BTCUSDT',
      orderId: rest.body['orderId'] as number,
    }),
  ).toMatchObject({ status: 400, body: { code: -2013, msg: 'Order does not exist.' } });
  const mine = await exchange.signed<Row[]>(taker, 'GET', '/api/v3/myTrades', { symbol: 'BTCUSDT' });
  expect(mine.body.at(-1)).toMatchObject({
    price: '96000',
    qty: '0.004',
    quoteQty: '384',
    isBuyer: true,
    isMaker: false,
    commissionAsset: 'BTC',
  });
  const all = await exchange.signed<Row[]>(maker, 'GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' });
  expect(all.body.at(-1)).toMatchObject({ orderId: rest.body['orderId'], status: 'CANCELED' });
});

test('post-only that would take, empty cancel-all and a market order on an empty side', async () => {
  const rest = await exchange.signed<Row>(maker, 'POST', '/api/v3/order', {
    ...order,
    side: 'SELL',
    type: 'LIMIT_MAKER',
    timeInForce: '',
  });
  expect(rest.body).toEqual({
    symbol: 'BTCUSDT',
    orderId: expect.any(Number),
    orderListId: -1,
    clientOrderId: expect.any(String),
    transactTime: expect.any(Number),
  });
  expect(
    await exchange.signed(taker, 'POST', '/api/v3/order', { ...order, type: 'LIMIT_MAKER', timeInForce: '' }),
  ).toMatchObject({ status: 400, body: { code: -2010, msg: 'Order would immediately match and take.' } });
  expect(
    (await exchange.signed<Row[]>(maker, 'DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })).body,
  ).toMatchObject([{ status: 'CANCELED' }]);
  expect(await exchange.signed(maker, 'DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })).toMatchObject({
    status: 400,
    body: { code: -2011 },
  });
  expect(
    (
      await exchange.signed<Row>(taker, 'POST', '/api/v3/order', {
        symbol: 'BTCUSDT',
        side: 'BUY',
        type: 'MARKET',
        quantity: '0.01',
      })
    ).body,
  ).toMatchObject({ status: 'EXPIRED', executedQty: '0' });
  expect(await exchange.signed(taker, 'POST', '/api/v3/order', { ...order, quantity: '90' })).toMatchObject({
    status: 400,
    body: { code: -2010, msg: 'Account has insufficient balance for requested action.' },
  });
});

test('cancelReplace does both, or says what it did', async () => {
  const rest = await exchange.signed<Row>(maker, 'POST', '/api/v3/order', { ...order, price: '90000' });
  const replace = {
    ...order,
    price: '91000',
    cancelReplaceMode: 'STOP_ON_FAILURE',
    cancelOrderId: rest.body['orderId'] as number,
  };
  const replaced = await exchange.signed<{ newOrderResponse: Row }>(
    maker,
    'POST',
    '/api/v3/order/cancelReplace',
    replace,
  );
  expect(replaced).toMatchObject({
    status: 200,
    body: {
      cancelResult: 'SUCCESS',
      newOrderResult: 'SUCCESS',
      cancelResponse: { status: 'CANCELED' },
      newOrderResponse: { price: '91000', status: 'NEW' },
    },
  });
  const again = await exchange.signed(maker, 'POST', '/api/v3/order/cancelReplace', replace);
  expect(again).toMatchObject({ status: 400, body: { code: -2022 } });
  const { orderId } = replaced.body.newOrderResponse as { orderId: number };
  const lowered = await exchange.signed<Row>(maker, 'PUT', '/api/v3/order/amend/keepPriority', {
    symbol: 'BTCUSDT',
    orderId,
    newQty: '0.005',
  });
  expect(lowered.body).toMatchObject({ amendedOrder: { orderId, origQty: '0.005', status: 'NEW' } });
  await exchange.signed(maker, 'DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' });
});

test('public data has the shapes of the dialect', async () => {
  expect((await open('/api/v3/ping')).body).toEqual({});
  const info = (await open<{ symbols: Row[]; rateLimits: Row[] }>('/api/v3/exchangeInfo?symbol=BTCUSDT')).body;
  expect(info.symbols).toHaveLength(1);
  expect(info.symbols[0]).toMatchObject({
    symbol: 'BTCUSDT',
    status: 'TRADING',
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'EXPIRE_TAKER',
  });
  expect(
    (await open<{ symbols: Row[] }>('/api/v3/exchangeInfo?symbols=%5B%22BTCUSDT%22,%22ETHUSDT%22%5D')).body.symbols,
  ).toHaveLength(2);
  expect((await open('/api/v3/exchangeInfo?symbols=%5B1%5D')).body).toMatchObject({ code: -1100 });
  expect((await open('/api/v3/depth')).body).toMatchObject({ code: -1102 });
  expect((await open<Row[]>('/api/v3/trades?symbol=BTCUSDT')).body.at(-1)).toMatchObject({
    price: '96000',
    isBestMatch: true,
  });
  const agg = (await open<{ a: number; p: string }[]>('/api/v3/aggTrades?symbol=BTCUSDT&fromId=1&limit=1')).body;
  expect(agg).toMatchObject([{ a: 1, f: 1, l: 1, M: true }]);
  expect(
    (await open<unknown[]>(`/api/v3/aggTrades?symbol=BTCUSDT&startTime=0&endTime=${Date.now() + 1000}`)).body.length,
  ).toBeGreaterThan(0);
  const [kline] = (await open<unknown[][]>('/api/v3/klines?symbol=BTCUSDT&interval=1h')).body;
  expect(kline).toHaveLength(12);
  expect((await open('/api/v3/klines?symbol=BTCUSDT&interval=7h')).body).toMatchObject({
    code: -1120,
    msg: 'Invalid interval.',
  });
  expect((await open<Row[]>('/api/v3/ticker/24hr')).body.length).toBeGreaterThanOrEqual(10);
  expect((await open('/api/v3/ticker/24hr?symbol=BTCUSDT')).body).toMatchObject({
    lastPrice: '96000',
    openPrice: '96000',
    count: 1,
  });
  expect((await open('/api/v3/ticker/price?symbol=BTCUSDT')).body).toEqual({ symbol: 'BTCUSDT', price: '96000' });
  expect((await open('/api/v3/avgPrice?symbol=BTCUSDT')).body).toMatchObject({ mins: 5, price: '96000' });
  expect((await open('/dapi/v1/exchangeInfo')).body).toEqual({ symbols: [] });
});

test('ATK-3 absurd numbers are never accepted and never a server error', async () => {
  const absurd = [
    '-1',
    '-0',
    '1e18',
    '1e-19',
    'NaN',
    'Infinity',
    '0x10',
    '1 ',
    ' 1',
    '１２',
    '9007199254740993',
    '9'.repeat(10_000),
    '[1]',
    '{}',
    'null',
    '1,5',
    '.',
    '',
    '__proto__',
  ];
  for (const value of absurd) {
    for (const field of ['price', 'quantity', 'recvWindow', 'newClientOrderId'] as const) {
      const answer = await exchange.signed<{ code: number }>(taker, 'POST', '/api/v3/order/test', {
        ...order,
        price: '50000',
        [field]: value,
      });
      if (answer.status !== 200) expect(answer).toMatchObject({ status: 400, body: { code: expect.any(Number) } });
      else
        expect([field, value]).toSatisfy(
          ([name, text]: string[]) =>
            (text === '' && ['recvWindow', 'newClientOrderId'].includes(name!)) ||
            (name === 'newClientOrderId' && /^[.A-Z:/a-z0-9_-]{1,36}$/.test(text!)),
        );
    }
  }
});

test('account, commissions, coins, counts and keyed calls', async () => {
  const account = await exchange.signed<{ balances: Row[] }>(taker, 'GET', '/api/v3/account');
  expect(account.body).toMatchObject({ accountType: 'SPOT', uid: taker.uid, makerCommission: 10, canTrade: true });
  expect(account.body.balances.find(({ asset }) => asset === 'ETH')).toEqual({
    asset: 'ETH',
    free: '100',
    locked: '0',
  });
  const held = await exchange.signed<{ balances: Row[] }>(taker, 'GET', '/api/v3/account', {
    omitZeroBalances: 'true',
  });
  expect(held.body.balances).toHaveLength(3);
  expect((await exchange.signed(taker, 'GET', '/api/v3/account/commission', { symbol: 'BTCUSDT' })).body).toMatchObject(
    {
      standardCommission: { maker: '0.001', taker: '0.001' },
    },
  );
  const counts = (await exchange.signed<{ interval: string; count: number }[]>(taker, 'GET', '/api/v3/rateLimit/order'))
    .body;
  expect(counts.find(({ interval }) => interval === 'DAY')!.count).toBeGreaterThan(0);
  const coins = (
    await exchange.signed<{ coin: string; networkList: Row[] }[]>(taker, 'GET', '/sapi/v1/capital/config/getall')
  ).body;
  expect(coins.every(({ networkList }) => networkList.length > 0)).toBe(true);
  expect((await exchange.signed<Row[]>(taker, 'GET', '/sapi/v1/asset/tradeFee')).body.length).toBeGreaterThanOrEqual(
    10,
  );
  expect((await exchange.signed(taker, 'POST', '/sapi/v1/asset/get-funding-asset')).body).toEqual([]);
  expect((await open('/api/v3/historicalTrades?symbol=BTCUSDT')).body).toMatchObject({
    code: -2014,
    msg: 'API-key format invalid.',
  });
  const keyed = (path: string) =>
    fetch(exchange.url + path, { headers: { 'x-mbx-apikey': taker.apiKey } }).then((answer) => answer.json());
  expect(await keyed('/api/v3/historicalTrades?symbol=BTCUSDT&fromId=1&limit=1')).toMatchObject([{ id: 1 }]);
  expect(await keyed('/sapi/v1/margin/allPairs')).toEqual([]);
  expect(await keyed('/sapi/v1/margin/isolated/allPairs')).toEqual([]);
  expect((await open<unknown[]>('/api/v3/uiKlines?symbol=BTCUSDT&interval=1m&limit=1')).body).toHaveLength(1);
  expect((await open('/api/v3/ticker/bookTicker?symbol=BTCUSDT')).body).toMatchObject({
    symbol: 'BTCUSDT',
    bidPrice: '0',
  });
  expect((await open('/sapi/v1/system/status')).body).toEqual({ status: 0, msg: 'normal' });
  expect((await open('/fapi/v1/exchangeInfo')).body).toMatchObject({ symbols: [] });
  expect((await open('/api/v3/time')).body).toEqual({ serverTime: expect.any(Number) });
});
