import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { createGateway, createKeyedSockets, createSocketLimits, openWsApi } from '../index.ts';

interface Reply {
  readonly id: number | null;
  readonly status: number;
  readonly error?: { readonly code: number };
}

/** A request socket whose requests are answered by `answer`; the replies as they come. */
async function connect(answer: () => Promise<unknown>, isAllowed: () => boolean) {
  const api = { weightOf: () => 1, answer };
  const limit = async () => ({ used: 1, allowed: isAllowed(), retryAfterSeconds: 7 });
  const keyed = createKeyedSockets();
  const note = (): void => {};
  const gateway = createGateway({
    note,
    protocols: new Map([['/here', (connection) => openWsApi(connection, api, limit, keyed, note)]]),
    origins: [],
    trustedProxies: [],
    limits: createSocketLimits(false),
    refusalHeaders: {},
  });
  const server = createServer();
  gateway.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/here`);
  onTestFinished(async () => {
    socket.terminate();
    await gateway.close();
    server.close();
  });
  const replies: Reply[] = [];
  socket.on('message', (data: Buffer) => replies.push(JSON.parse(data.toString('utf8')) as Reply));
  const closed = new Promise<string>((resolve) =>
    socket.once('close', (code, reason) => resolve(`${code} ${reason.toString()}`)),
  );
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const send = (id: number): void => socket.send(JSON.stringify({ id, method: 'wait' }));
  return { replies, closed, send };
}

test('FLT-16 of the requests of a connection 500 run at a time; the next is refused at once, and there is room when one ends', async () => {
  const waiting: (() => void)[] = [];
  const { replies, send } = await connect(
    () => new Promise<void>((resolve) => waiting.push(resolve)),
    () => true,
  );
  for (let id = 1; id <= 501; id++) send(id);
  await expect.poll(() => replies).toMatchObject([{ id: 501, status: 503, error: { code: -1008 } }]);
  expect(waiting).toHaveLength(500);
  waiting[0]!();
  await expect.poll(() => replies[1]).toMatchObject({ id: 1, status: 200 });
  send(502);
  await expect.poll(() => waiting).toHaveLength(501);
});

test('FLT-16 whoever goes on after a hundred requests in a row were refused for their weight loses the connection', async () => {
  let isAllowed = false;
  const { replies, closed, send } = await connect(
    async () => 'done',
    () => isAllowed,
  );
  for (let id = 1; id <= 100; id++) send(id);
  await expect.poll(() => replies.length).toBe(100);
  // One that is answered begins the count anew.
  isAllowed = true;
  send(101);
  await expect.poll(() => replies.at(-1)).toMatchObject({ id: 101, status: 200 });
  isAllowed = false;
  for (let id = 102; id <= 202; id++) send(id);
  expect(await closed).toBe('1008 too much request weight used: wait until the next minute');
  expect(replies.filter(({ status, error }) => status === 429 && error?.code === -1003)).toHaveLength(200);
});
