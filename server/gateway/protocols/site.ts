/**
 * The site's sockets: {event, channel, params, reqId} in, {channel, ts, eventResp, reqId, data, pong} out.
 * Events: subscribe, unsubscribe, login (params.token: an exchange token), logout, ping.
 */
import type { Channel, Publisher } from '@agio/contracts/channel';
import type { Connection, ConnectionHandler } from '../connection.ts';

const MAX_SUBSCRIPTIONS = 200;

export interface SiteSocketOptions {
  readonly channels: readonly Channel[];
  /** Whose exchange token it is, or null. */
  readonly exchangeToken: (token: string) => Promise<{ uid: number; sessionId: string } | null>;
}

export interface SiteSockets {
  readonly publisher: Publisher;
  open(connection: Connection, isPrivate: boolean): ConnectionHandler;
  /** Closes the sockets that logged in with a session that has ended. */
  endSession(sessionId: string): void;
  readonly connectionCount: number;
}

interface Reader {
  readonly connection: Connection;
  uid: number;
  sessionId: string;
  readonly isPrivate: boolean;
  readonly topics: Map<string, Subscription>;
}

/** Frames that come while the first one is being made wait behind it. */
interface Subscription {
  waiting: string[] | null;
}

interface Message {
  readonly event?: unknown;
  readonly channel?: unknown;
  readonly params?: unknown;
  readonly reqId?: unknown;
  readonly ts?: unknown;
}

