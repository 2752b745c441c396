/** The state machine with a clock of its own; a real connection is in test/integration/trading/live-sockets.test.ts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPage } from '../../testing/fake-network.ts';
import { createMessageCenter, type MessageFrame } from './message-center.ts';
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
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
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

test('K1 nothing is sent while the other side closes the connection, which a browser would print as an error', () => {
  const { center, leave } = connected();
  const { length } = Wire.all[0]!.sent;
  Wire.all[0]!.readyState = 2;
  leave();
  center.subscribe('dual_interest_rate', () => undefined);
  expect(Wire.all[0]!.sent).toHaveLength(length);
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

/** Connected, with a log-in that the server answers as the test says, frame by frame. */
function loggingIn(tokens: () => Promise<string | null>) {
  const frames: MessageFrame[] = [];
  const center = createMessageCenter({
    url: () => 'ws://test',
    token: tokens,
    read: () => Promise.resolve(frames.shift()!),
    page: createPage(),
  });
  const failed = vi.fn();
  center.subscribe('station_msg', () => undefined);
  center.logIn(failed);
  const wire = Wire.all[0]!;
  wire.dispatchEvent(new Event('open'));
  return {
    failed,
    logins: () => wire.sent.filter((text) => text.includes('"login"')).length,
    subscribed: () => wire.sent.some((text) => text.includes('"sub"')),
    async answer(data: unknown) {
      frames.push({ channel: '', ts: 1, eventResp: 'login', reqId: null, data, pong: null });
      wire.dispatchEvent(new MessageEvent('message', { data: new ArrayBuffer(0) }));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('FLT-16 a log-in that is refused for now is sent again, no earlier than the server says, less and less often, until it is granted', async () => {
  const { failed, logins, subscribed, answer } = loggingIn(() => Promise.resolve('token'));
  await vi.advanceTimersByTimeAsync(0);
  expect(logins()).toBe(1);
  // All within the time in which a silent server counts as lost.
  const waits = [
    [4, 4_000],
    [1, 3_000],
    [1, 6_000],
  ] as const;
  for (const [round, [retryAfter, wait]] of waits.entries()) {
    await answer({ result: false, msg: 'Too many.', retryAfter });
    await vi.advanceTimersByTimeAsync(wait - 100);
    expect([round, logins()]).toEqual([round, round + 1]);
    await vi.advanceTimersByTimeAsync(100);
    expect([round, logins()]).toEqual([round, round + 2]);
  }
  expect(subscribed()).toBe(false);
  await answer({ result: true, msg: '' });
  expect([subscribed(), logins(), failed.mock.calls.length]).toEqual([true, waits.length + 1, 0]);
});

test('FLT-16 a permanent refusal is reported at once and not retried, and a token that could not be fetched is asked for again', async () => {
  let asked = 0;
  const { failed, logins, answer } = loggingIn(() =>
    ++asked < 3 ? Promise.reject(new Error('too many requests')) : Promise.resolve('token'),
  );
  await vi.advanceTimersByTimeAsync(3_000);
  expect([asked, logins(), failed.mock.calls.length]).toEqual([2, 0, 0]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([asked, logins(), Wire.all.length]).toEqual([3, 1, 1]);
  await answer({ result: false, msg: 'The token is not valid.' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, logins(), failed.mock.calls.length]).toEqual([3, 1, 1]);
});
