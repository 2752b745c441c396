/** Floods of plain HTTP as one address sends them: many pages at once, requests ahead of their turn, paths without end. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RENDER_WEIGHT } from '../../../server/http/guard/rate-limit.ts';
import { bootExchange, type TestExchange } from '../../exchange.ts';
import { type Answer, sendFrom, usedWeight } from '../../send-from.ts';

const LIMIT = 6_000;
const hasPages = existsSync(join(import.meta.dirname, '../../../web/build/server/index.js'));
let exchange: TestExchange;
beforeAll(async () => void (exchange = await bootExchange({ environment: { RATE_LIMITS: 'on' } })));
afterAll(() => exchange?.close());

/** Each on a connection of its own, unless an agent keeps one. */
const get = (path: string, from: string, agent = new Agent()): Promise<Answer> =>
  sendFrom({ from, url: exchange.url + path, headers: { accept: 'text/html' }, agent });
const usedBy = async (from: string): Promise<number> => usedWeight(await get('/api/v3/ping', from));

const asking = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n\r\n`;
/** A page that is not cached. */
const UNKEPT = '/login';

test.skipIf(!hasPages)(
  'FLT-16 two thousand pages asked for in one packet: the connection is cut after the first',
  async () => {
    const from = '127.41.1.1';
    const socket = connect({ port: exchange.port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(asking(UNKEPT).repeat(2_000));
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(await usedBy(from)).toBeLessThan(3 * RENDER_WEIGHT);
  },
);

/** Asks for a path from each of these addresses, all in one go; the answers in the order in which they came. */
async function askAtOnce(path: string, addresses: readonly string[]) {
  const order: { readonly from: string; readonly status: number }[] = [];
  const open = async (from: string): Promise<Socket> => {
    const socket = connect({ port: exchange.port, host: '127.0.0.1', localAddress: from });
    socket.once('data', (chunk: Buffer) =>
      order.push({ from, status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1]) }),
    );
    await once(socket, 'connect');
    return socket;
  };
  const sockets = await Promise.all(addresses.map(open));
  // The server takes connections one after the other, and reads all that stand in one go.
  await sleep(500);
  for (const socket of sockets) socket.write(asking(path));
  await expect.poll(() => order.length, { timeout: 60_000 }).toBe(sockets.length);
  for (const socket of sockets) socket.destroy();
  return order;
}

test.skipIf(!hasPages)(
  'FLT-16 three hundred pages asked for at once: most are refused and told to wait, and another address has its page after a few of them',
  async () => {
    // On a busy machine the server may read the flood in parts, with the other address in the last one: then it is tried again.
    let share = 1;
    for (let attempt = 1; attempt <= 4 && share > 0.5; attempt += 1) {
      const [flood, other] = [`127.41.2.${attempt}`, `127.41.3.${attempt}`];
      const order = await askAtOnce(UNKEPT, [...Array.from({ length: 300 }, () => flood), other]);
      const made = order.filter(({ status }) => status === 200);
      expect(order.filter(({ status }) => status === 429).length).toBe(order.length - made.length);
      expect(made.length).toBeGreaterThan(40);
      expect(made.length).toBeLessThanOrEqual(LIMIT / RENDER_WEIGHT + 1);
      const turn = made.findIndex(({ from }) => from === other);
      expect(turn).toBeGreaterThanOrEqual(0);
      share = turn / made.length;
    }
    expect(share).toBeLessThanOrEqual(0.5);
  },
);

test('FLT-16 a path of more than a thousand letters is refused before it is looked at, and past the limit as well', async () => {
  const from = '127.41.4.1';
  const agent = new Agent({ keepAlive: true });
  const answer = await get(`/en-us/${'aB/'.repeat(400)}`, from, agent);
  agent.destroy();
  expect(answer).toMatchObject({ status: 414, text: expect.stringContaining('at most 1000 letters') });
  // To a reader in words, to a program as all refusals are.
  expect(['connection', 'content-type'].map((name) => answer.headers.get(name))).toEqual([
    'close',
    'text/plain; charset=utf-8',
  ]);
  const call = await sendFrom({ from: '127.41.4.2', url: `${exchange.url}/${'aB/'.repeat(400)}` });
  expect(JSON.parse(call.text)).toMatchObject({ code: 414, data: null });
  expect(await usedBy(from)).toBe(1);
  // The query does not count as part of the path.
  expect((await get(`/market?x=${'y'.repeat(2_000)}`, from)).status).not.toBe(414);
});

test.skipIf(!hasPages)(
  'FLT-16 the router’s question which pages there are draws no page: there is no such call',
  async () => {
    const from = '127.41.5.1';
    expect(await get('/__manifest?p=%2Fmarket', from)).toMatchObject({
      status: 404,
      text: expect.stringContaining('There is no call'),
    });
    expect(await usedBy(from)).toBeLessThan(RENDER_WEIGHT);
  },
);

test('FLT-16 a refused client also loses its connection: each further try needs a new one, whose number is limited', async () => {
  const from = '127.41.6.1';
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const heaviest = '/api/v3/depth?symbol=BTCUSDT&limit=5000';
  let kept = 0;
  for (let tries = 0; ; tries += 1) {
    const answer = await get(heaviest, from, agent);
    if (answer.status === 429) {
      expect(answer.headers.get('connection')).toBe('close');
      break;
    }
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'keep-alive']);
    kept += 1;
    expect(tries).toBeLessThan(2_000);
  }
  expect(kept).toBeGreaterThan(10);
  agent.destroy();
});
