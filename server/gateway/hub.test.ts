import { TooBusy } from '@agio/contracts/errors';
import { expect, test } from 'vitest';
import type { ServerFrame } from '@agio/contracts/ws/frame';
import type { Connection } from './connection.ts';
import { createHub, type Hub, type HubOptions, type Reader } from './hub.ts';
import { createSocketLimits } from './socket-limits.ts';

interface Side {
  readonly hub: Hub;
  readonly reader: Reader;
  readonly frames: ServerFrame[];
  readonly closed: number[];
  subscribe(channel: string): string;
}

const SESSION = { uid: 7, sessionId: 'session' };

/** One connection, in memory; the answers about sessions are what the test says. */
function connect(
  liveSessions: HubOptions['liveSessions'],
  limits = createSocketLimits(true, () => 0),
  more: HubOptions['channels'] = [],
): Side {
  const hub = createHub({
    channels: [
      { name: 'order', isPrivate: true, topic: () => '', first: async (_topic, uid) => ({ snapshot: true, uid }) },
      {
        name: 'depth',
        isPrivate: false,
        topic: () => 'X',
        first: async () => ({ whole: true }),
        firstWeight: () => 21,
      },
      ...more,
    ],
    exchangeToken: async (token) => {
      if (token === 'too many') throw new TooBusy('So many log in now.', 1);
      return SESSION;
    },
    liveSessions,
    limits,
  });
  const frames: ServerFrame[] = [];
  const closed: number[] = [];
  const connection: Connection = {
    ...limits.enter('192.0.2.1', false)!,
    ip: '192.0.2.1',
    setLoggedIn: () => {},
    sendShared: (frame) => connection.send(frame.subarray(frame.indexOf('{'))),
    send: (frame) => void (closed.length === 0 && frames.push(JSON.parse(String(frame)) as ServerFrame)),
    close: (code) => void closed.push(code),
    get isOpen() {
      return closed.length === 0;
    },
  };
  const reader = hub.join(connection, (frame) => JSON.stringify(frame));
  return {
    hub,
    reader,
    frames,
    closed,
    subscribe(channel) {
      hub.subscribe(reader, 'subscribe', { channel, params: {}, reqId: 1 });
      return (frames.findLast(({ eventResp }) => eventResp === 'subscribe')!.data as { msg: string }).msg;
    },
  };
}

/** A look at the database that waits until the test lets it answer. */
function heldLook(alive: readonly string[]) {
  const held = Promise.withResolvers<ReadonlySet<string>>();
  const begun = Promise.withResolvers<void>();
  const look: HubOptions['liveSessions'] = () => {
    begun.resolve();
    return held.promise;
  };
  return { look, begun: begun.promise, answer: () => held.resolve(new Set(alive)) };
}

test('ATK-8 a socket is not logged in until its session is known to be alive: it misses private frames published meanwhile', async () => {
  const { look, begun, answer } = heldLook([]);
  const side = connect(look);
  const told = side.hub.logIn(side.reader, 'token');
  await begun;
  expect(side.subscribe('order')).toBe('Log in on this socket first.');
  side.hub.publisher.publishTo(SESSION.uid, 'order', { seq: 1 });
  answer();
  expect(await told).toMatchObject({ msg: expect.stringContaining('not valid') });
  expect([side.closed, side.reader.uid, side.frames.length]).toEqual([[4001], 0, 1]);
});

test('ATK-8 a session that ends while its socket logs in, after it was seen alive, ends the socket', async () => {
  const { look, begun, answer } = heldLook([SESSION.sessionId]);
  const side = connect(look);
  const told = side.hub.logIn(side.reader, 'token');
  await begun;
  side.hub.endSession(SESSION.sessionId);
  answer();
  expect(await told).toMatchObject({ msg: expect.stringContaining('not valid') });
  expect([side.closed, side.reader.uid]).toEqual([[4001], 0]);
});

test('ATK-8 FLT-16 a log-in that is refused for too many says whose they are, and when to come again', async () => {
  const limits = createSocketLimits(true, () => 0);
  const side = connect(async () => new Set([SESSION.sessionId]), limits);
  const tried: unknown[] = [];
  for (let n = 0; n < 6; n += 1) tried.push(await side.hub.logIn(side.reader, 'token'));
  const told = (whose: string) => ({ msg: `Too many log-ins ${whose}. Wait some seconds.`, retryAfter: 5 });
  expect(tried).toEqual([...Array(5).fill({ msg: '' }), told('on this connection')]);
  for (let n = 0; n < 295; n += 5) {
    const other = limits.enter('192.0.2.1', false)!;
    for (let once = 0; once < 5; once += 1) other.takeLogin();
  }
  const late = connect(async () => new Set([SESSION.sessionId]), limits);
  expect(await late.hub.logIn(late.reader, 'token')).toEqual(told('from this address'));
});

test('FLT-16 a log-in for which too many wait is refused with a sentence, and may be tried again', async () => {
  const side = connect(async () => new Set([SESSION.sessionId]));
  expect(await side.hub.logIn(side.reader, 'too many')).toEqual({ msg: 'So many log in now.', retryAfter: 5 });
  expect(await side.hub.logIn(side.reader, 'token')).toEqual({ msg: '' });
});

