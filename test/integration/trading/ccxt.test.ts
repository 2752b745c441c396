/** ccxt's own Binance class, with only the base URL changed. */
import ccxt, { type Order } from 'ccxt';

type Client = InstanceType<typeof ccxt.pro.binance>;
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let maker: Client;
let taker: Client;

function clientOf(user: TestUser): Client {
  const client = new ccxt.pro.binance({ apiKey: user.apiKey, secret: user.apiSecret });
  const api = client.urls['api'] as Record<string, unknown>;
  for (const [name, url] of Object.entries(api))
    if (typeof url === 'string') api[name] = url.replace(/^https:\/\/[^/]+/, exchange.url);
  return client;
}

beforeAll(async () => {
  exchange = await bootExchange();
  const funds = { USDT: '1000000', BTC: '10' };
  maker = clientOf(await exchange.createUser(funds));
  taker = clientOf(await exchange.createUser(funds));
});
afterAll(() => exchange.close());

/** ccxt's types allow an order without an id; ours has one. */
async function ordered(placing: Promise<Order>): Promise<Order & { id: string }> {
  const { id, ...order } = await placing;
  if (!id) throw new Error('the order has no id');
  return { ...order, id };
}

test('loadMarkets with keys finds every pair and its limits', async () => {
  const markets = await taker.loadMarkets();
  expect(Object.keys(markets).length).toBeGreaterThanOrEqual(10);
  expect(markets['BTC/USDT']).toMatchObject({
    spot: true,
    active: true,
    precision: { price: 0.01, amount: 0.00001 },
    limits: { cost: { min: 5 } },
  });
  expect(Object.keys(taker.currencies)).toEqual(expect.arrayContaining(['BTC', 'USDT', 'ETH']));
  expect(await taker.fetchStatus()).toMatchObject({ status: 'ok' });
  expect(Math.abs(((await taker.fetchTime()) ?? 0) - Date.now())).toBeLessThan(5000);
});

test('a limit order rests, a market order takes it, both see it', async () => {
  const rest = await ordered(maker.createOrder('BTC/USDT', 'limit', 'sell', 0.5, 96_000));
  expect(rest).toMatchObject({ status: 'open', filled: 0, remaining: 0.5 });
  expect((await maker.fetchBalance())['BTC']).toMatchObject({ free: 9.5, used: 0.5, total: 10 });
  const book = await taker.fetchOrderBook('BTC/USDT', 10);
  expect(book.asks).toEqual([[96_000, 0.5]]);

  const taken = await ordered(taker.createOrder('BTC/USDT', 'market', 'buy', 0.2));
  expect(taken).toMatchObject({ status: 'closed', filled: 0.2, cost: 19_200, average: 96_000 });
  expect(await taker.fetchOrder(taken.id, 'BTC/USDT')).toMatchObject({ status: 'closed', filled: 0.2, remaining: 0 });
  expect(await maker.fetchOpenOrders('BTC/USDT')).toMatchObject([{ id: rest.id, filled: 0.2, remaining: 0.3 }]);
  expect((await taker.fetchMyTrades('BTC/USDT')).at(-1)).toMatchObject({
    order: taken.id,
    amount: 0.2,
    price: 96_000,
    takerOrMaker: 'taker',
    fee: { cost: 0.0002, currency: 'BTC' },
  });
  expect((await taker.fetchTrades('BTC/USDT')).at(-1)).toMatchObject({ amount: 0.2, price: 96_000, side: 'buy' });

  const edited = await ordered(maker.editOrder(rest.id, 'BTC/USDT', 'limit', 'sell', 0.1, 97_000));
  expect(edited).toMatchObject({ status: 'open', amount: 0.1, price: 97_000 });
  expect(await maker.cancelOrder(edited.id, 'BTC/USDT')).toMatchObject({ status: 'canceled' });
  expect(await maker.fetchClosedOrders('BTC/USDT')).toBeDefined();
  await expect(maker.cancelOrder(edited.id, 'BTC/USDT')).rejects.toThrow(ccxt.OrderNotFound);
});

