import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSocket, type SocketLike } from './socket.ts';

class FakeSocket implements SocketLike {
  static all: FakeSocket[] = [];
  readonly sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onclose?.();
  }
  give(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  events(): unknown[] {
    return this.sent
      .filter((message) => message.event !== 'ping')
      .map((message) => `${String(message.event)} ${String(message.channel ?? '')}`.trim());
  }
}

beforeEach(() => {
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = (token?: () => Promise<string>) =>
  createSocket({ url: () => 'ws://test', open: () => new FakeSocket(), ...(token ? { token } : {}) });

test('connects with the first subscription and hands each reader its own market', () => {
  const socket = open();
  expect(FakeSocket.all).toHaveLength(0);
  const got: unknown[] = [];
  socket.subscribe('depth', { symbol: 'BTCUSDT' }, (data) => got.push(data));
  const [wire] = FakeSocket.all;
  wire?.onopen?.();
  expect(wire?.events()).toEqual(['subscribe depth']);
  wire?.give({ channel: 'depth', data: { symbol: 'BTCUSDT', u: 1 } });
  wire?.give({ channel: 'depth', data: { symbol: 'ETHUSDT', u: 1 } });
  expect(got).toEqual([{ symbol: 'BTCUSDT', u: 1 }]);
});

test('T4 comes back after a break, waits 3 s first, and subscribes again', () => {
  const socket = open();
  socket.subscribe('ticker', {}, () => undefined);
  FakeSocket.all[0]?.onopen?.();
  FakeSocket.all[0]?.close();
  expect(socket.state.get()).toBe('disconnected');
  vi.advanceTimersByTime(2_999);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  FakeSocket.all[1]?.onopen?.();
  expect(FakeSocket.all[1]?.events()).toEqual(['subscribe ticker']);
  expect(socket.state.get()).toBe('connected');
});

test('T4 the waits grow like Fibonacci numbers while nobody answers', () => {
  const socket = open();
  socket.subscribe('ticker', {}, () => undefined);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const before = FakeSocket.all.length;
    FakeSocket.all.at(-1)?.close();
    let waited = 0;
    while (FakeSocket.all.length === before) {
      vi.advanceTimersByTime(1_000);
      waited += 1;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([3, 3, 6, 9, 15]);
});

test('T4 a pong missed for 15 s is a lost connection', () => {
  const socket = open();
  socket.subscribe('ticker', {}, () => undefined);
  FakeSocket.all[0]?.onopen?.();
  vi.advanceTimersByTime(3_000);
  const ping = FakeSocket.all[0]?.sent.find((message) => message.event === 'ping');
  FakeSocket.all[0]?.give({ pong: ping?.ts });
  vi.advanceTimersByTime(15_000);
  expect(socket.state.get()).toBe('connected');
  vi.advanceTimersByTime(6_000);
  expect(socket.state.get()).not.toBe('connected');
});

test('the private socket logs in before it subscribes', async () => {
  const socket = open(() => Promise.resolve('token-1'));
  socket.subscribe('order', {}, () => undefined);
  FakeSocket.all[0]?.onopen?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all[0]?.events()).toEqual(['login']);
  FakeSocket.all[0]?.give({ channel: '', eventResp: 'login', data: { result: true, msg: '' } });
  expect(FakeSocket.all[0]?.events()).toEqual(['login', 'subscribe order']);
});

test('the last reader to leave unsubscribes', () => {
  const socket = open();
  const leaveFirst = socket.subscribe('ticker', {}, () => undefined);
  const leaveSecond = socket.subscribe('ticker', {}, () => undefined);
  FakeSocket.all[0]?.onopen?.();
  leaveFirst();
  expect(FakeSocket.all[0]?.events()).toEqual(['subscribe ticker']);
  leaveSecond();
  expect(FakeSocket.all[0]?.events()).toEqual(['subscribe ticker', 'unsubscribe ticker']);
});
