import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import {
  createGateway,
  createKeyedSockets,
  createSiteSockets,
  createSocketLimits,
  openWsApi,
  type Protocol,
} from './index.ts';
import { wireFrame } from './wire-frame.ts';

const silent: Protocol = () => ({ message() {}, closed() {} });

/** A gateway that takes at most `mostSockets` at a time. Answers its port. */
async function listen(mostSockets: number, protocols: Record<string, Protocol> = { '/here': silent }): Promise<number> {
  const gateway = createGateway({
    note: () => {},
    protocols: new Map(Object.entries(protocols)),
    origins: [],
    trustedProxies: [],
    limits: createSocketLimits(false),
    refusalHeaders: {},
    mostSockets,
  });
  const server = createServer();
  gateway.attach(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    await gateway.close();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** From an address of this machine: the socket, or the status that refuses it. */
function connect(port: number, from = '127.0.0.1', path = '/here'): Promise<WebSocket | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { localAddress: from });
    onTestFinished(() => socket.terminate());
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => {});
  });
}

/** A socket that must come in, with what it is told at its end: the code and the reason; empty while it is open. */
async function open(port: number, from: string, path?: string): Promise<{ socket: WebSocket; end: string }> {
  const socket = await connect(port, from, path);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  const opened = { socket, end: '' };
  socket.once('close', (code, reason) => (opened.end = `${code} ${reason.toString()}`));
  return opened;
}

const GAVE_WAY = '1013 all places are taken, and one was needed for another network';

test('FLT-16 when the most sockets are open, the next one gets 503, whatever its address; a closed one makes room', async () => {
  const port = await listen(2);
  const [first, second] = [await connect(port), await connect(port)];
  expect(await connect(port)).toBe(503);
  (first as WebSocket).terminate();
  await expect.poll(async () => typeof (await connect(port))).toBe('object');
  (second as WebSocket).terminate();
});

test('FLT-16 with all places taken by a few networks a newcomer of another one still gets in: the oldest socket of the largest goes', async () => {
  const port = await listen(6);
  const large = [await open(port, '127.40.1.1'), await open(port, '127.40.1.2')];
  large.push(await open(port, '127.40.1.3'), await open(port, '127.40.1.4'));
  const small = [await open(port, '127.40.2.1'), await open(port, '127.40.2.2')];
  const ends = () => [...large, ...small].map(({ end }) => end);
  const newcomer = await open(port, '127.40.3.1');
  await expect.poll(ends).toEqual([GAVE_WAY, '', '', '', '', '']);
  // Three, two and one: the largest network, and one that would only change places with it, get nothing.
  expect([await connect(port, '127.40.1.9'), await connect(port, '127.40.2.9')]).toEqual([503, 503]);
  const second = await open(port, '127.40.3.2');
  await expect.poll(ends).toEqual([GAVE_WAY, GAVE_WAY, '', '', '', '']);
  // Each network has two.
  expect(await connect(port, '127.40.3.3')).toBe(503);
  expect([newcomer.end, second.end]).toEqual(['', '']);
});

test('FLT-16 who asks for a place and does not become a websocket takes nobody’s', async () => {
  const port = await listen(2);
  const both = [await open(port, '127.40.4.1'), await open(port, '127.40.4.2')];
  const broken = get({
    port,
    host: '127.0.0.1',
    path: '/here',
    localAddress: '127.40.5.1',
    headers: { connection: 'upgrade', upgrade: 'websocket' },
  });
  const [answer] = await once(broken, 'response');
  expect(answer.statusCode).toBe(400);
  // No place became free.
  expect(await connect(port, '127.40.4.3')).toBe(503);
  await open(port, '127.40.5.2');
  await expect.poll(() => both.map(({ end }) => end)).toEqual([GAVE_WAY, '']);
});

test('FLT-16 a logged-in socket is kept while an idle stranger’s is there: by a token, or by requests that a key has signed', async () => {
  const site = createSiteSockets({
    channels: [],
    exchangeToken: async () => ({ uid: 7, sessionId: 'session' }),
    liveSessions: async (ids) => new Set(ids),
    limits: createSocketLimits(false),
  });
  const limit = async () => ({ used: 1, allowed: true, retryAfterSeconds: 0 });
  const api: Parameters<typeof openWsApi>[1] = {
    weightOf: () => 1,
    answer: async (_method, _params, asker) => asker.onKey('key'),
  };
  const keyed = createKeyedSockets();
  const port = await listen(3, {
    '/site': (connection) => site.open(connection, true),
    '/requests': (connection) => openWsApi(connection, api, limit, keyed, () => {}),
  });
  const ask = async ({ socket }: { socket: WebSocket }, message: object): Promise<void> => {
    socket.send(JSON.stringify(message));
    await once(socket, 'message');
  };
  const [member, trader, former] = [
    await open(port, '127.40.6.1', '/site'),
    await open(port, '127.40.6.2', '/requests'),
    await open(port, '127.40.6.3', '/site'),
  ];
  await ask(member, { event: 'login', params: { token: 'token' } });
  await ask(trader, { id: 1, method: 'any' });
  await ask(former, { event: 'login', params: { token: 'token' } });
  await ask(former, { event: 'logout' });
  const ends = () => [member, trader, former].map(({ end }) => end);
  await open(port, '127.40.7.1', '/site');
  await expect.poll(ends).toEqual(['', '', GAVE_WAY]);
  // No stranger is left in the largest network: of those who are logged in the first one goes.
  await open(port, '127.40.8.1', '/site');
  await expect.poll(ends).toEqual([GAVE_WAY, '', GAVE_WAY]);
});

test('what was sent before a close arrives, in its order, and nothing after it', async () => {
  const port = await listen(2, {
    '/here': (connection) => ({
      message() {
        connection.sendShared(wireFrame('update'), 'in turn');
        connection.send('answer');
        connection.sendShared(wireFrame('last'), 'in turn');
        connection.close(4001, 'the end');
        connection.send('late');
      },
      closed() {},
    }),
  });
  const client = await open(port, '127.0.0.1');
  const read: string[] = [];
  client.socket.on('message', (data: Buffer) => read.push(data.toString('utf8')));
  client.socket.send('go');
  await expect.poll(() => client.end).toBe('4001 the end');
  expect(read).toEqual(['update', 'answer', 'last']);
});

test('FLT-16 what waits for its turn to be written counts as unread: past a megabyte the connection is cut', async () => {
  const kept: boolean[] = [];
  const port = await listen(2, {
    '/here': (connection) => ({
      message() {
        const frame = wireFrame('x'.repeat(100_000));
        for (let sent = 0; sent < 12; sent += 1) {
          connection.sendShared(frame, 'in turn');
          kept.push(connection.isOpen);
        }
      },
      closed() {},
    }),
  });
  const client = await open(port, '127.0.0.1');
  client.socket.send('go');
  await expect.poll(() => client.end).not.toBe('');
  expect(kept).toEqual([...Array(10).fill(true), false, false]);
});
