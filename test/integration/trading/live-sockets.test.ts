/** The page's socket clients over real connections to a real exchange, through a network that drops, delays and goes silent. */
import { afterAll, beforeAll, describe, type ExpectStatic, test, type TestContext } from 'vitest';
import type { FuturesPublicChannelData, MarkPrice } from '@agio/contracts/ws/futures';
import type { TickerData } from '@agio/contracts/ws/spot';
import { readMessage } from '../../../web/app/live/message-codec.ts';
import { createMessageCenter, type MessageCenter } from '../../../web/app/live/message-center.ts';
import type { PageSignals } from '../../../web/app/live/clock.ts';
import { createSocket, type LiveSocket, type SocketEvent } from '../../../web/app/live/socket.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../exchange.ts';
import { type MisbehavingProxy, startMisbehavingProxy } from '../../misbehaving-proxy.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await bootExchange();
});
afterAll(() => exchange?.close());

/** What each test has for itself: they wait most of their time, so they wait together. */
interface Stage {
  readonly expect: ExpectStatic;
  readonly proxy: MisbehavingProxy;
  readonly user: TestUser;
  /** Ended after the test. */
  readonly leaves: (() => void)[];
}
const onStage =
  (play: (stage: Stage) => Promise<void>) =>
  async ({ expect }: TestContext): Promise<void> => {
    const user = await exchange.createUser({ USDT: '10000' });
    const proxy = await startMisbehavingProxy(exchange.url);
    const leaves: (() => void)[] = [];
    try {
      await play({ expect, proxy, user, leaves });
    } finally {
      for (const leave of leaves) leave();
      await proxy.close();
    }
  };

/** Node has no window: a page that is shown and online. */
const page: PageSignals = {
  isHidden: () => false,
  onVisibility: () => () => {},
  onOffline: () => () => {},
  onOnline: () => () => {},
};

async function exchangeToken(of: TestUser): Promise<string | null> {
  const answer = await exchange.call<{ token: string }>('POST', '/auth-v2/api/v2/auth/token', {}, { token: of.token });
  return answer.code === 0 ? answer.data.token : null;
}

