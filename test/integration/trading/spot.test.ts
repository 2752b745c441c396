import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS, type RefusalName } from '@agio/contracts/errors';
import type { Deal, KlineRow, Pair, Ticker } from '@agio/contracts/http/markets';
import type { Fill, Order } from '@agio/contracts/http/spot';
import type { Balance, FundsMove } from '@agio/contracts/http/wallet';
import { KLINE_INTERVALS } from '@agio/core/words';
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

const get = <Data>(path: string, user?: TestUser) =>
  exchange.call<Data>('GET', path, undefined, user ? { token: user.token } : {});
const post = <Data>(path: string, body: unknown, user: TestUser, headers: Record<string, string> = {}) =>
  exchange.call<Data>('POST', path, body, { token: user.token, headers });
const place = (user: TestUser, body: object, headers: Record<string, string> = {}) =>
  post<{ order: Order }>('/web/spot/order/place', body, user, headers);
const limit = (side: 'BUY' | 'SELL', price: string, quantity: string, more: object = {}) => ({
  symbol: 'ETHUSDT',
  side,
  type: 'LIMIT',
  price,
  quantity,
  ...more,
});
const refusal = (answer: { code: number }): RefusalName | undefined =>
  (Object.keys(REFUSALS) as RefusalName[]).find((name) => REFUSALS[name].code === answer.code);
const balanceOf = async (user: TestUser, asset: string): Promise<Balance | undefined> =>
  (await get<{ balances: Balance[] }>('/web/spot/account/balances', user)).data.balances.find(
    (each) => each.asset === asset && each.wallet === 'SPOT',
  );

test('every seeded pair has rules and a ticker before the first trade', async () => {
  const { pairs } = (await get<{ pairs: Pair[] }>('/web/spot/pairs')).data;
  expect(pairs.length).toBeGreaterThanOrEqual(10);
  expect(pairs[0]).toMatchObject({
    symbol: 'BTCUSDT',
    baseName: 'Bitcoin',
    tickSize: '0.01',
    stepSize: '0.00001',
    basePrecision: 5,
    quotePrecision: 2,
    status: 'TRADING',
    feeMode: 'RECEIVED',
    makerFeeRate: '0.001',
    maxSlippage: '0.03',
    premiumFactor: '0.05',
    minBuyPriceOffset: '-0.8',
    maxSellPriceOffset: '50',
    priceProtectScope: '0.1',
  });
  const { tickers } = (await get<{ tickers: Ticker[] }>('/web/spot/tickers')).data;
  expect(tickers.find(({ symbol }) => symbol === 'XRPUSDT')).toMatchObject({
    lastPrice: '2.24',
    volume: '0',
    changePercent: '0',
    bidPrice: '0',
  });
});

