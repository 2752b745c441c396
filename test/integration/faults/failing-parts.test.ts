/**
 * Parts of a running exchange that are not money are broken from within, by damage to what they hold in memory: nothing of that
 * ends the process, the figures name the part, and it goes on when the damage is gone.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { createDatabase, bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let maker: TestUser;
let taker: TestUser;

beforeAll(async () => {
  exchange = await bootExchange({ databaseUrl: await createDatabase() });
  maker = await exchange.createUser({ USDT: '100000', BTC: '5' });
  taker = await exchange.createUser({ USDT: '100000', BTC: '5' });
});
afterAll(() => exchange?.close());

async function failuresOf(part: string): Promise<number> {
  const answer = await fetch(`${exchange.url}/metrics`, {
    headers: { authorization: `Bearer ${exchange.exchange.config.operatorToken}` },
  });
  const line = (await answer.text()).split('\n').find((each) => each.includes(`background_failures{part="${part}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

async function place(user: TestUser, side: 'BUY' | 'SELL', price: number): Promise<string> {
  const order = { symbol: 'BTCUSDT', side, type: 'LIMIT', timeInForce: 'GTC', price, quantity: '0.01' };
  const { status, body } = await exchange.signed<{ status: string }>(user, 'POST', '/api/v3/order', order);
  expect(status).toBe(200);
  return body.status;
}

async function depth(): Promise<{ bids: [string, string][]; asks: [string, string][] }> {
  return (await exchange.call<never>('GET', '/web/spot/depth?symbol=BTCUSDT')).data;
}

interface Frame {
  readonly channel: string;
  readonly data: {
    readonly snapshot?: boolean;
    readonly symbol?: string;
    readonly u: number;
    readonly pu: number;
  } | null;
}

async function listen(
  path: string,
  requests: readonly (readonly [string, object])[],
): Promise<{ frames: Frame[]; close(): void }> {
  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}${path}`);
  const frames: Frame[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as Frame));
  await new Promise((resolve) => socket.once('open', resolve));
  for (const [channel, params] of requests) socket.send(JSON.stringify({ event: 'subscribe', channel, params, ts: 0 }));
  await expect.poll(() => frames.filter(({ data }) => data?.snapshot).length).toBe(requests.length);
  return { frames, close: () => socket.terminate() };
}

test('FLT-20 a book in memory that cannot be changed is noted and read anew from the engine; orders are answered all the while', async () => {
  const { book } = exchange.exchange.modules.markets.live.markets.get('BTCUSDT')!;
  Object.freeze(book.bids);
  expect(await place(maker, 'BUY', 90_000)).toBe('NEW');
  expect(await place(maker, 'BUY', 90_001)).toBe('NEW');
  expect(await place(maker, 'SELL', 99_000)).toBe('NEW');
  expect(await failuresOf('live books')).toBeGreaterThan(0);
  await expect.poll(depth).toMatchObject({
    bids: [
      ['90001', '0.01'],
      ['90000', '0.01'],
    ],
    asks: [['99000', '0.01']],
  });
  expect(await place(maker, 'BUY', 90_002)).toBe('NEW');
  expect((await depth()).bids[0]).toEqual(['90002', '0.01']);
});

test('FLT-20 a market that cannot be shown keeps its own frames back, not those of others, and goes on afterwards', async () => {
  const { contracts } = exchange.exchange.modules.futures.live;
  const [broken] = [...contracts.values()];
  const listening = await listen('/futures/ws/public', [['network_status', {}]]);
  const { view } = broken!;
  Object.defineProperty(broken, 'view', {
    configurable: true,
    get() {
      throw new Error('no rules');
    },
  });
  await expect.poll(() => failuresOf('futures channels')).toBeGreaterThan(2);
  const before = listening.frames.length;
  await expect.poll(() => listening.frames.length, { timeout: 5_000 }).toBeGreaterThan(before);
  expect(await place(taker, 'SELL', 98_000)).toBe('NEW');
  Object.defineProperty(broken, 'view', { configurable: true, writable: true, value: view });
  const after = await failuresOf('futures channels');
  await new Promise((resolve) => void setTimeout(resolve, 500));
  expect(await failuresOf('futures channels')).toBe(after);
  listening.close();
});
