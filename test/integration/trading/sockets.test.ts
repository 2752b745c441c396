/** The site's websockets over real connections: snapshot and increments without a gap, private frames, refusals, slow readers. */
import { connect as connectTcp } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';

interface Frame {
  readonly channel: string;
  readonly ts: number;
  readonly eventResp: string;
  readonly reqId: string | number | null;
  readonly data: unknown;
  readonly pong: number | null;
}

interface DepthFrame {
  readonly snapshot: boolean;
  readonly U: number;
  readonly u: number;
  readonly pu: number;
  readonly bids: [string, string][];
  readonly asks: [string, string][];
}

let exchange: TestExchange;
let maker: TestUser;
let taker: TestUser;

beforeAll(async () => {
  exchange = await bootExchange();
  maker = await exchange.createUser({ USDT: '1000000', BTC: '100' });
  taker = await exchange.createUser({ USDT: '1000000', BTC: '100' });
});
afterAll(() => exchange?.close());

interface Client {
  readonly socket: WebSocket;
  readonly frames: Frame[];
  send(message: unknown): void;
  /** The first frame that fits, already there or still to come. */
  next(fits: (frame: Frame) => boolean): Promise<Frame>;
}

async function connect(path: string, headers: Record<string, string> = {}): Promise<Client> {
  const socket = new WebSocket(exchange.url.replace('http', 'ws') + path, { headers });
  const frames: Frame[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as Frame));
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    socket,
    frames,
    send: (message) => socket.send(JSON.stringify(message)),
    next: async (fits) => {
      await expect.poll(() => frames.some(fits), { timeout: 5_000 }).toBe(true);
      return frames.find(fits)!;
    },
  };
}

function order(user: TestUser, side: 'BUY' | 'SELL', price: string, quantity: string): Promise<{ code: number }> {
  return exchange.call(
    'POST',
    '/web/spot/order/place',
    { symbol: 'BTCUSDT', side, type: 'LIMIT', price, quantity },
    { token: user.token },
  );
}

