/** The spot channels over real sockets. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  balanceData,
  type DepthData,
  depthData,
  dealsData,
  klineData,
  orderData,
  type TickerData,
  tickerData,
  userDealData,
} from '@agio/contracts/ws/spot';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';
import { until } from '../../until.ts';

interface Frame {
  readonly channel: string;
  readonly eventResp: string;
  readonly reqId: unknown;
  readonly data: never;
}

let exchange: TestExchange;
let maker: TestUser;
let taker: TestUser;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  exchange = await bootExchange();
  const funds = { USDT: '1000000', BTC: '10', ETH: '100' };
  maker = await exchange.createUser(funds);
  taker = await exchange.createUser(funds);
});
afterAll(() => exchange.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

async function connect(
  kind: 'public' | 'private',
): Promise<{ frames: Frame[]; send(message: object): void; closed: Promise<number> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${exchange.port}/web/spot/ws/${kind}`);
  sockets.push(socket);
  const frames: Frame[] = [];
  socket.on('message', (text: Buffer) => void frames.push(JSON.parse(text.toString()) as Frame));
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return { frames, closed, send: (message) => socket.send(JSON.stringify(message)) };
}

const place = (user: TestUser, side: string, price: number, quantity: string, symbol = 'BTCUSDT') =>
  exchange.signed(user, 'POST', '/api/v3/order', { symbol, side, type: 'LIMIT', timeInForce: 'GTC', price, quantity });
const dataOf = <Data>(frames: readonly Frame[], channel: string): Data[] =>
  frames.filter((frame) => frame.channel === channel && frame.eventResp === '').map((frame) => frame.data);

test('trading A11 depth frames chain from the snapshot and rebuild the book that REST shows', async () => {
  await place(maker, 'SELL', 96_500, '0.01');
  const { frames, send } = await connect('public');
  send({ event: 'subscribe', channel: 'depth', params: { symbol: 'BTCUSDT' }, reqId: 7 });
  await until(() => dataOf(frames, 'depth').length > 0);
  expect(frames[0]).toMatchObject({ channel: 'depth', eventResp: 'subscribe', reqId: 7, data: { result: true } });
  for (let round = 0; round < 12; round++) {
    await place(maker, 'SELL', 96_500 + round, '0.01');
    await place(maker, 'BUY', 96_000 - round, '0.02');
    if (round % 4 === 3) await place(taker, 'BUY', 96_501, '0.015');
    await new Promise((resolve) => void setTimeout(resolve, 40));
  }
  const rest = (
    await exchange.call<{ lastUpdateId: number; bids: [string, string][]; asks: [string, string][] }>(
      'GET',
      '/web/spot/depth?symbol=BTCUSDT',
    )
  ).data;
  await until(() => dataOf<DepthData>(frames, 'depth').at(-1)!.u >= rest.lastUpdateId);
  const [snapshot, ...updates] = dataOf<DepthData>(frames, 'depth').filter((data) => depthData.parse(data));
  expect(snapshot).toMatchObject({ snapshot: true });
  const book = { bids: new Map(snapshot!.bids), asks: new Map(snapshot!.asks) };
  let previous = snapshot!.u;
  for (const update of updates.filter((each) => each.u > snapshot!.u)) {
    expect(update.pu).toBe(previous);
    expect(update.U).toBe(previous + 1);
    previous = update.u;
    for (const side of ['bids', 'asks'] as const)
      for (const [price, quantity] of update[side])
        if (quantity === '0') book[side].delete(price);
        else book[side].set(price, quantity);
  }
  expect([...book.bids].sort((a, b) => Number(b[0]) - Number(a[0]))).toEqual(rest.bids);
  expect([...book.asks].sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual(rest.asks);
});

test('W2 deals, kline and ticker follow a trade', async () => {
  const { frames, send } = await connect('public');
  send({ event: 'subscribe', channel: 'deals', params: { symbol: 'ETHUSDT' } });
  send({ event: 'subscribe', channel: 'kline', params: { symbol: 'ETHUSDT', interval: '1m' } });
  send({ event: 'subscribe', channel: 'ticker', params: {} });
  send({ event: 'subscribe', channel: 'ticker', params: { symbol: 'ETHUSDT' } });
  await until(() => dataOf(frames, 'ticker').length >= 2);
  await place(maker, 'SELL', 3400, '1', 'ETHUSDT');
  await place(taker, 'BUY', 3400, '0.25', 'ETHUSDT');
  const deals = await until(() => dataOf<{ deals: object[] }>(frames, 'deals').find((data) => data.deals.length > 0));
  expect(dealsData.parse(deals)).toMatchObject({
    snapshot: false,
    deals: [{ price: '3400', qty: '0.25', isBuyerMaker: false }],
  });
  const kline = await until(() => dataOf<object>(frames, 'kline')[0]);
  expect(klineData.parse(kline)).toMatchObject({
    interval: '1m',
    isFinal: false,
    kline: [expect.any(Number), '3400', '3400', '3400', '3400', '0.25', expect.any(Number), '850', 1, '0.25', '850'],
  });
  const ticker = await until(() =>
    dataOf<TickerData>(frames, 'ticker').find(
      (data) => !data.snapshot && data.tickers.some((each) => each.symbol === 'ETHUSDT' && each.volume === '0.25'),
    ),
  );
  expect(tickerData.parse(ticker).tickers.find((each) => each.symbol === 'ETHUSDT')).toMatchObject({
    lastPrice: '3400',
    askQty: '0.75',
  });
});

test('W1 W2 private channels need a log-in and show only the user’s own data', async () => {
  const { frames, send, closed } = await connect('private');
  send({ event: 'subscribe', channel: 'order', params: {} });
  await until(() => frames.find((frame) => frame.eventResp === 'subscribe'));
  expect(frames[0]).toMatchObject({ data: { result: false } });
  const { data } = await exchange.call<{ token: string }>(
    'POST',
    '/auth-v2/api/v2/auth/token',
    {},
    { token: taker.token },
  );
  send({ event: 'login', params: { token: data.token } });
  const login = await until(() => frames.find((frame) => frame.eventResp === 'login'));
  expect(login).toMatchObject({ data: { result: true } });
  for (const channel of ['order', 'balance', 'user_deal']) send({ event: 'subscribe', channel, params: {} });
  await until(() => dataOf(frames, 'user_deal')[0]);
  expect(balanceData.parse(dataOf(frames, 'balance')[0])).toMatchObject({
    snapshot: true,
    balances: expect.arrayContaining([expect.objectContaining({ asset: 'USDT', wallet: 'SPOT' })]),
  });
  await place(maker, 'SELL', 3410, '1', 'ETHUSDT');
  await place(taker, 'BUY', 3410, '1', 'ETHUSDT');
  const deal = await until(() =>
    dataOf<{ deals: object[] }>(frames, 'user_deal').find((each) => each.deals.length > 0),
  );
  expect(userDealData.parse(deal)).toMatchObject({
    deals: [{ side: 'BUY', isMaker: false }, ...(deal.deals.length > 1 ? [{}] : [])],
  });
  const order = await until(() =>
    dataOf<{ snapshot: boolean; orders: { status: string }[] }>(frames, 'order').find((each) => !each.snapshot),
  );
  expect(orderData.parse(order).orders.at(-1)).toMatchObject({ side: 'BUY', status: 'FILLED' });
  expect(JSON.stringify(frames)).not.toContain('"isMaker":true');

  const conditional = { symbol: 'ETHUSDT', side: 'BUY', type: 'STOP_MARKET', quantity: '0.5', stopPrice: '3420' };
  expect(await exchange.call('POST', '/web/spot/order/place', conditional, { token: taker.token })).toMatchObject({
    code: 0,
  });
  await place(maker, 'SELL', 3420, '20', 'ETHUSDT');
  await place(taker, 'BUY', 3420, '10', 'ETHUSDT');
  const fired = await until(() =>
    dataOf<{ deals: { quantity: string }[] }>(frames, 'user_deal')
      .flatMap(({ deals }) => deals)
      .find(({ quantity }) => quantity === '0.5'),
  );
  expect(fired).toMatchObject({ side: 'BUY', sentBy: 'STOP', ocoId: 0 });
  expect(deal.deals[0]).toMatchObject({ sentBy: null, ocoId: 0 });
  // The log-out ends the sockets that came from the session.
  await exchange.call('POST', '/auth-v2/api/v2/auth/logout', {}, { token: taker.token });
  expect(await closed).toBe(4001);
});
