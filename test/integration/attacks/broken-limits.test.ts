/** An order outside of a limit of its market is refused with the limit that it broke, as data and in the sentence. */
import { MAX_TICKS } from '@agio/core/formulas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let user: TestUser;
beforeAll(async () => {
  exchange = await bootExchange({ environment: { INDEX_SOURCES: 'demo' } });
  user = await exchange.createUser({ USDT: '1000000', BTC: '10' });
  expect(
    await call('POST', '/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '500000' }),
  ).toMatchObject({ code: 0 });
});
afterAll(() => exchange.close());

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  exchange.call<Record<string, unknown>>(method, path, body, { token: user.token });

const limit = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price: '60000', quantity: '0.01' };
const oco = { symbol: 'BTCUSDT', side: 'SELL', quantity: '0.01', price: '200000', stopPrice: '50000' };

test.each([
  ['a quantity', { quantity: '9001' }, 70011, 'quantity_most', '9000', 'BTC'],
  ['a price', { price: '10000001' }, 70009, 'price_most', '10000000', 'USDT'],
  ['a trigger', { type: 'STOP_LIMIT', stopPrice: '10000001' }, 70009, 'price_most', '10000000', 'USDT'],
  ['a value', { quantity: '0.00001' }, 70012, 'total_least', '5', 'USDT'],
  ['a large value', { price: '100000', quantity: '900' }, 70013, 'total_most', '9000000', 'USDT'],
  ['a slice', { displayQuantity: '0.0005' }, 70011, 'display_least', '0.001', 'BTC'],
  [
    'a slice of an odd amount',
    { quantity: '0.01001', displayQuantity: '0.001' },
    70011,
    'display_least',
    '0.00101',
    'BTC',
  ],
] as const)(
  'A4 spot: %s outside of its limit is refused with that limit',
  async (_, change, code, name, value, asset) => {
    const answer = await call('POST', '/web/spot/order/place', { ...limit, ...change });
    expect(answer).toMatchObject({ code, data: { limit: name, value, asset } });
    expect(answer.msg).toContain(`${value} ${asset}`);
  },
);

test('A4 spot: a market order by amount, and either order of a pair', async () => {
  const market = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quoteAmount: '4.99' };
  expect(await call('POST', '/web/spot/order/place', market)).toMatchObject({
    data: { limit: 'total_least', value: '5' },
  });
  for (const change of [{ quantity: '9000.00001' }, { stopPrice: '10000000.01' }, { quantity: '0.00001' }])
    expect(await call('POST', '/web/spot/order/oco/place', { ...oco, ...change })).toMatchObject({
      data: { limit: expect.stringMatching(/^(?:quantity_most|price_most|total_least)$/) as unknown },
    });
});

test('A6 spot: a change outside of a limit names it too, of an order in the book and of one that waits', async () => {
  const placed = await call('POST', '/web/spot/order/place', { ...limit, displayQuantity: '0.001' });
  const { orderId } = placed.data['order'] as { orderId: number };
  const amend = (change: object) => call('POST', '/web/spot/order/amend', { symbol: 'BTCUSDT', orderId, ...change });
  expect(await amend({ quantity: '9001' })).toMatchObject({
    code: 70011,
    data: { limit: 'quantity_most', value: '9000' },
  });
  expect(await amend({ quantity: '0.00002' })).toMatchObject({
    code: 70012,
    data: { limit: 'total_least', value: '5' },
  });
  expect(await amend({ quantity: '0.02' })).toMatchObject({
    code: 70011,
    data: { limit: 'display_least', value: '0.002' },
  });
  expect(await amend({ price: '10000001' })).toMatchObject({ code: 70009, data: { limit: 'price_most' } });
  const stop = await call('POST', '/web/spot/order/place', {
    ...limit,
    type: 'STOP_MARKET',
    price: undefined,
    stopPrice: '150000',
  });
  const stopId = (stop.data['order'] as { orderId: number }).orderId;
  expect(
    await call('POST', '/web/spot/order/amend', { symbol: 'BTCUSDT', orderId: stopId, stopPrice: '10000001' }),
  ).toMatchObject({ code: 70009, data: { limit: 'price_most', value: '10000000', asset: 'USDT' } });
});