describe('the public spot socket', () => {
  test('W1 W2 depth: a snapshot, then increments that join it without a gap and give the book of the call', async () => {
    await order(maker, 'SELL', '96500', '1');
    const client = await connect('/web/spot/ws/public');
    const isOver = { value: false };
    const load = (async () => {
      for (let i = 0; !isOver.value; i++)
        await order(i % 2 ? taker : maker, i % 3 ? 'SELL' : 'BUY', (96_400 + ((i * 37) % 60) - 30).toFixed(0), '0.01');
    })();
    client.send({ event: 'subscribe', channel: 'depth', params: { symbol: 'BTCUSDT' }, reqId: 7 });
    expect((await client.next((frame) => frame.eventResp === 'subscribe')).reqId).toBe(7);
    const depths = (): DepthFrame[] =>
      client.frames
        .filter((frame) => frame.channel === 'depth' && frame.eventResp === '')
        .map((frame) => frame.data as DepthFrame);
    await expect.poll(() => depths().length, { timeout: 10_000 }).toBeGreaterThan(8);
    isOver.value = true;
    await load;
    await new Promise((resolve) => setTimeout(resolve, 400));
    const [first, ...rest] = depths();
    expect(first!.snapshot).toBe(true);
    const book = { bids: new Map(first!.bids), asks: new Map(first!.asks) };
    let last = first!.u;
    for (const frame of rest) {
      if (frame.u <= last) continue;
      expect(frame.pu).toBe(last);
      expect(frame.U).toBe(last + 1);
      for (const side of ['bids', 'asks'] as const) {
        for (const [price, quantity] of frame[side]) {
          if (quantity === '0') book[side].delete(price);
          else book[side].set(price, quantity);
        }
      }
      last = frame.u;
    }
    const { data } = await exchange.call<{ lastUpdateId: number; bids: [string, string][]; asks: [string, string][] }>(
      'GET',
      '/web/spot/depth?symbol=BTCUSDT&limit=1000',
    );
    expect(last).toBe(data.lastUpdateId);
    const byPrice = (levels: Iterable<[string, string]>): [string, string][] =>
      [...levels].sort((left, right) => Number(left[0]) - Number(right[0]));
    expect(byPrice(book.bids)).toEqual(byPrice(data.bids));
    expect(byPrice(book.asks)).toEqual(byPrice(data.asks));
    client.socket.close();
  });

  test('W1 a ping is answered with its own time, an unsubscription ends the frames', async () => {
    const client = await connect('/web/spot/ws/public');
    client.send({ event: 'ping', ts: 123 });
    expect((await client.next((frame) => frame.pong !== null)).pong).toBe(123);
    client.send({ event: 'subscribe', channel: 'deals', params: { symbol: 'BTCUSDT' }, reqId: 'a' });
    await client.next((frame) => frame.channel === 'deals' && frame.eventResp === '');
    client.send({ event: 'unsubscribe', channel: 'deals', params: { symbol: 'BTCUSDT' }, reqId: 'b' });
    await client.next((frame) => frame.reqId === 'b');
    const count = client.frames.length;
    await order(maker, 'SELL', '96600', '0.1');
    await order(taker, 'BUY', '96600', '0.1');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(client.frames.length).toBe(count);
    client.socket.close();
  });

  test('W1 wrong channels, parameters and private channels are refused in words', async () => {
    const client = await connect('/web/spot/ws/public');
    for (const [index, message] of [
      { event: 'subscribe', channel: 'nothing', params: {} },
      { event: 'subscribe', channel: 'depth', params: { symbol: 'NOPE' } },
      { event: 'subscribe', channel: 'order', params: {} },
      { event: 'dance' },
    ].entries()) {
      client.send({ ...message, reqId: index });
      const frame = await client.next((candidate) => candidate.reqId === index);
      expect(frame.data).toMatchObject({ result: false });
      expect((frame.data as { msg: string }).msg).toMatch(/\.$/);
    }
    client.socket.close();
  });

  test('ATK-9 a foreign origin is refused at the handshake, unknown paths are not found', async () => {
    await expect(connect('/web/spot/ws/public', { origin: 'https://evil.example' })).rejects.toThrow(/403/);
    await expect(connect('/nothing/here')).rejects.toThrow(/404/);
    (await connect('/futures/ws/public')).socket.close();
  });

  test('ATK-19 raw nonsense at the handshake and in messages ends a connection at most, never the exchange', async () => {
    const raw = (text: string, isReset = false): Promise<void> =>
      new Promise((resolve) => {
        const socket = connectTcp(exchange.port, '127.0.0.1', () => {
          socket.write(text);
          setTimeout(() => (isReset ? socket.resetAndDestroy() : socket.destroy()), 30);
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve());
      });
    const upgrade = (target: string): string =>
      `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    for (const target of ['//', '/%zz', '/nothing', '/web/spot/ws/public']) {
      await raw(upgrade(target));
      await raw(upgrade(target), true);
    }
    const client = await connect('/web/spot/ws/public');
    for (const message of [
      { event: { toString: 1, valueOf: 1 } },
      { event: 'subscribe', channel: { toString: 1 } },
      { event: 'subscribe', channel: 'depth', params: 7 },
      { event: 'login', params: null },
      { event: 'subscribe', channel: 'depth', params: { symbol: { toString: 1 } }, reqId: { toString: 1 } },
    ]) {
      client.send(message);
    }
    client.socket.close();
    const after = await connect('/web/spot/ws/public');
    after.send({ event: 'ping', ts: 9 });
    await after.next((frame) => frame.pong === 9);
    after.socket.close();
    expect((await fetch(`${exchange.url}/healthz`)).status).toBe(200);
  });

  test('FLT-16 a message that is too large or no JSON closes the socket, others go on', async () => {
    const bad = await connect('/web/spot/ws/public');
    const good = await connect('/web/spot/ws/public');
    const closed = new Promise<number>((resolve) => bad.socket.once('close', resolve));
    bad.socket.send('x'.repeat(70_000));
    expect(await closed).toBe(1009);
    const worse = await connect('/web/spot/ws/public');
    const closedToo = new Promise<number>((resolve) => worse.socket.once('close', resolve));
    worse.socket.send('{');
    expect(await closedToo).toBe(1007);
    good.send({ event: 'ping', ts: 1 });
    await good.next((frame) => frame.pong === 1);
    good.socket.close();
  });

  test('FLT-16 a reader that never reads is cut while another gets every frame', async () => {
    const slow = await connect('/web/spot/ws/public');
    const quick = await connect('/web/spot/ws/public');
    const closed = new Promise<void>((resolve) => slow.socket.once('close', () => resolve()));
    for (const client of [slow, quick]) client.send({ event: 'subscribe', channel: 'ticker', params: {}, reqId: 1 });
    await quick.next((frame) => frame.reqId === 1);
    await slow.next((frame) => frame.reqId === 1);
    slow.socket.pause();
    // Every ping makes the server answer a reader who does not take it.
    for (let i = 0; i < 300 && slow.socket.readyState === WebSocket.OPEN; i++) {
      for (let n = 0; n < 1_000; n++) slow.send({ event: 'ping', ts: n });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    slow.socket.resume();
    await closed;
    quick.send({ event: 'ping', ts: 5 });
    await quick.next((frame) => frame.pong === 5);
    quick.socket.close();
  }, 60_000);
});

describe('the private spot socket', () => {
  async function login(client: Client, user: TestUser): Promise<Frame> {
    const { data } = await exchange.call<{ token: string }>(
      'POST',
      '/auth-v2/api/v2/auth/token',
      {},
      { token: user.token },
    );
    client.send({ event: 'login', params: { token: data.token }, reqId: 'login' });
    return client.next((frame) => frame.eventResp === 'login');
  }

  test('C23 W2 after log-in with an exchange token a user sees only what is theirs: order, balance, user_deal', async () => {
    const mine = await connect('/web/spot/ws/private');
    const theirs = await connect('/web/spot/ws/private');
    mine.send({ event: 'subscribe', channel: 'order', params: {}, reqId: 'early' });
    expect((await mine.next((frame) => frame.reqId === 'early')).data).toMatchObject({ result: false });
    expect((await login(mine, maker)).data).toMatchObject({ result: true });
    const stranger = await exchange.createUser();
    await login(theirs, stranger);
    for (const client of [mine, theirs])
      for (const channel of ['order', 'balance', 'user_deal'])
        client.send({ event: 'subscribe', channel, params: {}, reqId: channel });
    for (const client of [mine, theirs])
      for (const channel of ['order', 'balance', 'user_deal'])
        await client.next((frame) => frame.channel === channel && frame.eventResp === '');
    await exchange.call('POST', '/web/spot/order/cancel-all', {}, { token: maker.token });
    await exchange.call('POST', '/web/spot/order/cancel-all', {}, { token: taker.token });
    const before = theirs.frames.length;
    await order(maker, 'SELL', '96300', '0.5');
    await order(taker, 'BUY', '96300', '0.2');
    await mine.next(
      (frame) => frame.channel === 'order' && JSON.stringify(frame.data).includes('"filledQuantity":"0.2"'),
    );
    await mine.next(
      (frame) => frame.channel === 'user_deal' && JSON.stringify(frame.data).includes('"quantity":"0.2"'),
    );
    await mine.next((frame) => frame.channel === 'balance' && !(frame.data as { snapshot: boolean }).snapshot);
    expect(theirs.frames.length).toBe(before);
    mine.socket.close();
    theirs.socket.close();
  });

  test('ATK-8 a wrong token is refused; logging out closes the sockets of that session within a second', async () => {
    const client = await connect('/web/spot/ws/private');
    client.send({ event: 'login', params: { token: 'wrong' }, reqId: 1 });
    expect((await client.next((frame) => frame.eventResp === 'login')).data).toMatchObject({ result: false });
    client.frames.length = 0;
    // Three, one after the other: the look at all sockets every 20 s may close one of them in that second, never each.
    for (const one of [client, await connect('/web/spot/ws/private'), await connect('/web/spot/ws/private')]) {
      const user = await exchange.createUser();
      expect((await login(one, user)).data).toMatchObject({ result: true });
      const closed = new Promise<number>((resolve) => one.socket.once('close', resolve));
      const started = Date.now();
      await exchange.call('POST', '/auth-v2/api/v2/auth/logout', {}, { token: user.token });
      expect(await closed).toBe(4001);
      expect(Date.now() - started).toBeLessThan(1_000);
    }
  });
});

test('a stop does not wait for a client that never answers', async () => {
  const own = await bootExchange();
  const socket = new WebSocket(`${own.url.replace('http', 'ws')}/web/spot/ws/public`);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.pause();
  const started = Date.now();
  await own.close();
  expect(Date.now() - started).toBeLessThan(8_000);
  socket.terminate();
});
