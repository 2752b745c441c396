/**
 * Keeps which connection reads which topic; shared by the site's sockets and the message centre. Each frame is made once, to the bytes of
 * the wire, for all readers of one encoding; a new reader's first frame comes before those that were published meanwhile.
 */
import type { Channel, Publisher } from '@agio/contracts/channel';
import { Refusal, TooBusy } from '@agio/contracts/errors';
import type { ServerFrame } from '@agio/contracts/ws/frame';
import type { Connection } from './connection.ts';
import type { LoginLimit, SocketLimits } from './socket-limits.ts';
import { type WireFrame, wireFrame } from './wire-frame.ts';

const MAX_SUBSCRIPTIONS = 200;
/** A longer one is not echoed: one message may ask for many answers, each with it. */
const LONGEST_ID = 128;
/** Weight of a first frame if its channel sets none. A private one weighs more, because it queries the engine. */
const FIRST_WEIGHT = { public: 1, private: 5 };
const DONE: Outcome = { msg: '' };
const WRONG_TOKEN: Outcome = { msg: 'The token is not valid. Ask for a new one.' };
/** When to log in again after a log-in was refused because there were too many (`retryAfter`). */
const LOGIN_WAIT_SECONDS = 5;
/** When to try again after a user had too many connections: by then another page of theirs may be closed. */
const CONNECTION_WAIT_SECONDS = 30;

export type Encoded = string | Buffer;
export type Encode = (frame: ServerFrame) => Encoded;