export function createSiteSockets(options: SiteSocketOptions): SiteSockets {
  const readers = new Map<string, Set<Reader>>();
  const byUser = new Map<number, Set<Reader>>();
  const all = new Set<Reader>();
  const byName = new Map(options.channels.map((channel) => [channel.name, channel]));
  const key = (channel: string, topic: string): string => `${channel} ${topic}`;

  const deliver = (reader: Reader, name: string, frame: string): void => {
    const subscription = reader.topics.get(name);
    if (!subscription) return;
    if (subscription.waiting) subscription.waiting.push(frame);
    else reader.connection.send(frame);
  };
  const publisher: Publisher = {
    publish(channel, topic, data) {
      const name = key(channel, topic);
      const group = readers.get(name);
      if (!group) return;
      const frame = dataFrame(channel, data);
      for (const reader of group) deliver(reader, name, frame);
    },
    publishTo(uid, channel, data) {
      const group = byUser.get(uid);
      if (!group) return;
      const frame = dataFrame(channel, data);
      for (const reader of group) deliver(reader, key(channel, ''), frame);
    },
    hasReaders: (channel, topic) => readers.has(key(channel, topic)),
  };

  const drop = (reader: Reader, name: string): void => {
    reader.topics.delete(name);
    const group = readers.get(name);
    group?.delete(reader);
    if (group?.size === 0) readers.delete(name);
  };
  const identify = (reader: Reader, uid: number, sessionId: string): void => {
    const group = byUser.get(reader.uid);
    group?.delete(reader);
    if (group?.size === 0) byUser.delete(reader.uid);
    reader.uid = uid;
    reader.sessionId = sessionId;
    if (uid !== 0) byUser.set(uid, (byUser.get(uid) ?? new Set()).add(reader));
    else for (const name of reader.topics.keys()) if (byName.get(name.split(' ')[0]!)?.isPrivate) drop(reader, name);
  };

  const subscribe = async (reader: Reader, channel: Channel, topic: string, reqId: unknown): Promise<void> => {
    const name = key(channel.name, topic);
    const subscription: Subscription = { waiting: [] };
    reader.topics.set(name, subscription);
    readers.set(name, (readers.get(name) ?? new Set()).add(reader));
    reply(reader, channel.name, 'subscribe', reqId, true, '');
    const first = await channel.first(topic, reader.uid);
    if (reader.topics.get(name) !== subscription) return;
    if (first !== undefined) reader.connection.send(dataFrame(channel.name, first));
    for (const frame of subscription.waiting ?? []) reader.connection.send(frame);
    subscription.waiting = null;
  };

  const onSubscription = (reader: Reader, message: Message): void => {
    const event = message.event as 'subscribe' | 'unsubscribe';
    const channelName = typeof message.channel === 'string' ? message.channel : '';
    const channel = byName.get(channelName);
    const refuse = (msg: string): void => reply(reader, channelName, event, message.reqId, false, msg);
    if (!channel) return refuse('There is no such channel here.');
    if (channel.isPrivate !== reader.isPrivate)
      return refuse(`This channel is on the ${channel.isPrivate ? 'private' : 'public'} socket.`);
    if (channel.isPrivate && reader.uid === 0) return refuse('Log in on this socket first.');
    const topic = channel.topic((message.params ?? {}) as Record<string, unknown>);
    if (topic === null) return refuse('The parameters of this channel are not valid.');
    if (event === 'unsubscribe') {
      drop(reader, key(channel.name, topic));
      return reply(reader, channel.name, event, message.reqId, true, '');
    }
    if (reader.topics.size >= MAX_SUBSCRIPTIONS)
      return refuse(`A connection takes at most ${MAX_SUBSCRIPTIONS} subscriptions.`);
    if (reader.topics.has(key(channel.name, topic))) drop(reader, key(channel.name, topic));
    subscribe(reader, channel, topic, message.reqId).catch(() => {
      drop(reader, key(channel.name, topic));
      refuse('The first data could not be read. Subscribe again.');
    });
  };

  const login = async (reader: Reader, message: Message): Promise<void> => {
    const token = (message.params as { token?: unknown } | null | undefined)?.token;
    const session = typeof token === 'string' && reader.isPrivate ? await options.exchangeToken(token) : null;
    if (!all.has(reader)) return;
    if (session) identify(reader, session.uid, session.sessionId);
    // The session may have ended while its token was looked up: then nobody is logged in.
    if (session && typeof token === 'string' && !(await options.exchangeToken(token))) {
      return reader.connection.close(4001, 'logged out');
    }
    reply(
      reader,
      '',
      'login',
      message.reqId,
      session !== null,
      session ? '' : 'The token is not valid. Ask for a new one.',
    );
  };

  const onMessage = (reader: Reader, text: string): void => {
    const message = parseMessage(text);
    if (!message) return reader.connection.close(1007, 'send JSON objects');
    switch (message.event) {
      case 'ping':
        return reader.connection.send(
          JSON.stringify({
            channel: '',
            ts: Date.now(),
            eventResp: '',
            reqId: message.reqId ?? null,
            data: null,
            pong: message.ts ?? Date.now(),
          }),
        );
      case 'subscribe':
      case 'unsubscribe':
        return onSubscription(reader, message);
      case 'login':
        return void login(reader, message).catch(() =>
          reply(reader, '', 'login', message.reqId, false, 'The log-in could not be checked. Try again.'),
        );
      case 'logout':
        identify(reader, 0, '');
        return reply(reader, '', 'logout', message.reqId, true, '');
      default:
        return reply(
          reader,
          '',
          typeof message.event === 'string' ? message.event : '',
          message.reqId,
          false,
          'There is no such event.',
        );
    }
  };

  return {
    publisher,
    open(connection, isPrivate) {
      const reader: Reader = { connection, uid: 0, sessionId: '', isPrivate, topics: new Map() };
      all.add(reader);
      return {
        message: (text) => onMessage(reader, text),
        closed() {
          for (const name of reader.topics.keys()) drop(reader, name);
          identify(reader, 0, '');
          all.delete(reader);
        },
      };
    },
    endSession(sessionId) {
      for (const reader of all) if (reader.sessionId === sessionId) reader.connection.close(4001, 'logged out');
    },
    get connectionCount() {
      return all.size;
    },
  };
}

function dataFrame(channel: string, data: unknown): string {
  return JSON.stringify({ channel, ts: Date.now(), eventResp: '', reqId: null, data, pong: null });
}

function reply(reader: Reader, channel: string, eventResp: string, reqId: unknown, result: boolean, msg: string): void {
  const echoed = typeof reqId === 'string' || typeof reqId === 'number' ? reqId : null;
  reader.connection.send(
    JSON.stringify({ channel, ts: Date.now(), eventResp, reqId: echoed, data: { result, msg }, pong: null }),
  );
}

function parseMessage(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    // Not JSON: the caller closes the socket with a reason.
    return null;
  }
}
