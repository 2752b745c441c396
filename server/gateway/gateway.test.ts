import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { createGateway, createSocketLimits } from './index.ts';

test('FLT-16 when the most sockets are open, the next one gets 503, whatever its address; a closed one makes room', async () => {
  const gateway = createGateway({
    note: () => {},
    protocols: new Map([['/here', () => ({ message() {}, closed() {} })]]),
    origins: [],
    trustedProxies: [],
    limits: createSocketLimits(false),
    refusalHeaders: {},
    mostSockets: 2,
  });
  const server = createServer();
  gateway.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connect = (): Promise<WebSocket | number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/here`);
      socket.once('open', () => resolve(socket));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => {});
    });
  const [first, second] = [await connect(), await connect()];
  expect(await connect()).toBe(503);
  (first as WebSocket).terminate();
  await expect.poll(async () => typeof (await connect())).toBe('object');
  (second as WebSocket).terminate();
  await gateway.close();
  server.close();
});