test('post-only, cost and cancelling all', async () => {
  const rest = await ordered(maker.createOrder('BTC/USDT', 'limit', 'sell', 0.1, 96_500, { postOnly: true }));
  expect((await maker.fetchOrder(rest.id, 'BTC/USDT')).postOnly).toBe(true);
  const bought = await taker.createMarketBuyOrderWithCost('BTC/USDT', 1000);
  expect(bought.status).toBe('closed');
  expect(bought.cost).toBeLessThanOrEqual(1000);
  expect(await maker.cancelAllOrders('BTC/USDT')).toHaveLength(1);
  await expect(taker.createOrder('BTC/USDT', 'limit', 'buy', 5000, 96_000)).rejects.toThrow();
});

test('market data keeps the rules that ccxt asserts', async () => {
  const candles = await taker.fetchOHLCV('BTC/USDT', '1m');
  expect(candles.at(-1)![0]! % 60_000).toBe(0);
  expect(candles.at(-1)![2]!).toBeGreaterThanOrEqual(candles.at(-1)![3]!);
  const ticker = await taker.fetchTicker('BTC/USDT');
  expect(ticker.last).toBe(ticker.close);
  expect(Object.keys(await taker.fetchTickers(['BTC/USDT', 'ETH/USDT']))).toHaveLength(2);
  expect(await taker.fetchTradingFee('BTC/USDT')).toMatchObject({ maker: 0.001, taker: 0.001 });
  expect(Object.keys(await taker.fetchBidsAsks(['BTC/USDT']))).toHaveLength(1);
});

test('funds move to futures and are listed, deposits too', async () => {
  const moved = await taker.transfer('USDT', 100, 'spot', 'future');
  expect(moved.id).toMatch(/^[0-9]+$/);
  expect(
    (await taker.fetchTransfers('USDT', undefined, undefined, { fromAccount: 'spot', toAccount: 'future' })).at(-1),
  ).toMatchObject({ id: moved.id, amount: 100 });
  expect((await taker.fetchDeposits('BTC')).at(-1)).toMatchObject({ currency: 'BTC', amount: 10, status: 'ok' });
  expect(await taker.fetchWithdrawals()).toEqual([]);
  await expect(taker.transfer('USDT', 80_000_000, 'spot', 'future')).rejects.toThrow('insufficient balance');
});

test('orders over the websocket API', async () => {
  const ws = exchange.url.replace('http', 'ws');
  for (const client of [maker, taker]) {
    const api = client.urls['api'] as Record<string, Record<string, unknown>>;
    api['ws'] = { ...api['ws'], 'ws-api': { spot: `${ws}/ws-api/v3` } };
    await client.loadHttpProxyAgent();
  }
  const rest = await ordered(maker.createOrderWs('BTC/USDT', 'limit', 'sell', 0.1, 96_200));
  expect(rest).toMatchObject({ status: 'open', amount: 0.1 });
  expect(await maker.fetchOpenOrdersWs('BTC/USDT')).toMatchObject([{ id: rest.id }]);
  const taken = await ordered(taker.createOrderWs('BTC/USDT', 'market', 'buy', 0.05));
  expect(taken).toMatchObject({ status: 'closed', filled: 0.05 });
  expect(await taker.fetchOrderWs(taken.id, 'BTC/USDT')).toMatchObject({ status: 'closed' });
  expect((await taker.fetchMyTradesWs('BTC/USDT')).at(-1)).toMatchObject({ order: taken.id });
  expect((await taker.fetchOHLCVWs('BTC/USDT', '1m')).length).toBeGreaterThan(0);
  expect(await maker.cancelOrderWs(rest.id, 'BTC/USDT')).toMatchObject({ status: 'canceled' });
  await expect(maker.cancelOrderWs(rest.id, 'BTC/USDT')).rejects.toThrow('Unknown order sent');
  for (const client of [maker, taker]) await client.close();
});