test('an order rests, is filled by another, and every read shows it at once', async () => {
  const { order } = (await place(maker, limit('SELL', '3400', '2', { clientOrderId: 'rest-1' }))).data;
  expect(order).toMatchObject({
    status: 'NEW',
    filledQuantity: '0',
    averagePrice: '0',
    clientOrderId: 'rest-1',
    timeInForce: 'GTC',
  });
  expect((await balanceOf(maker, 'ETH'))?.locked).toBe('2');
  expect((await get<{ orders: Order[] }>('/web/spot/order/open?symbol=ETHUSDT', maker)).data.orders).toMatchObject([
    { orderId: order.orderId },
  ]);
  const depth = (await get<{ asks: string[][]; bids: string[][] }>('/web/spot/depth?symbol=ETHUSDT')).data;
  expect(depth).toMatchObject({ asks: [['3400', '2']], bids: [] });

  const taken = (await place(taker, limit('BUY', '3410', '0.5'))).data.order;
  expect(taken).toMatchObject({ status: 'FILLED', filledQuantity: '0.5', filledAmount: '1700', averagePrice: '3400' });
  expect((await balanceOf(taker, 'ETH'))?.available).toBe('100.4995');
  const fills = (await get<{ items: Fill[]; total: number }>('/web/spot/order/fills?symbol=ETHUSDT', taker)).data;
  expect(fills).toMatchObject({
    total: 1,
    items: [
      {
        orderId: taken.orderId,
        side: 'BUY',
        price: '3400',
        quantity: '0.5',
        amount: '1700',
        fee: '0.0005',
        feeAsset: 'ETH',
        isMaker: false,
      },
    ],
  });
  expect((await get<{ items: Order[] }>('/web/spot/order/history', taker)).data.items).toMatchObject([
    { orderId: taken.orderId, status: 'FILLED' },
  ]);
  const deals = (await get<{ deals: Deal[] }>('/web/spot/deals?symbol=ETHUSDT')).data.deals;
  expect(deals).toMatchObject([{ price: '3400', qty: '0.5', isBuyerMaker: false }]);
  const ticker = (await get<{ tickers: Ticker[] }>('/web/spot/tickers')).data.tickers.find(
    ({ symbol }) => symbol === 'ETHUSDT',
  );
  expect(ticker).toMatchObject({
    lastPrice: '3400',
    volume: '0.5',
    quoteVolume: '1700',
    askPrice: '3400',
    askQty: '1.5',
  });

  const found = await get<{ order: Order }>('/web/spot/order/by-client-id?symbol=ETHUSDT&clientOrderId=rest-1', maker);
  expect(found.data.order).toMatchObject({ orderId: order.orderId, status: 'PARTIALLY_FILLED' });
  const canceled = await post<{ order: Order }>(
    '/web/spot/order/cancel',
    { symbol: 'ETHUSDT', clientOrderId: 'rest-1' },
    maker,
  );
  expect(canceled.data.order).toMatchObject({ status: 'CANCELED', filledQuantity: '0.5', reason: 'USER' });
  expect(refusal(await post('/web/spot/order/cancel', { symbol: 'ETHUSDT', orderId: order.orderId }, maker))).toBe(
    'ORDER_CLOSED',
  );
  expect(refusal(await post('/web/spot/order/cancel', { symbol: 'ETHUSDT', orderId: order.orderId }, taker))).toBe(
    'UNKNOWN_ORDER',
  );
});

test.each([
  ['NOT_LOGGED_IN', {}],
  ['UNKNOWN_MARKET', { symbol: 'NOPEUSDT' }],
  ['PRICE_TICK', { price: '3400.001' }],
  ['QUANTITY_STEP', { quantity: '0.00001' }],
  ['MIN_AMOUNT', { quantity: '0.0001' }],
  ['PRICE_BAND', { price: '4000' }],
  ['PRICE_OFFSET', { price: '100' }],
  ['INSUFFICIENT_BALANCE', { quantity: '900' }],
  ['AMOUNT_TOO_LARGE', { quantity: '99999999999' }],
  ['BAD_REQUEST', { quantity: '1e3' }],
  ['BAD_FIELDS', { price: undefined }],
] as const)('placing is refused as %s', async (name, change) => {
  const body = { ...limit('BUY', '3400', '0.1'), ...change };
  const answer =
    name === 'NOT_LOGGED_IN' ? await exchange.call('POST', '/web/spot/order/place', body) : await place(taker, body);
  expect(refusal(answer)).toBe(name);
});

test('FLT-11 the same Idempotency-Key has one effect, another body is refused', async () => {
  const headers = { 'idempotency-key': 'key-1' };
  const first = await place(taker, limit('BUY', '3000', '0.1'), headers);
  const again = await place(taker, limit('BUY', '3000', '0.1'), headers);
  expect(again.data.order.orderId).toBe(first.data.order.orderId);
  expect(refusal(await place(taker, limit('BUY', '3000', '0.2'), headers))).toBe('IDEMPOTENCY_MISMATCH');
  expect((await get<{ orders: Order[] }>('/web/spot/order/open', taker)).data.orders).toHaveLength(1);
});

test('amending, cancelling all, and market orders by amount', async () => {
  const { order } = (await place(maker, limit('BUY', '3300', '1'))).data;
  const amended = await post<{ order: Order }>(
    '/web/spot/order/amend',
    { symbol: 'ETHUSDT', orderId: order.orderId, quantity: '0.6' },
    maker,
  );
  expect(amended.data.order).toMatchObject({ orderId: order.orderId, quantity: '0.6' });
  const sold = await place(taker, { symbol: 'ETHUSDT', side: 'SELL', type: 'MARKET', quoteAmount: '330' });
  expect(sold.data.order).toMatchObject({
    type: 'MARKET',
    status: 'FILLED',
    filledQuantity: '0.1',
    filledAmount: '330',
  });
  const canceled = await post<{ orders: Order[] }>('/web/spot/order/cancel-all', {}, maker);
  expect(canceled.data.orders).toMatchObject([{ orderId: order.orderId, status: 'CANCELED' }]);
  const empty = await place(taker, { symbol: 'ADAUSDT', side: 'BUY', type: 'MARKET', quoteAmount: '50' });
  expect(empty.data.order).toMatchObject({ status: 'EXPIRED', reason: 'NO_LIQUIDITY' });
});

