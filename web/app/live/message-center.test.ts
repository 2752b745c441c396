/** The state machine with a clock of its own; a real connection is in test/integration/live-sockets.test.ts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPage } from './fake-network.ts';
import { createMessageCenter } from './message-center.ts';
import { MESSAGE_IDLE_CLOSE_MS } from './timing.ts';

/** The browser's socket, doing what the test says. */
class Wire extends EventTarget {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readyState = 1;
  isClosed = false;
  constructor() {
    super();
    Wire.all.push(this);
  }
  send(): void {}
  close(): void {
    this.isClosed = true;
  }
}

beforeEach(() => {
  Wire.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connected() {
  const center = createMessageCenter({
    url: () => 'ws://test',
    token: () => Promise.resolve(null),
    read: () => new Promise(() => undefined),
    page: createPage(),
  });
  const leave = center.subscribe('ticker', () => undefined);
  Wire.all[0]!.dispatchEvent(new Event('open'));
  expect(center.state.get()).toBe('CONNECTED');
  return { center, leave };
}

test('K1 idle 5 s: the connection closes so long after the last reader left, not a moment before', () => {
  const { center, leave } = connected();
  leave();
  vi.advanceTimersByTime(4_999);
  expect([center.state.get(), Wire.all[0]!.isClosed]).toEqual(['CONNECTED', false]);
  vi.advanceTimersByTime(1);
  expect([center.state.get(), Wire.all[0]!.isClosed]).toEqual(['DISCONNECTED', true]);
  expect(MESSAGE_IDLE_CLOSE_MS).toBe(5_000);
});

test('K1 idle 5 s: a reader who comes in between keeps the connection', () => {
  const { center, leave } = connected();
  leave();
  vi.advanceTimersByTime(4_000);
  center.subscribe('ticker', () => undefined);
  vi.advanceTimersByTime(6_000);
  expect([center.state.get(), Wire.all.length, Wire.all[0]!.isClosed]).toEqual(['CONNECTED', 1, false]);
});

test('a reader that fails is an error of the page: the connection stays, and the other readers are told', async () => {
  const told = vi.fn();
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const failure = new Error('a list that cannot be drawn');
  const frame = { channel: 'ticker', ts: 1, eventResp: '', reqId: null, data: { price: '1' }, pong: null };
  const center = createMessageCenter({
    url: () => 'ws://test',
    token: () => Promise.resolve(null),
    read: () => Promise.resolve(frame),
    page: createPage(),
  });
  center.subscribe('ticker', () => {
    throw failure;
  });
  center.subscribe('ticker', told);
  Wire.all[0]!.dispatchEvent(new Event('open'));
  Wire.all[0]!.dispatchEvent(new MessageEvent('message', { data: new ArrayBuffer(0) }));
  await vi.advanceTimersByTimeAsync(0);
  expect(told.mock.calls).toEqual([[frame.data]]);
  expect(reported.mock.calls).toEqual([[failure]]);
  expect([center.state.get(), Wire.all[0]!.isClosed]).toEqual(['CONNECTED', false]);
});
