/** The state machine with a clock of its own; real sockets are in test/integration/trading/live-sockets.test.ts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPage, FakeSocket } from '../../testing/fake-network.ts';
import type { Poll } from './polling.ts';
import { createSocket, type SocketEvent } from './socket.ts';

let page: ReturnType<typeof createPage>;
let events: SocketEvent[];

beforeEach(() => {
  FakeSocket.all = [];
  events = [];
  page = createPage();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const open = (more: { token?: () => Promise<string>; poll?: Poll } = {}) =>
  createSocket({
    url: () => 'ws://test',
    open: () => new FakeSocket(),
    page,
    onEvent: (event) => events.push(event),
    ...more,
  });
const wire = (index = 0): FakeSocket => FakeSocket.all[index]!;
function connected(more: Parameters<typeof open>[0] = {}) {
  const socket = open(more);
  socket.subscribe('ticker', {}, () => undefined);
  wire().onopen?.();
  return socket;
}

test('connects with the first subscription and hands each reader its own market', () => {
  const socket = open();
  expect(FakeSocket.all).toHaveLength(0);
  expect(socket.state.get()).toBe('INIT');
  const got: unknown[] = [];
  socket.subscribe('depth', { symbol: 'BTCUSDT' }, (data) => got.push(data));
  expect(socket.state.get()).toBe('CONNECTING');
  wire().onopen?.();
  expect(socket.state.get()).toBe('CONNECTED');
  expect(wire().events()).toEqual(['subscribe depth']);
  wire().give({ channel: 'depth', data: { symbol: 'BTCUSDT', u: 1 } });
  wire().give({ channel: 'depth', data: { symbol: 'ETHUSDT', u: 1 } });
  expect(got).toEqual([{ symbol: 'BTCUSDT', u: 1 }]);
});

test('K1 reconnect 3 s: comes back after a break, waits 3 s first, and subscribes again', () => {
  const socket = connected();
  wire().close();
  expect(socket.state.get()).toBe('DISCONNECTED');
  vi.advanceTimersByTime(2_999);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  wire(1).onopen?.();
  expect(wire(1).events()).toEqual(['subscribe ticker']);
  expect(socket.state.get()).toBe('CONNECTED');
});

test('T4 the waits grow like Fibonacci numbers while there is no answer, and a success resets them', () => {
  const socket = open();
  socket.subscribe('ticker', {}, () => undefined);
  const nextWait = () => {
    const before = FakeSocket.all.length;
    FakeSocket.all.at(-1)?.close();
    let waited = 0;
    for (; FakeSocket.all.length === before; waited += 1) vi.advanceTimersByTime(1_000);
    return waited;
  };
  expect(Array.from({ length: 8 }, nextWait)).toEqual([3, 3, 6, 9, 15, 24, 30, 30]);
  FakeSocket.all.at(-1)?.onopen?.();
  expect([nextWait(), nextWait()]).toEqual([3, 3]);
});

test('K1 ping 3 s', () => {
  connected();
  expect(wire().pings()).toBe(1);
  vi.advanceTimersByTime(2_999);
  expect(wire().pings()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(wire().pings()).toBe(2);
  vi.advanceTimersByTime(30_000);
  expect(wire().pings()).toBe(12);
});

test('K1 pong 15 s: a ping unanswered for 15 s is a lost connection', () => {
  const socket = connected();
  vi.advanceTimersByTime(2_000);
  wire().isAnswering = false;
  // The ping at 3 s is the first without an answer.
  vi.advanceTimersByTime(15_999);
  expect(socket.state.get()).toBe('CONNECTED');
  vi.advanceTimersByTime(1);
  expect(socket.state.get()).toBe('DISCONNECTED');
  expect(events).toContain('ws_close');
});

test('K1 pong 60 s while the tab is hidden', () => {
  const socket = connected();
  page.setHidden(true);
  wire().isAnswering = false;
  vi.advanceTimersByTime(62_999);
  expect(socket.state.get()).toBe('CONNECTED');
  vi.advanceTimersByTime(1);
  expect(socket.state.get()).toBe('DISCONNECTED');
});

test('K1 pong 10 s: the short limit comes back 10 s after the tab is shown again', () => {
  const socket = connected();
  page.setHidden(true);
  wire().isAnswering = false;
  vi.advanceTimersByTime(30_000);
  page.setHidden(false);
  vi.advanceTimersByTime(9_999);
  expect(socket.state.get()).toBe('CONNECTED');
  vi.advanceTimersByTime(2);
  expect(socket.state.get()).toBe('DISCONNECTED');
});

test('W4 a tab shown for a moment and hidden again keeps the long limit', () => {
  const socket = connected();
  page.setHidden(true);
  wire().isAnswering = false;
  vi.advanceTimersByTime(20_000);
  page.setHidden(false);
  vi.advanceTimersByTime(5_000);
  page.setHidden(true);
  vi.advanceTimersByTime(30_000);
  expect(socket.state.get()).toBe('CONNECTED');
});

test('K1 late 6 s: an overdue pong makes the connection late, its coming makes it good', () => {
  const socket = connected();
  wire().answer('subscribe', true);
  wire().isAnswering = false;
  vi.advanceTimersByTime(3_000 + 5_999);
  expect(socket.quality.get()).toBe('good');
  vi.advanceTimersByTime(1);
  expect(socket.quality.get()).toBe('late');
  wire().isAnswering = true;
  vi.advanceTimersByTime(3_000);
  expect(socket.quality.get()).toBe('good');
});

test('W4 an overdue answer to a request is late too, whatever the pongs say', () => {
  const socket = connected();
  vi.advanceTimersByTime(5_999);
  expect(socket.quality.get()).toBe('good');
  vi.advanceTimersByTime(4_000);
  expect(socket.quality.get()).toBe('late');
  wire().answer('subscribe', true);
  vi.advanceTimersByTime(3_000);
  expect(socket.quality.get()).toBe('good');
});

test('K1 unstable 10 s: lost by silence and not back 10 s later', () => {
  const socket = connected();
  wire().answer('subscribe', true);
  wire().isAnswering = false;
  vi.advanceTimersByTime(18_000);
  expect(socket.state.get()).toBe('DISCONNECTED');
  vi.advanceTimersByTime(9_999);
  expect(socket.quality.get()).toBe('late');
  vi.advanceTimersByTime(1);
  expect(socket.quality.get()).toBe('unstable');
  FakeSocket.all.at(-1)?.onopen?.();
  expect(socket.quality.get()).toBe('good');
});

test('W4 a connection that is back within 10 s never was unstable', () => {
  const socket = connected();
  wire().answer('subscribe', true);
  wire().isAnswering = false;
  vi.advanceTimersByTime(18_000 + 3_000);
  wire(1).onopen?.();
  wire(1).answer('subscribe', true);
  vi.advanceTimersByTime(20_000);
  expect(socket.quality.get()).toBe('good');
});

test('W4 ws_loss_risk when a ping is unanswered at the next heartbeat, once for each silence', () => {
  connected();
  wire().isAnswering = false;
  vi.advanceTimersByTime(3_000);
  expect(events).toEqual(['ws_success']);
  vi.advanceTimersByTime(3_000);
  expect(events).toEqual(['ws_success', 'ws_loss_risk']);
  vi.advanceTimersByTime(6_000);
  expect(events).toEqual(['ws_success', 'ws_loss_risk']);
});

test('K1 delay report 500 ms: a slow round trip is told once, again after a fast one', () => {
  const socket = connected();
  wire().isAnswering = false;
  const roundTrip = (ms: number) => {
    const seen = wire().pings();
    while (wire().pings() === seen) vi.advanceTimersByTime(1);
    const { ts } = wire().sent.findLast(({ event }) => event === 'ping')!;
    vi.advanceTimersByTime(ms);
    wire().give({ pong: ts });
    expect(socket.latencyMs.get()).toBe(ms);
    return events.filter((event) => event === 'ws_delay').length;
  };
  expect([500, 501, 900, 20, 501].map(roundTrip)).toEqual([0, 1, 1, 1, 2]);
});

test('T4 the window going offline disconnects at once, coming online connects at once', () => {
  const socket = connected();
  page.say('offline');
  expect(socket.state.get()).toBe('DISCONNECTED');
  page.say('online');
  expect(socket.state.get()).toBe('CONNECTING');
  wire(1).onopen?.();
  expect(wire(1).events()).toEqual(['subscribe ticker']);
});

test('T4 an unanswered handshake ends after 15 s', () => {
  const socket = open();
  socket.subscribe('ticker', {}, () => undefined);
  vi.advanceTimersByTime(14_999);
  expect(socket.state.get()).toBe('CONNECTING');
  vi.advanceTimersByTime(1);
  expect(socket.state.get()).toBe('DISCONNECTED');
});

test("W4 'Socket is not connected' when sending while closed, and for what waited when it closed", async () => {
  const socket = open();
  await expect(socket.request({ event: 'dance' })).rejects.toThrow('Socket is not connected');
  socket.subscribe('ticker', {}, () => undefined);
  await expect(socket.request({ event: 'dance' })).rejects.toThrow('Socket is not connected');
  wire().onopen?.();
  const waiting = socket.request({ event: 'dance' });
  wire().close();
  await expect(waiting).rejects.toThrow('Socket is not connected');
});

test('W1 each request has a different id and gets the answer under that id', async () => {
  const socket = connected();
  const first = socket.request({ event: 'one' });
  const second = socket.request({ event: 'two' });
  wire().answer('two', false);
  wire().answer('one', true);
  expect(await first).toEqual({ result: true, msg: '' });
  expect(await second).toEqual({ result: false, msg: 'No.' });
});

test('C23 the private socket logs in with a token before it subscribes', async () => {
  const socket = connected({ token: () => Promise.resolve('token-1') });
  await vi.advanceTimersByTimeAsync(0);
  expect(wire().events()).toEqual(['login']);
  expect(wire().sent.find(({ event }) => event === 'login')?.params).toEqual({ token: 'token-1' });
  expect(socket.state.get()).toBe('CONNECTING');
  wire().answer('login', true);
  await vi.advanceTimersByTimeAsync(0);
  expect(wire().events()).toEqual(['login', 'subscribe ticker']);
});

test('C23 a refused log-in ends the connection, and the next one asks for a new token', async () => {
  let tokens = 0;
  const socket = connected({ token: () => Promise.resolve(`token-${(tokens += 1)}`) });
  await vi.advanceTimersByTimeAsync(0);
  wire().answer('login', false);
  await vi.advanceTimersByTimeAsync(0);
  expect(socket.state.get()).toBe('DISCONNECTED');
  await vi.advanceTimersByTimeAsync(3_000);
  wire(1).onopen?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(wire(1).sent.find(({ event }) => event === 'login')?.params).toEqual({ token: 'token-2' });
});

test('T4 nothing is sent while the other side closes the connection, which a browser would print as an error', async () => {
  const socket = connected();
  const leave = socket.subscribe('depth', { symbol: 'BTCUSDT' }, () => undefined);
  wire().readyState = 2;
  leave();
  const asked = socket.request({ event: 'anything' });
  expect(wire().events()).toEqual(['subscribe ticker', 'subscribe depth']);
  wire().close();
  await expect(asked).rejects.toThrow('not connected');
});

test('the last reader to leave unsubscribes', () => {
  const socket = open();
  const leaveFirst = socket.subscribe('ticker', {}, () => undefined);
  const leaveSecond = socket.subscribe('ticker', {}, () => undefined);
  wire().onopen?.();
  leaveFirst();
  expect(wire().events()).toEqual(['subscribe ticker']);
  leaveSecond();
  expect(wire().events()).toEqual(['subscribe ticker', 'unsubscribe ticker']);
});

test('K1 poll 1–30 s: from 1 s, doubling with each failure up to 30 s, 1 s again after an answer', async () => {
  const asked: number[] = [];
  let isAnswering = false;
  const socket = connected({
    poll: () => {
      asked.push(Date.now());
      return isAnswering ? Promise.resolve([]) : Promise.reject(new Error('nobody'));
    },
  });
  const start = Date.now();
  // Offline: every attempt to connect fails at once.
  const failing = setInterval(() => FakeSocket.all.at(-1)?.close(), 1);
  wire().close();
  await vi.advanceTimersByTimeAsync(200_000);
  const waits = (times: readonly number[]) =>
    times.slice(1).map((time, index) => Math.round((time - times[index]!) / 1_000));
  expect(socket.state.get()).toBe('DISCONNECTED');
  expect(Math.round((asked[0]! - start) / 1_000)).toBe(1);
  // An attempt to connect begins the wait anew, so a gap may be longer than its wait, never shorter.
  const doubled = [2, 4, 8, 16, 30, 30];
  waits(asked)
    .slice(0, 6)
    .forEach((wait, index) => expect(wait).toBeGreaterThanOrEqual(doubled[index]!));
  isAnswering = true;
  await vi.advanceTimersByTimeAsync(60_000);
  const late = asked.slice(-10);
  expect(waits(late).every((wait) => wait <= 2)).toBe(true);
  clearInterval(failing);
});

test('T4 polling runs only while DISCONNECTED, and passes its answers to the readers', async () => {
  const got: unknown[] = [];
  let release: ((messages: { channel: string; data: unknown }[]) => void) | undefined;
  const asked: unknown[] = [];
  const socket = open({
    poll: (channels) => {
      asked.push(channels);
      return new Promise((resolve) => (release = resolve));
    },
  });
  socket.subscribe('ticker', { symbol: 'BTCUSDT' }, (data) => got.push(data));
  wire().onopen?.();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
  wire().close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([[{ channel: 'ticker', params: { symbol: 'BTCUSDT' } }]]);
  release?.([{ channel: 'ticker', data: { symbol: 'BTCUSDT', price: 1 } }]);
  await vi.advanceTimersByTimeAsync(0);
  expect(got).toEqual([{ symbol: 'BTCUSDT', price: 1 }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(socket.state.get()).toBe('CONNECTING');
  // It was asked while the socket was down; the answer comes too late to be believed.
  release?.([{ channel: 'ticker', data: { symbol: 'BTCUSDT', price: 0 } }]);
  wire(1).onopen?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(got).toHaveLength(1);
  expect(asked).toHaveLength(2);
});

test('FLT-16 a temporarily refused subscription is repeated after the wait, unless it has no readers by then', async () => {
  const socket = connected();
  const leave = socket.subscribe('depth', { symbol: 'BTCUSDT' }, () => undefined);
  const asked = (): number =>
    wire()
      .events()
      .filter((event) => event === 'subscribe depth').length;
  wire().answer('subscribe', false, { retryAfter: 2 });
  await vi.advanceTimersByTimeAsync(1_900);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked()).toBe(2);
  wire().answer('subscribe', false, { retryAfter: 2 });
  leave();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked()).toBe(2);
});
