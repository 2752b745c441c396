/** Sockets as an attacker uses them: thousands of connections, of frames, of log-ins. Others must not notice. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { readMessage } from '../../../web/app/live/message-codec.ts';
import { bootExchange, createDatabase, type TestExchange, type TestUser } from '../../exchange.ts';

const PUBLIC = '/web/spot/ws/public';
const PRIVATE = '/web/spot/ws/private';
let exchange: TestExchange;
let databaseUrl: string;
let honest: TestUser;
const opened: WebSocket[] = [];

beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ databaseUrl, environment: { RATE_LIMITS: 'on' } });
  honest = await exchange.createUser({ USDT: '1000' });
});
afterAll(async () => {
  for (const socket of opened) socket.terminate();
  await exchange.close();
});

/** The open socket, or the status that refused it. */
function connect(path: string, localAddress = '127.0.0.1'): Promise<WebSocket | number> {
  const socket = new WebSocket(exchange.url.replace('http', 'ws') + path, { localAddress });
  opened.push(socket);
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

async function must(path: string, localAddress?: string): Promise<WebSocket> {
  const socket = await connect(path, localAddress);
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

test('FLT-16 each name in a message to the message centre counts as a frame, since each is answered', async () => {
  const socket = await must('/ws-old/message?transfer=json&compress=0', '127.0.0.4');
  const frames = framesOf(socket);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const channel = Array.from({ length: 20 }, () => 'x').join(',');
  for (let n = 0; n < 60; n += 1) socket.send(JSON.stringify({ event: 'unsub', params: { channel }, reqId: n }));
  expect(await closed).toBe(1008);
  // 300 frames at once, and 20 a second while they are sent.
  expect(frames.length).toBeGreaterThanOrEqual(200);
  expect(frames.length).toBeLessThanOrEqual(400);
});

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

/** Whoever is not cut by then never is. */
const NEVER_CUT_MS = 20_000;
const closing = (socket: WebSocket): Promise<[number, string]> =>
  new Promise((resolve) => socket.once('close', (code, reason) => resolve([code, reason.toString()])));
const ping = (n: number): string => JSON.stringify({ event: 'ping', reqId: n, ts: n });

test.each([
  ['messages', (socket: WebSocket, n: number) => socket.send(ping(n))],
  ['pings of the protocol', (socket: WebSocket) => socket.ping()],
  ['pongs of the protocol', (socket: WebSocket) => socket.pong()],
] as const)(
  'FLT-16 a connection that floods with %s is cut, and says why',
  async (_kind, send) => {
    const socket = await must(PUBLIC);
    const closed = closing(socket);
    for (let n = 0; n < 5_000; n += 1) send(socket, n);
    expect(await closed).toEqual([1008, 'too many messages']);
  },
  NEVER_CUT_MS,
);

test('FLT-16 a program that pings now and then by the protocol is answered', async () => {
  const socket = await must(PUBLIC);
  const answers: string[] = [];
  socket.on('pong', (data) => answers.push(data.toString()));
  for (let n = 0; n < 100; n += 1) socket.ping(`${n}`);
  await expect.poll(() => answers).toEqual(Array.from({ length: 100 }, (_, n) => `${n}`));
  socket.terminate();
});

test(
  'FLT-16 a message of hundreds of frames ends its connection',
  async () => {
    const socket = await must(PUBLIC);
    const closed = closing(socket);
    for (let n = 0; n < 200; n += 1) socket.send('', { fin: false });
    expect((await closed)[0]).toBe(1008);
  },
  NEVER_CUT_MS,
);

test(
  'FLT-16 the connections of an address that flood together are cut, each of them within its own limit; others go on',
  async () => {
    const honestOne = await must(PUBLIC);
    const frames = framesOf(honestOne);
    // An address of this machine of their own, so that nobody else has their limits.
    const attackers = await Promise.all(Array.from({ length: 60 }, () => must(PUBLIC, '127.0.0.2')));
    const closed: Promise<[number, string]>[] = attackers.map(closing);
    for (let n = 0; n < 250; n += 1) for (const socket of attackers) socket.send(ping(n));
    expect(await Promise.race(closed)).toEqual([1008, 'too many messages']);
    honestOne.send(ping(1));
    await expect.poll(() => frames.length).toBe(1);
    for (const socket of [...attackers, honestOne]) socket.terminate();
  },
  NEVER_CUT_MS,
);

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

test('FLT-16 log-ins without end, with tokens that could be ours, are refused before anything is looked up; an honest log-in and call go on at once', async () => {
  const attackers = await Promise.all(Array.from({ length: 4 }, () => must(PRIVATE)));
  const told = attackers.map(framesOf);
  for (const socket of attackers) for (let n = 0; n < 100; n += 1) socket.send(logIn(`${n}`.padStart(43, 'x')));
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

test('FLT-16 log-ins from many addresses are looked up two at a time: while each takes long, the database answers everybody else', async () => {
  const watcher = new pg.Client({ connectionString: databaseUrl });
  await watcher.connect();
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table exchange_tokens in access exclusive mode');
  const waiting = async (): Promise<number> => {
    const { rows } = await watcher.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and query like '%exchange_tokens%'`,
    );
    return rows[0]!.count;
  };
  const sockets = await Promise.all(Array.from({ length: 20 }, (_, n) => must(PRIVATE, `127.0.1.${n + 1}`)));
  const told = sockets.map(framesOf);
  for (const socket of sockets) socket.send(logIn('x'.repeat(43)));
  await expect.poll(waiting).toBe(2);
  // Twelve connections to the database in all: with each of these log-ins on one of its own, this call would wait with them.
  const answer = await exchange.call('GET', '/web/deposit/list', undefined, { token: honest.token });
  expect([answer.code, await waiting()]).toEqual([0, 2]);
  await holder.query('commit');
  await expect.poll(() => told.flat().filter(({ eventResp }) => eventResp === 'login').length).toBe(20);
  await Promise.all([holder.end(), watcher.end()]);
  for (const socket of sockets) socket.terminate();
});

test('FLT-16 the 501st connection of an address is refused by 429, and there is room again when others leave', async () => {
  const from = '127.0.0.3';
  const all = await Promise.all(Array.from({ length: 530 }, () => connect(PUBLIC, from)));
  const refused = all.filter((one) => typeof one === 'number');
  expect([new Set(refused), refused.length]).toEqual([new Set([429]), 30]);
  for (const one of all.slice(0, 100)) if (typeof one !== 'number') one.terminate();
  await expect.poll(async () => typeof (await connect(PUBLIC, from))).toBe('object');
});

test('FLT-16 in the frames of the message centre a refusal that may pass says in how many seconds', async () => {
  const socket = await must('/ws-old/message?from=trad&compress=2&transfer=pb', '127.0.0.4');
  const told: unknown[] = [];
  socket.on('message', (raw: Buffer) => {
    const bytes = Uint8Array.from(raw).buffer;
    void readMessage(bytes, true).then(({ eventResp, data }) => void (eventResp === 'login' && told.push(data)));
  });
  for (let n = 0; n < 6; n += 1) socket.send(logIn(`wrong ${n}`));
  await expect.poll(() => told.length).toBe(6);
  const sorted = told.toSorted((a, b) => Object.keys(a as object).length - Object.keys(b as object).length);
  expect(sorted[0]).toEqual({ result: false, msg: 'The token is not valid. Ask for a new one.' });
  expect(sorted[5]).toEqual({
    result: false,
    msg: 'Too many log-ins on this connection. Wait some seconds.',
    retryAfter: 5,
  });
  socket.terminate();
});
