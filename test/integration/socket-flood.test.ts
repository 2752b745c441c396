/** Sockets as an attacker uses them: thousands of connections, of frames, of log-ins. Others must not notice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { bootExchange, type TestExchange, type TestUser } from '../exchange.ts';

const PUBLIC = '/web/spot/ws/public';
const PRIVATE = '/web/spot/ws/private';
let exchange: TestExchange;
let honest: TestUser;
const opened: WebSocket[] = [];

beforeAll(async () => {
  exchange = await bootExchange({ environment: { RATE_LIMITS: 'on' } });
  honest = await exchange.createUser({ USDT: '1000' });
});
afterAll(async () => {
  for (const socket of opened) socket.terminate();
  await exchange.close();
});

/** The open socket, or the status that refused it. */
function connect(path: string): Promise<WebSocket | number> {
  const socket = new WebSocket(exchange.url.replace('http', 'ws') + path);
  opened.push(socket);
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

async function must(path: string): Promise<WebSocket> {
  const socket = await connect(path);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

interface Frame {
  readonly eventResp: string;
  readonly data: { readonly result: boolean; readonly msg: string };
}
function framesOf(socket: WebSocket): Frame[] {
  const frames: Frame[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as Frame));
  return frames;
}
/** Each logs in one socket. */
async function exchangeToken(): Promise<string> {
  const session = { token: honest.token };
  return (await exchange.call<{ token: string }>('POST', '/auth-v2/api/v2/auth/token', {}, session)).data.token;
}
const logIn = (token: string): string => JSON.stringify({ event: 'login', params: { token }, reqId: 1 });

test('FLT-16 a page that begins, and one that is busy, meet no limit', async () => {
  const socket = await must(PUBLIC);
  const frames = framesOf(socket);
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 30; n += 1) socket.send(JSON.stringify({ event: 'ping', reqId: n, ts: n }));
    await sleep(300);
  }
  await expect.poll(() => frames.length).toBe(90);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  socket.terminate();
});

test('FLT-16 a connection that floods is cut, and says why', async () => {
  const socket = await must(PUBLIC);
  const closed = new Promise<[number, string]>((resolve) =>
    socket.once('close', (code, reason) => resolve([code, reason.toString()])),
  );
  for (let n = 0; n < 5_000; n += 1) socket.send(JSON.stringify({ event: 'ping', reqId: n, ts: n }));
  expect(await closed).toEqual([1008, 'too many messages']);
});

test('FLT-16 a user has at most 50 connections, of both kinds of sockets together', async () => {
  const refused: string[] = [];
  const all: WebSocket[] = [];
  for (let n = 0; n < 51; n += 1) {
    const socket = await must(n % 2 === 0 ? PRIVATE : '/futures/ws/private');
    all.push(socket);
    const frames = framesOf(socket);
    socket.send(logIn(await exchangeToken()));
    await expect.poll(() => frames.some(({ eventResp }) => eventResp === 'login')).toBe(true);
    const told = frames.find(({ eventResp }) => eventResp === 'login')!.data;
    if (!told.result) refused.push(told.msg);
  }
  expect(refused).toEqual(['You have as many connections open as one may have. Close one.']);
  for (const socket of all) socket.terminate();
  await sleep(200);
});

test('FLT-16 a program may take all 200 subscriptions of a connection at once', async () => {
  const socket = await must(PUBLIC);
  const frames = framesOf(socket);
  for (let n = 0; n < 200; n += 1)
    socket.send(JSON.stringify({ event: 'subscribe', channel: 'depth', params: { symbol: `NO${n}USDT` }, reqId: n }));
  await expect.poll(() => frames.filter(({ eventResp }) => eventResp === 'subscribe').length).toBe(200);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  socket.terminate();
});

test('FLT-16 log-ins without end are refused before anything is looked up; an honest log-in and call go on at once', async () => {
  const attackers = await Promise.all(Array.from({ length: 4 }, () => must(PRIVATE)));
  const told = attackers.map(framesOf);
  for (const socket of attackers) for (let n = 0; n < 100; n += 1) socket.send(logIn(`wrong ${n}`));
  const askedAt = performance.now();
  const answer = await exchange.call('GET', '/web/spot/account/balances', undefined, { token: honest.token });
  expect([answer.code, performance.now() - askedAt < 1_000]).toEqual([0, true]);
  await expect.poll(() => told.flat().filter(({ eventResp }) => eventResp === 'login').length).toBe(400);
  const late = told[0]!.filter(({ data }) => data.msg.startsWith('Too many log-ins'));
  expect(late.length).toBeGreaterThanOrEqual(94);

  const socket = await must(PRIVATE);
  const frames = framesOf(socket);
  socket.send(logIn(await exchangeToken()));
  await expect.poll(() => frames.find(({ eventResp }) => eventResp === 'login')?.data.result).toBe(true);
  for (const one of [...attackers, socket]) one.terminate();
});

test('FLT-16 the 201st connection of an address is refused by 429, and there is room again when others leave', async () => {
  await sleep(200);
  const all = await Promise.all(Array.from({ length: 230 }, () => connect(PUBLIC)));
  const refused = all.filter((one) => typeof one === 'number');
  expect([new Set(refused), refused.length]).toEqual([new Set([429]), 30]);
  for (const one of all.slice(0, 100)) if (typeof one !== 'number') one.terminate();
  await expect.poll(async () => typeof (await connect(PUBLIC))).toBe('object');
});
