/** Who is told that a market stops and opens again: those who hold something in it, once, and nobody else. */
import type { DataOf } from '@agio/contracts/calls';
import type { MarketStatusData } from '@agio/contracts/ws/spot';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { bootExchange, createDatabase, execute, type TestExchange, type TestUser } from '../../exchange.ts';
import { until } from '../../until.ts';

type Changes = DataOf<'GET /web/alert/market-status/list'>['changes'];

const directory = mkdtempSync(join(tmpdir(), 'agio-statuses-'));
let databaseUrl: string;
let exchange: TestExchange;
const boot = (): Promise<TestExchange> =>
  bootExchange({ directory, databaseUrl, environment: { INDEX_SOURCES: 'demo' } });
beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await boot();
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

let keys = 0;
async function done<Data>(user: TestUser, path: string, body: object): Promise<Data> {
  const headers = { 'idempotency-key': `statuses-${(keys += 1)}` };
  const answer = await exchange.call<Data>('POST', path, body, { token: user.token, headers });
  expect(answer, JSON.stringify([body, answer])).toMatchObject({ code: 0 });
  return answer.data;
}
const changesOf = async ({ token }: TestUser): Promise<Changes> =>
  (await exchange.call<{ changes: Changes }>('GET', '/web/alert/market-status/list', undefined, { token })).data
    .changes;
const toldTo = async (user: TestUser): Promise<string[]> =>
  (await changesOf(user)).map(({ market, symbol, status }) => `${market} ${symbol} ${status}`);
const setMarket = (status: string, symbol = 'BTCUSDT') =>
  exchange.operate('/operator/market/status', { symbol, status });
const setContract = (status: string, symbol = 'SOLUSDT') =>
  exchange.operate('/operator/contract/status', { symbol, status });
const markOf = (contract: string): Promise<number> =>
  until(async () => {
    type Tickers = DataOf<'GET /futures/market/tickers/aggregate'>;
    const { data } = await exchange.call<Tickers>('GET', '/futures/market/tickers/aggregate');
    const price = Number(data.tickers.find(({ symbol }) => symbol === contract)?.markPrice ?? 0);
    return price > 0 ? price : undefined;
  });

test('A8 B1 who has an open order, a waiting one or a position in a market is told of its halt and its end, nobody else', async () => {
  const [ordered, waiting, gone, other] = [
    await exchange.createUser({ USDT: '1000' }),
    await exchange.createUser({ BTC: '1' }),
    await exchange.createUser({ USDT: '1000' }),
    await exchange.createUser({ USDT: '1000', ETH: '1' }),
  ];
  const bid = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price: '50000', quantity: '0.01' };
  await done(ordered, '/web/spot/order/place', bid);
  const stop = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_MARKET', stopPrice: '100', quantity: '0.1' };
  await done(waiting, '/web/spot/order/place', stop);
  const { order } = await done<{ order: { orderId: number } }>(gone, '/web/spot/order/place', bid);
  await done(gone, '/web/spot/order/cancel', { symbol: 'BTCUSDT', orderId: order.orderId });
  await done(other, '/web/spot/order/place', { ...bid, symbol: 'ETHUSDT', price: '1000' });
  // Positions: both sides of one trade.
  const traders = [await exchange.createUser({ USDT: '5000' }), await exchange.createUser({ USDT: '5000' })] as const;
  const mark = await markOf('SOLUSDT');
  for (const [at, user] of traders.entries()) {
    await done(user, '/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '5000' });
    const side = at === 0 ? 'SELL' : 'BUY';
    const limit = { symbol: 'SOLUSDT', side, type: 'LIMIT', price: mark.toFixed(2), quantity: '5' };
    await done(user, '/futures/order/place', limit);
  }
  for (const status of ['HALTED', 'TRADING']) expect(await setMarket(status)).toMatchObject({ code: 0 });
  for (const status of ['CANCEL_ONLY', 'OPEN']) expect(await setContract(status)).toMatchObject({ code: 0 });
  const ofMarket = ['SPOT BTCUSDT TRADING', 'SPOT BTCUSDT HALTED'];
  const ofContract = ['FUTURES SOLUSDT OPEN', 'FUTURES SOLUSDT CANCEL_ONLY'];
  for (const user of [ordered, waiting]) await expect.poll(() => toldTo(user)).toEqual(ofMarket);
  for (const user of traders) await expect.poll(() => toldTo(user)).toEqual(ofContract);
  for (const user of [gone, other]) expect(await toldTo(user)).toEqual([]);

  // Nobody is told twice after a restart, nor when the log is read again.
  const before = await changesOf(ordered);
  await exchange.close();
  await execute(databaseUrl, 'update projection_position set seq = 0', []);
  exchange = await boot();
  expect(await setMarket('MAINTENANCE')).toMatchObject({ code: 0 });
  await expect.poll(async () => (await changesOf(ordered)).slice(1)).toEqual(before);
  expect((await changesOf(ordered))[0]).toMatchObject({ status: 'MAINTENANCE' });
});

