/** What a trailing stop has followed is told by the lists of open orders and, as it moves, by the private channels (trading A1.3, B15). */
import type { StopOrder } from '@agio/contracts/http/futures-shapes';
import type { Order } from '@agio/contracts/http/spot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { joinSources } from '../../../server/external/index.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

const PRICE_ONE = 100_000_000;
/** The index of BTCUSDT. */
let index = 97_000;
/** One price, told by three sources: a far move of one alone would not be believed (trading B8). */
const source = (name: string) => ({
  name,
  weight: 1,
  latest: (symbol: string) =>
    symbol === 'BTCUSDT' ? { price: Math.round(index * PRICE_ONE), timeMs: Date.now() } : null,
  stop() {},
});

let exchange: TestExchange;
let maker: TestUser;
let other: TestUser;
let trader: TestUser;
beforeAll(async () => {
  exchange = await bootExchange({ prices: joinSources(['one', 'two', 'three'].map(source)) });
  const funds = { USDT: '1000000', BTC: '100' };
  maker = await exchange.createUser(funds);
  other = await exchange.createUser(funds);
  trader = await exchange.createUser(funds);
});
afterAll(() => exchange?.close());

let keys = 0;
async function post<Data>(path: string, body: object, user: TestUser): Promise<Data> {
  const headers = { 'idempotency-key': `trail-${(keys += 1)}` };
  const answer = await exchange.call<Data>('POST', path, body, { token: user.token, headers });
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
}
const openOf = async <One>(path: string): Promise<One[]> =>
  (await exchange.call<{ orders: One[] }>('GET', path, undefined, { token: trader.token })).data.orders;
const spotOrders = () => openOf<Order>('/web/spot/order/open');
const stopOrders = () => openOf<StopOrder>('/futures/stop-order/open');

async function print(...prices: string[]): Promise<void> {
  const limit = { symbol: 'BTCUSDT', type: 'LIMIT', quantity: '0.01' };
  for (const price of prices) {
    await post('/web/spot/order/place', { ...limit, side: 'SELL', price }, maker);
    await post('/web/spot/order/place', { ...limit, side: 'BUY', price }, other);
  }
}

/** What the private channel of the trader tells from now on, its first frame included. */
async function listen<One>(family: 'web/spot' | 'futures', channel: string) {
  const { token } = await post<{ token: string }>('/auth-v2/api/v2/auth/token', {}, trader);
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/${family}/ws/private`, {
    headers: { origin: exchange.url },
  });
  const frames: { readonly snapshot: boolean; readonly orders: readonly One[] }[] = [];
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on('message', (raw: Buffer) => {
    const frame = JSON.parse(raw.toString());
    if (frame.reqId === 'login') send({ event: 'subscribe', channel, reqId: 'subscribe' });
    if (frame.channel === channel && frame.data && 'snapshot' in frame.data) frames.push(frame.data);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  send({ event: 'login', params: { token }, reqId: 'login' });
  await expect.poll(() => frames.length).toBeGreaterThan(0);
  return { frames, close: () => socket.close() };
}

test('A1.3 the list and the channel of spot orders tell the extreme of a trailing stop and where it would fire now', async () => {
  await print('96000');
  const { order } = await post<{ order: Order }>(
    '/web/spot/order/place',
    {
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'TRAILING_STOP_MARKET',
      quantity: '0.1',
      deltaBips: 155,
      activationPrice: '97000',
    },
    trader,
  );
  expect(await spotOrders()).toEqual([{ ...order, extremePrice: '0', firesAtPrice: '0' }]);
  const { frames, close } = await listen<Order>('web/spot', 'order');
  expect(frames[0]).toMatchObject({ snapshot: true, orders: [{ extremePrice: '0', firesAtPrice: '0' }] });

  await print('97100.01');
  // 97 100.01 less 1.55 % is 95 594.959845: the first tick below it.
  const following = { ...order, extremePrice: '97100.01', firesAtPrice: '95594.95' };
  await expect.poll(() => frames.at(-1)).toMatchObject({ snapshot: false, orders: [following] });
  // Falls and lower highs move nothing, and the list says the same to whoever comes now.
  await print('96500', '96800');
  expect(await spotOrders()).toEqual([following]);
  await print('98000');
  await expect.poll(() => frames.at(-1)?.orders).toEqual([{ ...order, extremePrice: '98000', firesAtPrice: '96481' }]);

  // Changed, it begins anew: the event comes without what it follows, which is told after it.
  const changed = { symbol: 'BTCUSDT', orderId: order.orderId, deltaBips: 200, activationPrice: '97500' };
  await post('/web/spot/order/amend', changed, trader);
  await expect.poll(() => frames.at(-1)?.orders).toMatchObject([{ deltaBips: 200, extremePrice: '0' }]);
  close();

  await print('98000', '96040');
  expect(await spotOrders()).toEqual([]);
});

test('B15 the list and the channel of trailing stops of a perpetual tell the same', async () => {
  await post('/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '10000' }, trader);
  const markOf = async () => {
    const { data } = await exchange.call<{ tickers: { symbol: string; indexPrice: string }[] }>(
      'GET',
      '/futures/market/tickers/aggregate',
    );
    return data.tickers.find(({ symbol }) => symbol === 'BTCUSDT')?.indexPrice;
  };
  await expect.poll(markOf).toBe('97000');
  const { frames, close } = await listen<StopOrder>('futures', 'trailing_stop');
  const stop = { symbol: 'BTCUSDT', side: 'BUY', type: 'TRAILING_STOP', callbackRate: '0.01', quantity: '0.01' };
  await post('/futures/stop-order/place', { ...stop, source: 'INDEX' }, trader);
  const first = { type: 'TRAILING_STOP', triggerPrice: '0', extremePrice: '97000', firesAtPrice: '97970' };
  expect(await stopOrders()).toMatchObject([first]);
  await expect.poll(() => frames.at(-1)?.orders).toMatchObject([first]);

  index = 96_123.4;
  // 96 123.4 plus 1 % is 97 084.634: the first tick above it.
  const moved = { extremePrice: '96123.4', firesAtPrice: '97084.7' };
  await expect.poll(() => frames.at(-1)?.orders).toMatchObject([moved]);
  index = 96_400;
  await expect.poll(markOf).toBe('96400');
  expect(await stopOrders()).toMatchObject([moved]);
  close();
});