test('A4 the trading API refuses in the words of its dialect, as before', async () => {
  const { status, body } = await exchange.signed<{ code: number; msg: string }>(user, 'POST', '/api/v3/order', {
    symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '60000', quantity: '9001',
  }); // prettier-ignore
  expect([status, body]).toEqual([400, { code: -1013, msg: 'Filter failure: LOT_SIZE' }]);
});

test('B19 perpetuals: quantity, value and trigger name their limit, and so does a change', async () => {
  const { symbols } = (await call('GET', '/futures/market/symbol')).data as { symbols: Record<string, string>[] };
  const contract = symbols.find(({ symbol }) => symbol === 'BTCUSDT')!;
  const markOf = async (): Promise<number> => {
    const { data } = await call('GET', '/futures/market/tickers/aggregate');
    const { tickers } = data as { tickers: Record<string, string>[] };
    return Number(tickers.find(({ symbol }) => symbol === 'BTCUSDT')?.['markPrice']);
  };
  await expect.poll(markOf, { timeout: 20_000 }).toBeGreaterThan(0);
  const mark = await markOf();
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price: (mark * 0.98).toFixed(1), quantity: '0.01' };
  const place = (change: object) => call('POST', '/futures/order/place', { ...order, ...change });
  const most = contract['maxLimitQuantity'];
  expect(await place({ quantity: `${Number(most) + 1}` })).toMatchObject({
    code: 70011,
    data: { limit: 'quantity_most', value: most, asset: 'BTC' },
  });
  const small = await place({ price: '40', quantity: contract['minQuantity'] });
  expect(small).toMatchObject({ code: 70012, data: { limit: 'total_least', value: '5', asset: 'USDT' } });
  const stop = {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'STOP',
    triggerPrice: `${mark.toFixed(0)}0`,
    quantity: '100000',
  };
  expect(await call('POST', '/futures/stop-order/place', stop)).toMatchObject({
    data: { limit: 'quantity_most', value: contract['maxMarketQuantity'], asset: 'BTC' },
  });
  const { orderId } = (await place({})).data['order'] as { orderId: number };
  expect(
    await call('POST', '/futures/order/amend', { symbol: 'BTCUSDT', orderId, quantity: `${Number(most) + 1}` }),
  ).toMatchObject({ code: 70011, data: { limit: 'quantity_most', value: most, asset: 'BTC' } });
});

test('B15 B19 perpetuals: the trigger and the price of an exit name the limit that they break', async () => {
  const symbol = 'DOGEUSDT';
  const { symbols } = (await call('GET', '/futures/market/symbol')).data as { symbols: Record<string, string>[] };
  const tick = symbols.find((contract) => contract['symbol'] === symbol)!['tickSize']!;
  const decimals = tick.split('.')[1]!.length;
  const markOf = async (): Promise<number> => {
    const { data } = await call('GET', '/futures/market/tickers/aggregate');
    const { tickers } = data as { tickers: Record<string, string>[] };
    return Number(tickers.find((ticker) => ticker['symbol'] === symbol)?.['markPrice']);
  };
  await expect.poll(markOf, { timeout: 20_000 }).toBeGreaterThan(0);
  const mark = await markOf();
  const at = (times: number): string => (mark * times).toFixed(decimals);
  const order = { symbol, side: 'BUY', type: 'LIMIT', price: at(0.98), quantity: '1000' };
  const place = (exits: object) => call('POST', '/futures/order/place', { ...order, ...exits });
  const ticks = (count: number): string => (count / 10 ** decimals).toFixed(decimals);
  for (const takeProfit of [
    { triggerPrice: ticks(MAX_TICKS + 1) },
    { triggerPrice: at(1.5), price: ticks(MAX_TICKS + 1) },
  ])
    expect(await place({ takeProfit })).toMatchObject({
      code: 70009,
      data: { limit: 'price_most', value: ticks(MAX_TICKS), asset: 'USDT' },
    });
  expect(await place({ stopLoss: { triggerPrice: '0' } })).toMatchObject({
    code: 70009,
    data: { limit: 'price_least', value: tick, asset: 'USDT' },
  });
  const whole = { triggerPrice: at(1.5), price: ticks(MAX_TICKS) };
  expect(await place({ takeProfit: whole, stopLoss: { triggerPrice: at(0.5) } })).toMatchObject({ code: 0 });
});