test('trading A9 candles of every interval hold the trades and end with the running kline', async () => {
  for (const interval of KLINE_INTERVALS) {
    const { klines } = (await get<{ klines: KlineRow[] }>(`/kline/spot?symbol=ETHUSDT&interval=${interval}`)).data;
    const last = klines.at(-1)!;
    expect(last[0]).toBeLessThanOrEqual(Date.now());
    expect(last[6]).toBeGreaterThanOrEqual(Date.now());
    expect(klines.reduce((sum, row) => sum + Number(row[5]), 0)).toBeCloseTo(0.6, 9);
    expect(klines[0]![1]).toBe('3400');
  }
  expect(refusal(await get('/kline/spot?symbol=ETHUSDT&interval=7m'))).toBe('BAD_REQUEST');
});

test('a transfer moves funds once per key and is in the history', async () => {
  const move = { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '12.5' };
  const first = await post<{ transferId: number }>('/web/account/transfer', move, taker, { 'idempotency-key': 't1' });
  const again = await post<{ transferId: number }>('/web/account/transfer', move, taker, { 'idempotency-key': 't1' });
  expect(again.data.transferId).toBe(first.data.transferId);
  const { items } = (await get<{ items: FundsMove[] }>('/web/account/transfer/list?kind=TRANSFER', taker)).data;
  expect(items).toMatchObject([{ transferId: first.data.transferId, asset: 'USDT', amount: '12.5' }]);
  expect(refusal(await post('/web/account/transfer', { ...move, amount: '9999999' }, taker))).toBe(
    'INSUFFICIENT_BALANCE',
  );
  expect(refusal(await post('/web/account/transfer', { ...move, asset: 'NOPE' }, taker))).toBe('UNKNOWN_ASSET');
  expect(refusal(await post('/web/account/transfer', { ...move, amount: '0' }, taker))).toBe('BAD_REQUEST');
});

test('ATK-2 twenty parallel calls of the faucet pay once', async () => {
  const person = await exchange.createUser();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('/web/demo/faucet', {}, person)));
  expect(answers.filter(({ code }) => code === 0).length).toBeGreaterThanOrEqual(1);
  expect((await balanceOf(person, 'USDT'))?.available).toBe('10000');
  expect((await balanceOf(person, 'BTC'))?.available).toBe('0.1');
  expect(refusal(await post('/web/demo/faucet', {}, person))).toBe('FAUCET_WAIT');
});

test('C12 C13 C14 C18 C28 C33 rates, currencies, settings, languages and GraphQL', async () => {
  expect(
    (await get<{ rateList: { baseSymbol: string }[] }>('/web/api/v1/common/rate/list')).data.rateList,
  ).toContainEqual({ baseSymbol: 'ETH', quoteSymbol: 'USDT', rate: expect.any(String) });
  expect((await get<{ content: string }[]>('/web/api/v1/userCenter/currency')).data[0]).toMatchObject({
    content: 'USD_$',
  });
  expect((await get<object[]>('/web/api/v1/common/fiat_currency/list')).data.length).toBeGreaterThan(10);
  expect((await exchange.call<{ isDemo: boolean }>('POST', '/web/common/public_info_v4', {})).data.isDemo).toBe(true);
  expect((await get<{ languageKey: string }[]>('/web/api/v1/common/language/list')).data[0]).toMatchObject({
    languageKey: 'en-us',
  });
  const query =
    '{ spotPairs { id symbol base quote precisions minPrice openTime tradeArea } spotCoins { name fullName precision } rates { rate } currencies { content } fiatDetails { moneySymbol } }';
  const answer = await fetch(`${exchange.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: exchange.url },
    body: JSON.stringify({ query }),
  });
  const { data } = (await answer.json()) as { data: { spotPairs: object[]; spotCoins: object[] } };
  expect(data.spotPairs[0]).toMatchObject({ symbol: 'BTCUSDT', precisions: ['0.01', '0.1', '1', '10'] });
  expect(data.spotCoins[0]).toMatchObject({ name: 'USDT', fullName: 'Tether' });
});
