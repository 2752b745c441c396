/** Price alerts on a whole exchange: told once for each crossing, by socket and list, whatever is stopped or killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST_PRICE_ALERTS } from '@agio/contracts/alert-limits';
import { REFUSALS } from '@agio/contracts/errors';
import type { FiredAlert, PriceAlert } from '@agio/contracts/http/alerts';
import type { PriceAlertData } from '@agio/contracts/ws/spot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import {
  bootExchange,
  type CalledExchange,
  callExchange,
  createDatabase,
  type TestExchange,
  type TestUser,
} from '../../exchange.ts';
import { startServerProcess } from '../../server-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'agio-alerts-'));
let databaseUrl: string;
let exchange: TestExchange;
let seller: TestUser;
let buyer: TestUser;

const boot = () => bootExchange({ directory, databaseUrl });
beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await boot();
  seller = await exchange.createUser({ BTC: '10', ETH: '10' });
  buyer = await exchange.createUser({ USDT: '1000000' });
  await trade('90000');
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

async function trade(price: string, at: CalledExchange = exchange, symbol = 'BTCUSDT'): Promise<void> {
  const order = { symbol, type: 'LIMIT', price, quantity: '0.01' };
  for (const [{ token }, side] of [
    [seller, 'SELL'],
    [buyer, 'BUY'],
  ] as const)
    expect(await at.call('POST', '/web/spot/order/place', { ...order, side }, { token })).toMatchObject({ code: 0 });
}

const post = <Data>(path: string, body: object, user: TestUser, at: CalledExchange = exchange) =>
  at.call<Data>('POST', `/web/alert/price/${path}`, body, { token: user.token });
async function create(
  price: string,
  more: object = {},
  user = buyer,
  at: CalledExchange = exchange,
): Promise<PriceAlert> {
  const body = { market: 'SPOT', symbol: 'BTCUSDT', direction: 'ABOVE', price, ...more };
  const answer = await post<{ alert: PriceAlert }>('create', body, user, at);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data.alert;
}
const get = async <Data>(path: string, user: TestUser, at: CalledExchange): Promise<Data> =>
  (await at.call<Data>('GET', `/web/alert/price/${path}`, undefined, { token: user.token })).data;
const waiting = async (user = buyer, at: CalledExchange = exchange) =>
  (await get<{ alerts: PriceAlert[] }>('list', user, at)).alerts;
const firedOf = async (alertId: number, user = buyer, at: CalledExchange = exchange) =>
  (await get<{ fired: FiredAlert[] }>('fired?limit=100', user, at)).fired.filter((one) => one.alertId === alertId);

/** Frames of the channel, as they came. */
async function listen(user: TestUser): Promise<{ readonly frames: PriceAlertData[]; readonly close: () => void }> {
  const { token } = (
    await exchange.call<{ token: string }>(
      'POST',
      '/auth-v2/api/v2/auth/token',
      { showUid: true },
      { token: user.token },
    )
  ).data;
  const frames: PriceAlertData[] = [];
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/web/spot/ws/private`);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as { channel: string; reqId: number; data: PriceAlertData };
    if (frame.channel === 'price_alert' && frame.data?.fired) frames.push(frame.data);
    else if (frame.reqId === 1)
      socket.send(JSON.stringify({ event: 'subscribe', channel: 'price_alert', params: {}, reqId: 2 }));
  });
  socket.send(JSON.stringify({ event: 'login', params: { token }, reqId: 1 }));
  // What was written just before may come as news right after the first frame, too.
  await expect.poll(() => frames.length).toBeGreaterThan(0);
  return { frames, close: () => socket.close() };
}

test('a price above and one below are told once, on the socket and in the list, and are gone', async () => {
  const { frames, close } = await listen(buyer);
  expect(frames[0]).toEqual({ snapshot: true, fired: [] });
  const above = await create('90500');
  const below = await create('89500.5', { direction: 'BELOW' });
  expect((await waiting()).map(({ id }) => id)).toEqual([below.id, above.id]);
  await trade('90400');
  await trade('90600');
  await expect.poll(() => frames.length).toBe(2);
  expect(frames[1]).toMatchObject({
    snapshot: false,
    fired: [
      { alertId: above.id, market: 'SPOT', symbol: 'BTCUSDT', direction: 'ABOVE', price: '90500', lastPrice: '90600' },
    ],
  });
  await trade('89000');
  await expect.poll(() => frames.length).toBe(3);
  await trade('91000');
  await trade('89000');
  expect(await waiting()).toEqual([]);
  for (const { id } of [above, below]) expect(await firedOf(id)).toHaveLength(1);
  expect(frames).toHaveLength(3);
  close();
});

test('what was seen of fired alerts is the same on all devices, only moves on, and ends at the newest of one’s own', async () => {
  const mark = async (alertId: number, { token } = buyer) =>
    (
      await exchange.call<{ alertId: number | null }>(
        'POST',
        '/web/user/notifications/seen/update',
        { alertId },
        { token },
      )
    ).data.alertId;
  const alerts = [await create('89300'), await create('88900', { direction: 'BELOW' })];
  await trade('89400');
  await trade('88800');
  await trade('89000');
  const fired = async () => (await get<{ fired: FiredAlert[] }>('fired', buyer, exchange)).fired.map(({ id }) => id);
  // Each of them: what earlier tests left has fired too.
  for (const { id } of alerts) await expect.poll(async () => (await firedOf(id)).length).toBe(1);
  const [newest, former] = await fired();
  expect(await mark(former!)).toBe(former);
  expect(await mark(newest! + 1_000)).toBe(newest);
  expect(await mark(former!)).toBe(newest);
  // Those of somebody else do not count.
  expect(await mark(newest!, seller)).toBeNull();
});

test('one that tells each time waits on, and rests after it told', async () => {
  const alert = await create('89100', { pauseHours: 1 });
  for (const price of ['89200', '89000', '89200']) await trade(price);
  await expect.poll(async () => (await firedOf(alert.id)).length).toBe(1);
  expect(await waiting()).toMatchObject([
    { id: alert.id, pauseHours: 1, lastFiredAt: (await firedOf(alert.id))[0]!.time },
  ]);
  expect(await post('delete', { id: alert.id }, buyer)).toMatchObject({ code: 0 });
});

test('what is asked wrongly is refused by name, and only one’s own is changed', async () => {
  const body = { market: 'SPOT', symbol: 'BTCUSDT', direction: 'ABOVE', price: '95000' };
  const refused = async (change: object) => (await post('create', { ...body, ...change }, buyer)).code;
  expect(await refused({ price: '0' })).toBe(REFUSALS.BAD_REQUEST.code);
  expect(await refused({ price: '95000.000001' })).toBe(REFUSALS.PRICE_TICK.code);
  expect(await refused({ price: '99999999999999999999' })).toBe(REFUSALS.AMOUNT_TOO_LARGE.code);
  expect(await refused({ symbol: 'NOSUCH' })).toBe(REFUSALS.UNKNOWN_MARKET.code);
  expect(await refused({ price: '80000' })).toBe(REFUSALS.ALERT_REACHED.code);
  expect(await refused({ direction: 'BELOW' })).toBe(REFUSALS.ALERT_REACHED.code);
  expect(await refused({ direction: 'BELOW', price: '1' })).toBe(REFUSALS.ALERT_TOO_FAR.code);
  expect(await refused({ price: '9500000' })).toBe(REFUSALS.ALERT_TOO_FAR.code);
  const alert = await create('95000');
  expect(await refused({})).toBe(REFUSALS.ALREADY_EXISTS.code);
  const change = { id: alert.id, direction: 'ABOVE', price: '96000', pauseHours: 24 };
  expect((await post('update', change, seller)).code).toBe(REFUSALS.NOT_FOUND.code);
  expect((await post('delete', { id: alert.id }, seller)).code).toBe(REFUSALS.NOT_FOUND.code);
  expect(await post('update', change, buyer)).toMatchObject({
    code: 0,
    data: { alert: { price: '96000', pauseHours: 24 } },
  });
  expect(await post('delete', { id: alert.id }, buyer)).toMatchObject({ code: 0 });
});

test(`an account holds at most ${MOST_PRICE_ALERTS}, also when they are asked for at once`, async () => {
  const body = { market: 'SPOT', symbol: 'BTCUSDT', direction: 'ABOVE' };
  const answers = await Promise.all(
    Array.from({ length: MOST_PRICE_ALERTS + 5 }, (_, at) =>
      post('create', { ...body, price: String(200_000 + at) }, seller),
    ),
  );
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(MOST_PRICE_ALERTS);
  expect(answers.filter(({ code }) => code === REFUSALS.TOO_MANY_ALERTS.code)).toHaveLength(5);
});

test('a restart neither loses nor doubles: what waited waits, what was told stays told', async () => {
  await trade('90000');
  const told = await create('90100');
  const waits = await create('90300');
  await trade('90200');
  await expect.poll(async () => (await firedOf(told.id)).length).toBe(1);
  await exchange.close();
  exchange = await boot();
  await trade('90250');
  expect(await firedOf(waits.id)).toEqual([]);
  await trade('90300');
  await expect.poll(async () => (await firedOf(waits.id)).length).toBe(1);
  expect(await firedOf(told.id)).toHaveLength(1);
  const { frames, close } = await listen(buyer);
  expect(frames[0]!.fired.filter(({ alertId }) => alertId === waits.id)).toHaveLength(1);
  close();
});

test('FLT-1 a server killed right after the trade that crosses has told of it once when it is back', async () => {
  await exchange.close();
  const start = async () => {
    const server = await startServerProcess({ directory, databaseUrl, environment: { DEMO: '1' } });
    const operatorUrl = server.operatorUrl();
    const { url } = server;
    return { server, at: callExchange({ url, operatorUrl, operatorToken: server.operatorToken(), origin: url }) };
  };
  let { server, at } = await start();
  for (let round = 0; round < 2; round += 1) {
    await trade('90000', at);
    const alert = await create('90010', {}, buyer, at);
    await trade('90020', at);
    await server.kill('SIGKILL');
    ({ server, at } = await start());
    await expect.poll(async () => (await firedOf(alert.id, buyer, at)).length, { timeout: 10_000 }).toBe(1);
    await trade('90000', at);
    await trade('90030', at);
    expect(await firedOf(alert.id, buyer, at)).toHaveLength(1);
  }
  await server.kill('SIGTERM');
  exchange = await boot();
}, 120_000);