export interface HubOptions {
  readonly channels: readonly Channel[];
  /** Shared by all hubs: how many connections a user has. */
  readonly limits: Pick<SocketLimits, 'enterUser' | 'leaveUser'>;
  /**
   * The user and session of an exchange token, or null; the token can be used only once. Throws TOO_MANY_ATTEMPTS or TooBusy when too
   * many of the address or of all wait for it.
   */
  readonly exchangeToken: (token: string, ip: string) => Promise<{ uid: number; sessionId: string } | null>;
  /** Which of these sessions are alive. */
  readonly liveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** The outcome of a request. */
export interface Outcome {
  /** The sentence that refuses it; empty if it was done. */
  readonly msg: string;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
}

/** One connection and what it reads. */
export interface Reader {
  readonly connection: Connection;
  readonly encode: Encode;
  uid: number;
  sessionId: string;
  /** Sessions whose log-in on this connection is under way: their end closes the connection too. */
  readonly asked: Set<string>;
  readonly topics: Map<string, Subscription>;
}

/** `waiting` holds frames published before the first frame is sent; null afterwards. */
interface Subscription {
  waiting: WireFrame[] | null;
}

/** The parameters of a request; `channel` and `reqId` are echoed. */
export interface ChannelRequest {
  readonly channel: string;
  readonly params: unknown;
  readonly reqId: unknown;
}

export interface Hub {
  readonly publisher: Publisher;
  readonly connectionCount: number;
  channel(name: string): Channel | undefined;
  join(connection: Connection, encode: Encode): Reader;
  leave(reader: Reader): void;
  /** `event` is the name under which the answer is sent. */
  subscribe(reader: Reader, event: string, request: ChannelRequest): void;
  unsubscribe(reader: Reader, event: string, request: ChannelRequest): void;
  /** A session that ended meanwhile closes the connection. */
  logIn(reader: Reader, token: unknown): Promise<Outcome>;
  /** Ends the private channels of the connection. */
  logOut(reader: Reader): void;
  reply(reader: Reader, event: string, request: Pick<ChannelRequest, 'channel' | 'reqId'>, outcome: Outcome): void;
  pong(reader: Reader, reqId: unknown, pong: unknown): void;
  /** With which sessions its connections are logged in. */
  sessionIds(): Iterable<string>;
  /** Closes the connections that logged in with a session that has ended. */
  endSession(sessionId: string): void;
}

export function createHub(options: HubOptions): Hub {
  const readers = new Map<string, Set<Reader>>();
  const byUser = new Map<number, Set<Reader>>();
  const all = new Set<Reader>();
  const byName = new Map(options.channels.map((channel) => [channel.name, channel]));

  const deliver = (group: Iterable<Reader>, name: string, frame: ServerFrame, when: 'now' | 'in turn'): void => {
    const made = makeOnce(frame);
    for (const reader of group) {
      const subscription = reader.topics.get(name);
      if (subscription?.waiting) subscription.waiting.push(made(reader.encode));
      else if (subscription) reader.connection.sendShared(made(reader.encode), when);
    }
  };
  const drop = (reader: Reader, name: string): void => {
    if (reader.topics.delete(name)) reader.connection.countTopic(-1);
    removeFrom(readers, name, reader);
  };
  const identify = (reader: Reader, uid: number, sessionId: string): void => {
    removeFrom(byUser, reader.uid, reader);
    if (reader.uid !== 0 && reader.uid !== uid) options.limits.leaveUser(reader.uid);
    reader.uid = uid;
    reader.sessionId = sessionId;
    reader.connection.setLoggedIn(uid !== 0);
    if (uid !== 0) byUser.set(uid, (byUser.get(uid) ?? new Set()).add(reader));
    else for (const name of reader.topics.keys()) if (byName.get(name.split(' ')[0]!)?.isPrivate) drop(reader, name);
  };
  const reply: Hub['reply'] = (reader, event, { channel, reqId }, outcome) =>
    reader.connection.send(
      reader.encode(frameOf({ channel, eventResp: event, reqId, data: { result: outcome.msg === '', ...outcome } })),
    );
  const begin = async (reader: Reader, channel: Channel, topic: string, answer: () => void): Promise<void> => {
    const name = key(channel.name, topic);
    const subscription: Subscription = { waiting: [] };
    reader.topics.set(name, subscription);
    reader.connection.countTopic(1);
    readers.set(name, (readers.get(name) ?? new Set()).add(reader));
    answer();
    const first = await channel.first(topic, reader.uid);
    if (reader.topics.get(name) !== subscription) return;
    if (first !== undefined) reader.connection.send(reader.encode(frameOf({ channel: channel.name, data: first })));
    for (const frame of subscription.waiting ?? []) reader.connection.sendShared(frame, 'now');
    subscription.waiting = null;
  };
  /** The channel and topic that a request may name, or the sentence that refuses it. */
  const find = (reader: Reader, request: ChannelRequest): { channel: Channel; topic: string } | Outcome => {
    const channel = byName.get(request.channel);
    if (!channel) return { msg: 'There is no such channel here.' };
    if (channel.isPrivate && reader.uid === 0) return { msg: 'Log in on this socket first.' };
    const topic = channel.topic((request.params ?? {}) as Record<string, unknown>);
    return topic === null ? { msg: 'The parameters of this channel are not valid.' } : { channel, topic };
  };

  return {
    publisher: {
      publish(channel, topic, data) {
        const name = key(channel, topic);
        const group = readers.get(name);
        if (group) deliver(group, name, frameOf({ channel, data }), 'in turn');
      },
      publishTo(uid, channel, data) {
        const group = byUser.get(uid);
        if (group) deliver(group, key(channel, ''), frameOf({ channel, data }), 'now');
      },
      hasReaders: (channel, topic, uid) => isRead({ readers, byUser }, key(channel, topic), uid),
    },
    get connectionCount() {
      return all.size;
    },
    channel: (name) => byName.get(name),
    join(connection, encode) {
      const reader: Reader = { connection, encode, uid: 0, sessionId: '', asked: new Set(), topics: new Map() };
      all.add(reader);
      return reader;
    },
    leave(reader) {
      for (const name of reader.topics.keys()) drop(reader, name);
      identify(reader, 0, '');
      all.delete(reader);
    },
    subscribe(reader, event, request) {
      const found = find(reader, request);
      if ('msg' in found) return reply(reader, event, request, found);
      const name = key(found.channel.name, found.topic);
      const refused = refusalOf(reader, name, firstWeight(found.channel, found.topic));
      if (refused !== null) return reply(reader, event, request, refused);
      if (reader.topics.has(name)) drop(reader, name);
      const begun = begin(reader, found.channel, found.topic, () => reply(reader, event, request, DONE));
      const subscription = reader.topics.get(name);
      begun.catch(() => {
        // It was subscribed to again meanwhile: the newer subscription stays.
        if (reader.topics.get(name) !== subscription) return;
        drop(reader, name);
        reply(reader, event, request, { msg: 'The first data could not be read. Subscribe again.', retryAfter: 1 });
      });
    },
    unsubscribe(reader, event, request) {
      const found = find(reader, request);
      if ('msg' in found) return reply(reader, event, request, found);
      drop(reader, key(found.channel.name, found.topic));
      reply(reader, event, request, DONE);
    },
    async logIn(reader, token) {
      if (typeof token !== 'string') return WRONG_TOKEN;
      // Counted before the database is asked.
      const tooOften = reader.connection.takeLogin();
      if (tooOften !== null) return tooManyLogins(tooOften);
      const session = await options.exchangeToken(token, reader.connection.ip).catch(refusedLogin);
      if (session !== null && 'msg' in session) return session;
      if (!session || !all.has(reader)) return WRONG_TOKEN;
      const { uid, sessionId } = session;
      // It may have ended while its token was looked up. From here on its end closes the connection, also before the answer:
      // the connection counts as logged in only once the session is known to be alive.
      const isAlive = await isStillAlive(reader, sessionId, options);
      if (!isAlive) reader.connection.close(4001, 'logged out');
      if (!isAlive || !reader.connection.isOpen || !all.has(reader)) return WRONG_TOKEN;
      if (reader.uid !== uid && !options.limits.enterUser(uid))
        return {
          msg: 'You have as many connections open as one may have. Close one.',
          retryAfter: CONNECTION_WAIT_SECONDS,
        };
      identify(reader, uid, sessionId);
      return DONE;
    },
    logOut: (reader) => identify(reader, 0, ''),
    reply,
    pong: (reader, reqId, pong) => reader.connection.send(reader.encode(frameOf({ channel: '', reqId, pong }))),
    *sessionIds() {
      for (const group of byUser.values()) for (const { sessionId } of group) yield sessionId;
    },
    endSession(sessionId) {
      for (const reader of all)
        if (reader.sessionId === sessionId || reader.asked.has(sessionId)) reader.connection.close(4001, 'logged out');
    },
  };
}

interface Groups {
  readonly readers: ReadonlyMap<string, unknown>;
  readonly byUser: ReadonlyMap<number, ReadonlySet<Reader>>;
}

function isRead({ readers, byUser }: Groups, name: string, uid: number | undefined): boolean {
  if (uid === undefined) return readers.has(name);
  return [...(byUser.get(uid) ?? [])].some((reader) => reader.topics.has(name));
}

/** A group without readers is forgotten. */
function removeFrom<Name>(groups: Map<Name, Set<Reader>>, name: Name, reader: Reader): void {
  const group = groups.get(name);
  group?.delete(reader);
  if (group?.size === 0) groups.delete(name);
}

/**
 * The sentence that refuses a subscription; null where it may begin, and then its first frame is counted. What is read
 * already goes on either way.
 */
function refusalOf({ topics, connection }: Reader, name: string, weight: number): Outcome | null {
  // Subscribing again to the same topic does not count as another subscription: clients do so to get a new first frame after a gap.
  if (topics.size >= MAX_SUBSCRIPTIONS && !topics.has(name))
    return { msg: `A connection takes at most ${MAX_SUBSCRIPTIONS} subscriptions.` };
  if (!topics.has(name) && !connection.hasRoomForTopic())
    return {
      msg: 'Too many subscriptions from this address. Close some, or try again later.',
      retryAfter: CONNECTION_WAIT_SECONDS,
    };
  const retryAfter = connection.takeFirstFrame(weight);
  return retryAfter > 0
    ? { msg: `Too many first frames at once. Subscribe again in ${retryAfter} seconds.`, retryAfter }
    : null;
}

/** One publisher that publishes to the readers of all these. */
export function joinPublishers(publishers: readonly Publisher[]): Publisher {
  return {
    publish: (...frame) => publishers.forEach((publisher) => publisher.publish(...frame)),
    publishTo: (...frame) => publishers.forEach((publisher) => publisher.publishTo(...frame)),
    hasReaders: (...topic) => publishers.some((publisher) => publisher.hasReaders(...topic)),
  };
}

const firstWeight = (channel: Channel, topic: string): number =>
  channel.firstWeight?.(topic) ?? (channel.isPrivate ? FIRST_WEIGHT.private : FIRST_WEIGHT.public);

/** A session that ends while it is looked up closes the connection, since the reader has asked for it. */
async function isStillAlive(reader: Reader, sessionId: string, { liveSessions }: HubOptions): Promise<boolean> {
  reader.asked.add(sessionId);
  try {
    return (await liveSessions([sessionId])).has(sessionId);
  } finally {
    reader.asked.delete(sessionId);
  }
}

function refusedLogin(error: unknown): Outcome {
  if (error instanceof Refusal || error instanceof TooBusy)
    return { msg: error.message, retryAfter: LOGIN_WAIT_SECONDS };
  throw error;
}

const LOGGING_IN = { connection: 'on this connection', address: 'from this address', network: 'from your network' };

const tooManyLogins = (whose: LoginLimit): Outcome => ({
  msg: `Too many log-ins ${LOGGING_IN[whose]}. Wait some seconds.`,
  retryAfter: LOGIN_WAIT_SECONDS,
});

const key = (channel: string, topic: string): string => `${channel} ${topic}`;

function makeOnce(frame: ServerFrame): (encode: Encode) => WireFrame {
  const known = new Map<Encode, WireFrame>();
  return (encode) => {
    let made = known.get(encode);
    if (made === undefined) known.set(encode, (made = wireFrame(encode(frame))));
    return made;
  };
}

type FramePart = { readonly channel: string; readonly reqId?: unknown } & Partial<
  Pick<ServerFrame, 'eventResp' | 'data' | 'pong'>
>;

function frameOf({ channel, eventResp = '', reqId, data = null, pong = null }: FramePart): ServerFrame {
  const isShort = typeof reqId === 'number' || (typeof reqId === 'string' && reqId.length <= LONGEST_ID);
  const echoed = isShort ? reqId : null;
  return { channel, ts: Date.now(), eventResp, reqId: echoed, data, pong };
}

export interface ClientMessage {
  readonly event?: unknown;
  readonly channel?: unknown;
  readonly params?: unknown;
  readonly reqId?: unknown;
  readonly ts?: unknown;
}

/** Null for what is no JSON object. */
export function parseMessage(text: string): ClientMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    // Not JSON: the caller closes the socket with a reason.
    return null;
  }
}
