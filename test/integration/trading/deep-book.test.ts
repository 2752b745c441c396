/** Books of more levels than a first frame may hold: a reader is told the best of them, and not the whole again and again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { DEPTH_LEVELS } from '@agio/contracts/ws/depth';
import type { DepthData } from '@agio/contracts/ws/spot';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

const symbol = 'BTCUSDT';
const MAKERS = 12;
/** Within what one person may place in ten seconds. */
const ORDERS_EACH = 90;
const SLOW = { timeout: 15_000 };
let exchange: TestExchange;
let makers: TestUser[];
let mark: number;

beforeAll(async () => {
  exchange = await bootExchange({ environment: { RATE_LIMITS: 'on', INDEX_SOURCES: 'demo' } });
  // One after the other: the passwords that are hashed at once for one address are limited.
  makers = [];
  while (makers.length < MAKERS) makers.push(await exchange.createUser({ USDT: '40000' }));
  mark = await firstMark();
  for (const { token } of makers)
    await exchange.call(
      'POST',
      '/web/account/transfer',
      { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '20000' },
      { token },
    );
});
afterAll(() => exchange?.close());

async function firstMark(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const { data } = await exchange.call<{ tickers: { symbol: string; markPrice: string }[] }>(
      'GET',
      '/futures/market/tickers/aggregate',
    );
    const price = Number(data.tickers.find((ticker) => ticker.symbol === symbol)!.markPrice);
    if (price > 0) return price;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the contract got no mark within 20 s');
}

const bid = (n: number): string => (Math.round(mark * 0.98) - n).toFixed(2);

/** Each at a different price, below all asks. */
async function fill(path: string): Promise<void> {
  const placed = await Promise.all(
    makers.map(async ({ token }, maker) => {
      const codes: number[] = [];
      for (let n = 0; n < ORDERS_EACH; n += 1) {
        const price = bid(maker * ORDERS_EACH + n);
        const order = { symbol, side: 'BUY', type: 'LIMIT', price, quantity: '0.001', leverage: 10 };
        codes.push((await exchange.call('POST', path, order, { token })).code);
      }
      return codes;
    }),
  );
  expect(new Set(placed.flat())).toEqual(new Set([0]));
}

interface Frame {
  readonly channel: string;
  readonly eventResp: string;
  readonly data: DepthData & { readonly result?: boolean; readonly msg?: string; readonly retryAfter?: number };
}

async function connect(path: string): Promise<{ socket: WebSocket; frames: Frame[] }> {
  const socket = new WebSocket(exchange.url.replace('http', 'ws') + path);
  const frames: Frame[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as Frame));
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return { socket, frames };
}

describe.each([
  ['spot', '/web/spot/order', '/web/spot/ws/public'],
  ['futures', '/futures/order', '/futures/ws/public'],
] as const)('FLT-16 the book of %s', (_product, calls, path) => {
  const subscribe = JSON.stringify({ event: 'subscribe', channel: 'depth', params: { symbol }, reqId: 1 });

  test('a first frame holds the best thousand levels of a side, and changes follow it without a gap', async () => {
    await fill(`${calls}/place`);
    const { socket, frames } = await connect(path);
    socket.send(subscribe);
    await expect.poll(() => frames.some((frame) => frame.data.snapshot), SLOW).toBe(true);
    const { data } = frames.find((frame) => frame.data.snapshot)!;
    expect(data.bids.map(([price]) => Number(price))).toEqual(
      Array.from({ length: DEPTH_LEVELS }, (_, n) => Number(bid(n))),
    );
    expect(MAKERS * ORDERS_EACH).toBeGreaterThan(DEPTH_LEVELS);
    await exchange.call('POST', `${calls}/cancel-all`, { symbol }, { token: makers[0]!.token });
    // Changes gathered before the snapshot arrive after it, and are dropped.
    const changed = (): DepthData[] =>
      frames.flatMap((frame) => (frame.data.snapshot === false && frame.data.u > data.u ? [frame.data] : []));
    await expect.poll(() => changed().flatMap(({ bids }) => bids), SLOW).toHaveLength(ORDERS_EACH);
    const changes = changed();
    expect(changes.map(({ pu }) => pu)).toEqual([data.u, ...changes.slice(0, -1).map(({ u }) => u)]);
    socket.terminate();
  }, 60_000);

  test('who subscribes to it again and again is told to wait, is not cut, and reads on', async () => {
    const { socket, frames } = await connect(path);
    for (let n = 0; n < 60; n += 1) socket.send(subscribe);
    const answers = (): Frame[] => frames.filter(({ eventResp }) => eventResp === 'subscribe');
    await expect.poll(() => answers().length, SLOW).toBe(60);
    const refused = answers().filter(({ data }) => !data.result);
    // Of 300, at 10 each for 990 levels, and what comes back meanwhile.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(31);
    expect(refused[0]!.data).toEqual({
      result: false,
      msg: 'Too many first frames at once. Subscribe again in 1 seconds.',
      retryAfter: 1,
    });
    await exchange.call('POST', `${calls}/cancel-all`, { symbol }, { token: makers[1]!.token });
    const gone = (): number =>
      frames.flatMap(({ data }) => (data.snapshot === false ? data.bids : [])).filter(([, left]) => Number(left) === 0)
        .length;
    await expect.poll(gone, SLOW).toBe(ORDERS_EACH);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  }, 60_000);
});