/** The first frame of the channel, as a page gets it that subscribes now. */
async function firstFrame({ token }: TestUser): Promise<MarketStatusData> {
  const login = await exchange.call<{ token: string }>(
    'POST',
    '/auth-v2/api/v2/auth/token',
    { showUid: true },
    { token },
  );
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/web/spot/ws/private`);
  await new Promise((resolve) => socket.once('open', resolve));
  const first = Promise.withResolvers<MarketStatusData>();
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as { channel: string; reqId: number; data: MarketStatusData };
    if (frame.channel === 'market_status' && frame.data?.changes) first.resolve(frame.data);
    else if (frame.reqId === 1)
      socket.send(JSON.stringify({ event: 'subscribe', channel: 'market_status', params: {}, reqId: 2 }));
  });
  socket.send(JSON.stringify({ event: 'login', params: { token: login.data.token }, reqId: 1 }));
  const frame = await first.promise;
  socket.close();
  return frame;
}

test('A8 whoever subscribes after a halt has it in the first frame, newest first, and nobody else has', async () => {
  const [waiting, other] = [await exchange.createUser({ BTC: '1' }), await exchange.createUser({ BTC: '1' })];
  expect(await setMarket('TRADING')).toMatchObject({ code: 0 });
  const stop = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_MARKET', stopPrice: '100', quantity: '0.1' };
  await done(waiting, '/web/spot/order/place', stop);
  for (const status of ['HALTED', 'TRADING']) expect(await setMarket(status)).toMatchObject({ code: 0 });
  await expect.poll(() => toldTo(waiting)).toHaveLength(2);
  expect(await firstFrame(waiting)).toEqual({ snapshot: true, changes: await changesOf(waiting) });
  expect(await firstFrame(other)).toEqual({ snapshot: true, changes: [] });
});

test('A8 B1 whose order is filled in part is told that its market is delisted or its contract settled, and whose is filled at a reopening hears of it', async () => {
  const [delisted, filled, seller] = [
    await exchange.createUser({ USDT: '5000' }),
    await exchange.createUser({ USDT: '5000' }),
    await exchange.createUser({ ETH: '10', SOL: '10' }),
  ];
  const limit = { type: 'LIMIT', quantity: '1' };
  const [mark, ofSol] = [await markOf('ETHUSDT'), (await markOf('SOLUSDT')).toFixed(2)];
  await done(delisted, '/web/spot/order/place', { ...limit, symbol: 'ETHUSDT', side: 'BUY', price: mark.toFixed(2) });
  const half = { ...limit, side: 'SELL', quantity: '0.5', timeInForce: 'IOC' };
  await done(seller, '/web/spot/order/place', { ...half, symbol: 'ETHUSDT', price: mark.toFixed(2) });
  expect(await setMarket('DELISTED', 'ETHUSDT')).toMatchObject({ code: 0 });
  await expect.poll(() => toldTo(delisted)).toEqual(['SPOT ETHUSDT DELISTED']);

  await done(filled, '/web/spot/order/place', { ...limit, symbol: 'SOLUSDT', side: 'BUY', price: ofSol });
  for (const status of ['HALTED', 'TRADING']) expect(await setMarket(status, 'SOLUSDT')).toMatchObject({ code: 0 });
  await done(seller, '/web/spot/order/place', { ...limit, symbol: 'SOLUSDT', side: 'SELL', price: ofSol });
  await expect.poll(() => toldTo(filled)).toEqual(['SPOT SOLUSDT TRADING', 'SPOT SOLUSDT HALTED']);
  // The seller came after it opened.
  expect(await toldTo(seller)).toEqual([]);

  // An order of a contract without a position: what its filled part opened is closed again.
  const [settled, first, second] = [
    await exchange.createUser({ USDT: '5000' }),
    await exchange.createUser({ USDT: '5000' }),
    await exchange.createUser({ USDT: '5000' }),
  ];
  for (const user of [settled, first, second])
    await done(user, '/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '5000' });
  const order = { symbol: 'ETHUSDT', type: 'LIMIT', price: mark.toFixed(1) };
  await done(settled, '/futures/order/place', { ...order, side: 'BUY', quantity: '0.5' });
  await done(first, '/futures/order/place', { ...order, side: 'SELL', quantity: '0.2' });
  const better = { ...order, price: (mark * 1.001).toFixed(1), quantity: '0.2' };
  await done(second, '/futures/order/place', { ...better, side: 'BUY' });
  await done(settled, '/futures/order/place', { ...better, side: 'SELL' });
  expect(await setContract('SETTLED', 'ETHUSDT')).toMatchObject({ code: 0 });
  for (const user of [settled, first, second])
    await expect.poll(() => toldTo(user)).toEqual(['FUTURES ETHUSDT SETTLED']);
});
