/** The database is cut off while the exchange runs: who is signed in goes on trading; what needs the database says so. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { missing } from '../../missing-headers.ts';
import { bootExchange, createDatabase, type TestExchange, type TestUser } from '../../exchange.ts';

const SOCKET = '.s.PGSQL.5432';
const directory = mkdtempSync(join(tmpdir(), 'agio-away-'));
const open = new Set<Socket>();
let realSocket: string;
let proxy: Server;
let exchange: TestExchange;
let trader: TestUser;
let idle: TestUser;
let seller: TestUser;

/** A way to the database that can be cut, or swallow everything. */
async function openWay(): Promise<void> {
  proxy = createServer((near) => {
    const far = connect(realSocket);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.pipe(other);
      socket.on('error', () => {});
      socket.on('close', () => (open.delete(socket), other.destroy()));
    }
  });
  await new Promise<void>((resolve) => proxy.listen(join(directory, SOCKET), resolve));
}

/** Accepts connections and never answers. */
const hold = (socket: Socket): void => void socket.pause();

async function cutWay(): Promise<void> {
  const closed = new Promise((resolve) => proxy.close(resolve));
  for (const socket of open) socket.destroy();
  await closed;
}

beforeAll(async () => {
  const url = await createDatabase();
  const host = decodeURIComponent(/host=([^&]+)/.exec(url)![1]!);
  realSocket = join(host, SOCKET);
  await openWay();
  exchange = await bootExchange({ databaseUrl: url.replace(/host=[^&]+/, `host=${encodeURIComponent(directory)}`) });
  trader = await exchange.createUser({ USDT: '100000', BTC: '1' });
  idle = await exchange.createUser({ USDT: '1' });
  seller = await exchange.createUser({ BTC: '1' });
});
afterAll(async () => {
  await exchange?.close();
  await cutWay();
  rmSync(directory, { recursive: true, force: true });
});

const order = { symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', price: '95000', quantity: '0.01' };
const balances = (user: TestUser) =>
  exchange.call('GET', '/web/spot/account/balances', undefined, { token: user.token });

test('FLT-9 without its database the exchange takes orders of who is signed in, and answers 503 where it needs SQL', async () => {
  // The first request of a user needs SQL, so both are made known before it goes away.
  expect((await exchange.signed(seller, 'POST', '/api/v3/order', order)).status).toBe(200);
  expect((await balances(trader)).code).toBe(0);
  expect((await exchange.signed(trader, 'GET', '/api/v3/account')).status).toBe(200);
  // A reader of candles that no memory holds must not bring the channels down.
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/web/spot/ws/public`);
  const frames: { channel: string; data: { deals?: unknown[]; snapshot?: boolean } }[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as never));
  await new Promise((resolve) => socket.once('open', resolve));
  for (const [channel, params] of [
    ['kline', { symbol: 'BTCUSDT', interval: '1M' }],
    ['deals', { symbol: 'BTCUSDT' }],
  ] as const)
    socket.send(JSON.stringify({ event: 'subscribe', channel, params, reqId: channel, ts: 0 }));
  await expect.poll(() => frames.some(({ channel, data }) => channel === 'deals' && data.snapshot)).toBe(true);

  await cutWay();
  // Long enough for cached reads to become stale.
  await sleep(1_200);
  const taken = await exchange.signed<{ status: string }>(trader, 'POST', '/api/v3/order', { ...order, side: 'BUY' });
  expect(taken).toMatchObject({ status: 200, body: { status: 'FILLED' } });
  for (let more = 0; more < 4; more += 1) {
    expect((await exchange.signed(seller, 'POST', '/api/v3/order', order)).status).toBe(200);
    const bought = await exchange.signed<{ status: string }>(trader, 'POST', '/api/v3/order', {
      ...order,
      side: 'BUY',
    });
    expect(bought.body.status).toBe('FILLED');
  }
  expect((await balances(trader)).code).toBe(0);
  await expect.poll(() => frames.some(({ channel, data }) => channel === 'deals' && !data.snapshot)).toBe(true);

  const unknownKey = await fetch(`${exchange.url}/api/v3/historicalTrades?symbol=BTCUSDT`, {
    headers: { 'x-mbx-apikey': idle.apiKey },
  });
  expect(unknownKey.status).toBe(503);
  expect(unknownKey.headers.get('retry-after')).toBe('1');
  expect(missing(unknownKey.headers)).toEqual([]);
  expect(await unknownKey.json()).toMatchObject({ code: -1008 });
  expect(await balances(idle)).toMatchObject({ code: 503 });
  const history = await exchange.call('GET', '/web/spot/order/fills', undefined, { token: trader.token });
  expect(history.code).toBe(503);

  await openWay();
  await expect.poll(async () => (await balances(idle)).code, { timeout: 10_000 }).toBe(0);
  const fillsOf = async (user: TestUser): Promise<number> =>
    (await exchange.call<{ total: number }>('GET', '/web/spot/order/fills', undefined, { token: user.token })).data
      ?.total;
  // All five trades of the time without rows, once each, on both sides.
  for (const user of [trader, seller]) await expect.poll(() => fillsOf(user), { timeout: 10_000 }).toBe(5);
  await sleep(1_500);
  expect([await fillsOf(trader), await fillsOf(seller)]).toEqual([5, 5]);
  socket.terminate();
});

test('FLT-9 a database that hangs is noticed within seconds: the exchange says so, trades on, and comes back by itself', async () => {
  for (const socket of open) socket.pause();
  proxy.on('connection', hold);
  const ready = async (): Promise<number> => (await fetch(`${exchange.url}/readyz`)).status;
  await expect.poll(ready, { timeout: 10_000 }).toBe(503);
  const unready = await fetch(`${exchange.url}/readyz`);
  expect(['ATK-12', missing(unready.headers)]).toEqual(['ATK-12', []]);
  expect(await exchange.call('GET', '/web/api/v1/common/status')).toMatchObject({ data: { status: 'NOT_READY' } });
  const askedAt = Date.now();
  const history = await exchange.call('GET', '/web/spot/order/fills', undefined, { token: trader.token });
  expect([history.code, Date.now() - askedAt < 2_500]).toEqual([503, true]);
  expect((await exchange.signed(trader, 'POST', '/api/v3/order', { ...order, side: 'BUY' })).status).toBe(200);
  proxy.off('connection', hold);
  for (const socket of open) socket.resume();
  await expect.poll(ready, { timeout: 20_000 }).toBe(200);
  const fills = (): Promise<{ code: number }> =>
    exchange.call('GET', '/web/spot/order/fills', undefined, { token: trader.token });
  await expect.poll(async () => (await fills()).code, { timeout: 20_000 }).toBe(0);
});

test('a stop while the database is away ends all the same, and the log says that an upgrade of the rules has to wait', async () => {
  await cutWay();
  const taken = await exchange.signed(trader, 'POST', '/api/v3/order', { ...order, side: 'BUY' });
  expect(taken.status).toBe(200);
  const startedAt = Date.now();
  await exchange.exchange.close();
  expect(Date.now() - startedAt).toBeLessThan(12_000);
  const log = (): string => readFileSync(join(exchange.directory, 'agio.log'), 'utf8');
  await expect.poll(log).toContain('the projections did not catch up with the journal');
  await openWay();
});