test('A4.5 A4.6 A4.7 spot: a limit too far from the last price, or from its own trigger, names the price up to which it is taken', async () => {
  const symbol = 'ETHUSDT';
  const seller = await exchange.createUser({ ETH: '1' });
  const sell = { symbol, side: 'SELL', type: 'LIMIT', price: '3400', quantity: '0.01' };
  const sold = await exchange.call('POST', '/web/spot/order/place', sell, { token: seller.token });
  expect(sold).toMatchObject({ code: 0 });
  const order = { symbol, side: 'BUY', type: 'LIMIT', price: '3400', quantity: '0.01' };
  const place = (change: object) => call('POST', '/web/spot/order/place', { ...order, ...change });
  expect(await place({})).toMatchObject({ code: 0, data: { order: { status: 'FILLED' } } });
  const refused = (code: number, limit: string, value: string) => ({ code, data: { limit, value, asset: 'USDT' } });
  expect(await place({ price: '3740.01' })).toMatchObject(refused(70015, 'price_most', '3740'));
  expect(await place({ price: '500' })).toMatchObject(refused(70014, 'price_least', '680'));
  expect(await place({ side: 'SELL', price: '2000' })).toMatchObject(refused(70015, 'price_least', '3060'));
  const stop = { type: 'STOP_LIMIT', stopPrice: '4000', price: '5000' };
  expect(await place(stop)).toMatchObject(refused(70015, 'price_most', '4400'));
  const pair = { symbol, side: 'SELL', quantity: '0.01', price: '3500', stopPrice: '3300', stopLimitPrice: '2000' };
  expect(await call('POST', '/web/spot/order/oco/place', pair)).toMatchObject(refused(70015, 'price_least', '2970'));
  const { orderId } = (await place({ price: '3300' })).data['order'] as { orderId: number };
  const changed = await call('POST', '/web/spot/order/amend', { symbol, orderId, price: '3740.01' });
  expect(changed).toMatchObject(refused(70015, 'price_most', '3740'));
});

test('B18 perpetuals: a limit too far from the mark, or waiting too far from the last price, names the price up to which it is taken', async () => {
  const symbol = 'BTCUSDT';
  const order = { symbol, side: 'BUY', type: 'LIMIT', quantity: '0.01' };
  const place = (change: object) => call('POST', '/futures/order/place', { ...order, ...change });
  const high = await place({ price: '900000' });
  expect(high).toMatchObject({ code: 70015, data: { limit: 'price_most', asset: 'USDT' } });
  // The mark moves each second: the named price is near enough to be taken a little below it.
  const taken = await place({ side: 'SELL', price: (Number(high.data['value']) * 0.95).toFixed(1) });
  expect(taken.code).toBe(0);
  expect(await place({ price: '10', quantity: '1' })).toMatchObject({
    code: 70014,
    data: { limit: 'price_least', asset: 'USDT' },
  });
  const { orderId } = taken.data['order'] as { orderId: number };
  const changed = await call('POST', '/futures/order/amend', { symbol, orderId, price: '40000' });
  expect(changed).toMatchObject({ code: 70015, data: { limit: 'price_least', asset: 'USDT' } });
});