function futuresSocket(proxy: MisbehavingProxy, events: SocketEvent[]): LiveSocket<FuturesPublicChannelData> {
  return createSocket<FuturesPublicChannelData>({
    url: () => `${proxy.url.replace('http', 'ws')}/futures/ws/public`,
    page,
    onEvent: (event) => events.push(event),
    async poll(channels, signal) {
      const answer = await fetch(`${proxy.url}/futures/subscribe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: proxy.url },
        body: JSON.stringify({ channels }),
        signal,
      });
      const { data } = (await answer.json()) as { data: { messages: { channel: string; data: unknown }[] } };
      return data.messages;
    },
  });
}

const pollsOf = (proxy: MisbehavingProxy): number =>
  proxy.called.filter(({ path }) => path === '/futures/subscribe').length;

interface Center {
  readonly center: MessageCenter;
  readonly events: SocketEvent[];
  frames(event: string): Record<string, unknown>[];
}

function openCenter(
  proxy: MisbehavingProxy,
  token: () => Promise<string | null>,
  query = 'compress=2&transfer=pb',
): Center {
  const events: SocketEvent[] = [];
  const center = createMessageCenter({
    url: () => `${proxy.url.replace('http', 'ws')}/ws-old/message?from=trad&${query}`,
    token,
    read: (bytes) => readMessage(bytes, query.includes('compress=2')),
    onEvent: (event) => events.push(event),
    page,
  });
  const frames = (event: string) =>
    proxy.sent.filter(({ message }) => message.event === event).map(({ message }) => message);
  return { center, events, frames };
}

describe.concurrent('the socket clients of the page', () => {
  test(
    'T4 C31 W1 while the public socket is down its channels come by HTTP, and by the socket again when it is back',
    onStage(async ({ expect, leaves, proxy }) => {
      const events: SocketEvent[] = [];
      const socket = futuresSocket(proxy, events);
      const times: number[] = [];
      const marks: MarkPrice[] = [];
      leaves.push(
        socket.subscribe('network_status', {}, ({ time }) => times.push(time)),
        socket.subscribe('mark_price', { symbol: 'BTCUSDT' }, ({ prices }) => {
          marks.push(...prices);
        }),
      );
      await expect.poll(() => times.length, { timeout: 10_000 }).toBeGreaterThan(2);
      expect(pollsOf(proxy)).toBe(0);
      expect(marks.map(({ symbol }) => symbol)).toEqual(['BTCUSDT']);

      proxy.sockets = 'refuse';
      proxy.cut();
      await expect.poll(() => socket.state.get()).toBe('DISCONNECTED');
      const before = { times: times.length, marks: marks.length };
      await expect.poll(() => times.length - before.times, { timeout: 10_000 }).toBeGreaterThan(1);
      expect(pollsOf(proxy)).toBeGreaterThan(1);
      expect(marks.length - before.marks).toBe(times.length - before.times);

      proxy.sockets = 'pass';
      await expect.poll(() => socket.state.get(), { timeout: 15_000 }).toBe('CONNECTED');
      const asked = pollsOf(proxy);
      const heard = times.length;
      await expect.poll(() => times.length, { timeout: 10_000 }).toBeGreaterThan(heard + 2);
      expect(pollsOf(proxy)).toBe(asked);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(events).toEqual(['ws_success', 'ws_close', 'ws_success']);
    }),
    60_000,
  );

  test(
    'T4 W4 a server that goes silent is told as a risk, then left after 15 s',
    onStage(async ({ expect, leaves, proxy }) => {
      const events: SocketEvent[] = [];
      const socket = futuresSocket(proxy, events);
      leaves.push(socket.subscribe('network_status', {}, () => {}));
      await expect.poll(() => socket.latencyMs.get()).not.toBe(null);
      await expect.poll(() => socket.state.get()).toBe('CONNECTED');
      proxy.sockets = 'silent';
      const since = Date.now();
      await expect.poll(() => events.includes('ws_loss_risk'), { timeout: 10_000 }).toBe(true);
      await expect.poll(() => socket.quality.get(), { timeout: 12_000 }).toBe('late');
      await expect.poll(() => socket.state.get(), { timeout: 22_000 }).toBe('DISCONNECTED');
      expect(Date.now() - since).toBeGreaterThan(14_500);
      expect(Date.now() - since).toBeLessThan(20_000);
      proxy.sockets = 'pass';
      await expect.poll(() => socket.state.get(), { timeout: 15_000 }).toBe('CONNECTED');
      await expect.poll(() => socket.quality.get(), { timeout: 5_000 }).toBe('good');
    }),
    90_000,
  );

  test(
    'W4 a network that takes longer than 500 ms is told as ws_delay',
    onStage(async ({ expect, leaves, proxy }) => {
      proxy.delayMs = 700;
      const events: SocketEvent[] = [];
      const socket = futuresSocket(proxy, events);
      leaves.push(socket.subscribe('network_status', {}, () => {}));
      await expect.poll(() => events.includes('ws_delay'), { timeout: 10_000 }).toBe(true);
      expect(socket.latencyMs.get()).toBeGreaterThan(690);
      proxy.delayMs = 0;
    }),
    30_000,
  );

  test(
    'C23 W1 W2 the private socket logs in with an exchange token and hears its own wallet',
    onStage(async ({ expect, leaves, proxy, user }) => {
      const socket = createSocket({
        url: () => `${proxy.url.replace('http', 'ws')}/futures/ws/private`,
        page,
        token: async () => (await exchangeToken(user))!,
      });
      const heard: { snapshot: boolean; capital?: { available: string } }[] = [];
      leaves.push(socket.subscribe('balance', {}, (data) => heard.push(data as (typeof heard)[number])));
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(1);
      await exchange.call(
        'POST',
        '/web/account/transfer',
        { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '100' },
        { token: user.token },
      );
      await expect.poll(() => heard.at(-1)?.capital?.available, { timeout: 10_000 }).toBe('100');
      expect(proxy.sent.map(({ message }) => message.event)).toEqual(
        expect.arrayContaining(['ping', 'login', 'subscribe']),
      );
    }),
    40_000,
  );

  test(
    'T5 W3 tickers come by the message centre, deflated protobuf, and idle 5 s later it closes',
    onStage(async ({ expect, proxy, user }) => {
      const { center, frames } = openCenter(proxy, () => exchangeToken(user));
      const heard: TickerData[] = [];
      const leave = center.subscribe('ticker', (data) => heard.push(data as TickerData));
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(0);
      expect(heard[0]!.snapshot).toBe(true);
      const called = await exchange.call<{ tickers: TickerData['tickers'] }>('GET', '/web/spot/tickers');
      const untimed = (tickers: TickerData['tickers']) => tickers.map((ticker) => ({ ...ticker, time: 0 }));
      expect(untimed(heard[0]!.tickers)).toEqual(untimed(called.data.tickers));
      expect(heard[0]!.tickers.every(({ time }) => Math.abs(Date.now() - time) < 60_000)).toBe(true);
      expect(frames('sub')).toEqual([{ event: 'sub', params: { channel: 'ticker' } }]);
      const [ping] = frames('ping');
      expect(Math.abs(Number(ping!.ts) - Date.now() / 1_000)).toBeLessThan(10);
      leave();
      const since = Date.now();
      expect(center.state.get()).toBe('CONNECTED');
      await expect.poll(() => center.state.get(), { timeout: 8_000, interval: 20 }).toBe('DISCONNECTED');
      expect(Date.now() - since).toBeGreaterThan(4_900);
      await expect.poll(() => proxy.connections).toBe(0);
      expect(frames('unsub')).toEqual([{ event: 'unsub', params: { channel: 'ticker' } }]);
    }),
    40_000,
  );

  test(
    'T5 W3 log-in brings the private channels, log-out drops them, notices reach their user alone',
    onStage(async ({ expect, leaves, proxy, user }) => {
      const stranger = await exchange.createUser();
      const mine = openCenter(proxy, () => exchangeToken(user));
      const heard: unknown[] = [];
      for (const channel of ['station_msg', 'prize_pop', 'p2p_msg'] as const)
        leaves.push(mine.center.subscribe(channel, (data) => heard.push([channel, data])));
      await expect.poll(() => mine.center.state.get()).toBe('CONNECTED');
      expect(mine.frames('sub')).toEqual([]);
      mine.center.logIn(() => heard.push('failed'));
      await expect.poll(() => mine.frames('sub').length).toBe(1);
      expect(mine.frames('login')[0]!.params).toMatchObject({ client: 'web' });
      expect(mine.frames('sub')[0]!.params).toEqual({ channel: 'station_msg,prize_pop,p2p_msg' });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const { notices } = exchange.exchange;
      notices.notify(stranger.uid, 'station_msg', { id: 1 });
      notices.notify(user.uid, 'prize_pop', { id: 2, text: 'جایزه' });
      notices.notify(user.uid, 'station_msg', { id: 3 });
      await expect.poll(() => heard.length).toBe(2);
      expect(heard).toEqual([
        ['prize_pop', { id: 2, text: 'جایزه' }],
        ['station_msg', { id: 3 }],
      ]);
      mine.center.logOut();
      await expect.poll(() => mine.frames('logout').length).toBe(1);
      expect(mine.frames('unsub')[0]!.params).toEqual({ channel: 'station_msg,prize_pop,p2p_msg' });
      await new Promise((resolve) => setTimeout(resolve, 200));
      notices.notify(user.uid, 'station_msg', { id: 4 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(heard).toHaveLength(2);
    }),
    40_000,
  );

  test(
    'T5 a refused token and a refused log-in are told, once',
    onStage(async ({ expect, leaves, proxy }) => {
      for (const token of [null, 'x'.repeat(43)]) {
        const { center, frames } = openCenter(proxy, async () => token);
        let failed = 0;
        leaves.push(center.subscribe('station_msg', () => {}));
        center.logIn(() => (failed += 1));
        await expect.poll(() => failed).toBe(1);
        expect(frames('sub')).toEqual([]);
        await new Promise((resolve) => setTimeout(resolve, 200));
        expect(failed).toBe(1);
      }
    }),
    20_000,
  );

  test(
    'T5 breaks and closes of any kind are mended: a cut, a code that the next heartbeat finds',
    onStage(async ({ expect, leaves, proxy, user }) => {
      const { center, frames, events } = openCenter(proxy, () => exchangeToken(user));
      let heard = 0;
      leaves.push(
        center.subscribe('station_msg', () => (heard += 1)),
        center.subscribe('ticker', () => undefined),
      );
      center.logIn(() => undefined);
      await expect.poll(() => frames('sub').length).toBe(2);
      proxy.cut();
      await expect.poll(() => center.state.get(), { interval: 10 }).toBe('AWAITING_CONNECT');
      const cutAt = Date.now();
      await expect.poll(() => center.state.get(), { timeout: 6_000, interval: 10 }).toBe('CONNECTED');
      expect(Date.now() - cutAt).toBeGreaterThan(2_800);
      await expect.poll(() => frames('sub').length).toBe(4);
      proxy.cut(1012);
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(center.state.get()).toBe('CONNECTED');
      await expect.poll(() => center.state.get(), { timeout: 5_000, interval: 10 }).toBe('AWAITING_CONNECT');
      await expect.poll(() => frames('sub').length, { timeout: 8_000 }).toBe(6);
      await new Promise((resolve) => setTimeout(resolve, 300));
      exchange.exchange.notices.notify(user.uid, 'station_msg', { id: 9 });
      await expect.poll(() => heard).toBe(1);
      expect(events.filter((event) => event === 'ws_close')).toHaveLength(2);
    }),
    40_000,
  );

  test(
    'K1 message centre 3 s × 10: ten attempts 3 s apart, then it has failed; a new reader tries again',
    onStage(async ({ expect, leaves, proxy, user }) => {
      proxy.sockets = 'refuse';
      const { center } = openCenter(proxy, () => exchangeToken(user));
      const states: string[] = [];
      leaves.push(center.state.subscribe(() => states.push(center.state.get())));
      const since = Date.now();
      leaves.push(center.subscribe('ticker', () => undefined));
      await expect.poll(() => center.state.get(), { timeout: 45_000, interval: 20 }).toBe('FAILED');
      const took = Date.now() - since;
      expect(took).toBeGreaterThan(29_000);
      expect(took).toBeLessThan(36_000);
      proxy.sockets = 'pass';
      leaves.push(center.subscribe('dual_interest_rate', () => undefined));
      await expect.poll(() => center.state.get(), { timeout: 5_000 }).toBe('CONNECTED');
    }),
    70_000,
  );
});