test('FLT-16 a client that keeps asking for whole books has to wait, and keeps its subscriptions', async () => {
  const side = connect(async () => new Set());
  const told = Array.from({ length: 15 }, () => side.subscribe('depth'));
  expect(told).toEqual([...Array(14).fill(''), 'Too many first frames at once. Subscribe again in 1 seconds.']);
  await expect.poll(() => side.frames.filter(({ eventResp }) => eventResp === '').length).toBeGreaterThan(0);
  side.hub.publisher.publish('depth', 'X', { u: 2 });
  expect(side.frames.at(-1)).toMatchObject({ channel: 'depth', data: { u: 2 } });
  expect(side.closed).toEqual([]);
});

test('FLT-16 a connection with all the subscriptions that it may have begins one of them again, and no other', async () => {
  const topics: HubOptions['channels'] = [
    { name: 'ticker', isPrivate: false, topic: ({ at }) => String(at), first: async () => undefined },
  ];
  let now = 0;
  const { hub, reader, frames } = connect(
    async () => new Set(),
    createSocketLimits(true, () => (now += 1_000)),
    topics,
  );
  const ask = (at: number): string => {
    hub.subscribe(reader, 'subscribe', { channel: 'ticker', params: { at }, reqId: at });
    return (frames.at(-1)!.data as { msg: string }).msg;
  };
  for (let at = 0; at < 200; at += 1) expect(ask(at)).toBe('');
  expect(ask(200)).toMatch(/at most 200 subscriptions/);
  expect(ask(7)).toBe('');
});

test('a first frame that fails late does not end a newer subscription to the same topic', async () => {
  const firsts = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  let asked = 0;
  const slow: HubOptions['channels'] = [
    { name: 'slow', isPrivate: false, topic: () => 'X', first: () => firsts[asked++]!.promise },
  ];
  const { hub, frames, subscribe } = connect(async () => new Set(), undefined, slow);
  expect([subscribe('slow'), subscribe('slow')]).toEqual(['', '']);
  firsts[1]!.resolve({ whole: true });
  await firsts[1]!.promise;
  firsts[0]!.reject(new Error('too late'));
  await firsts[0]!.promise.catch(() => undefined);
  await Promise.resolve();
  expect(hub.publisher.hasReaders('slow', 'X')).toBe(true);
  expect(
    frames.filter(({ eventResp }) => eventResp === 'subscribe').map(({ data }) => (data as { msg: string }).msg),
  ).toEqual(['', '']);
});

test('FLT-16 an address that reads as many topics as it may is refused another one, and what it reads goes on', () => {
  const limits = createSocketLimits(true, () => 0);
  const side = connect(async () => new Set(), limits);
  const other = limits.enter('192.0.2.1', false)!;
  for (let at = 0; at < 4_999; at += 1) other.countTopic(1);
  expect(side.subscribe('depth')).toBe('');
  expect(side.subscribe('depth')).toBe('');
  const third = connect(async () => new Set(), limits);
  expect(third.subscribe('depth')).toMatch(/^Too many subscriptions from this address/);
  side.hub.unsubscribe(side.reader, 'unsubscribe', { channel: 'depth', params: {}, reqId: 1 });
  expect(third.subscribe('depth')).toBe('');
  third.hub.leave(third.reader);
  expect(side.subscribe('depth')).toBe('');
});

test('FLT-16 a long reqId is not echoed: one message may ask for many answers, each with it', () => {
  const side = connect(async () => new Set());
  for (const reqId of ['x'.repeat(128), 'x'.repeat(129), 7])
    side.hub.unsubscribe(side.reader, 'unsubscribe', { channel: 'nothing', params: {}, reqId });
  expect(side.frames.map(({ reqId }) => reqId)).toEqual(['x'.repeat(128), null, 7]);
});

test('an update is encoded and framed once, and every reader of that encoding gets the same bytes', async () => {
  let encoded = 0;
  const limits = createSocketLimits(false, () => 0);
  const hub = createHub({
    channels: [{ name: 'depth', isPrivate: false, topic: () => 'X', first: async () => undefined }],
    exchangeToken: async () => null,
    liveSessions: async () => new Set(),
    limits,
  });
  const encode = (frame: ServerFrame): string => ((encoded += 1), JSON.stringify(frame));
  const got: { readonly frame: object; readonly when: string }[] = [];
  for (let at = 0; at < 50; at += 1) {
    const connection: Connection = {
      ...limits.enter('192.0.2.1', false)!,
      ip: '192.0.2.1',
      setLoggedIn: () => {},
      send: () => {},
      sendShared: (frame, when) => void got.push({ frame, when }),
      close: () => {},
      isOpen: true,
    };
    hub.subscribe(hub.join(connection, encode), 'subscribe', { channel: 'depth', params: {}, reqId: 1 });
  }
  await new Promise((resolve) => setImmediate(resolve));
  encoded = 0;
  hub.publisher.publish('depth', 'X', { u: 2 });
  expect([encoded, got.length, new Set(got.map(({ frame }) => frame)).size]).toEqual([1, 50, 1]);
  expect(got.every(({ when }) => when === 'in turn')).toBe(true);
});
