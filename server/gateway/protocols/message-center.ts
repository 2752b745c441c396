/**
 * The message centre: JSON text in ({event, params, reqId, ts}; events sub, unsub, login, logout, ping), frames out as the
 * query asks: transfer pb or json, compress 2 (zlib, each frame by itself) or 0. docs/protocols/site-sockets.md.
 */
import { deflateSync } from 'node:zlib';
import type { Channel, Notices, Publisher } from '@agio/contracts/channel';
import { MESSAGE_CHANNELS, type MessageChannel, NOTICE_CHANNELS } from '@agio/contracts/ws/message-center';
import type { Connection, ConnectionHandler } from '../connection.ts';
import {
  type ClientMessage,
  createHub,
  type Encode,
  type Hub,
  type HubOptions,
  parseMessage,
  type Reader,
  type Outcome,
} from '../hub.ts';
import { writeFrame } from './message-frame.ts';

/** More names in one request are a mistake: there are five channels. */
const MOST_NAMES = 20;

const asJson: Encode = (frame) => JSON.stringify(frame);
const deflated =
  (encode: Encode): Encode =>
  (frame) =>
    deflateSync(encode(frame));
const ENCODINGS: ReadonlyMap<string, Encode> = new Map([
  ['json 0', asJson],
  ['json 2', deflated(asJson)],
  ['pb 0', writeFrame],
  ['pb 2', deflated(writeFrame)],
]);

/** The private notices as channels: without a first frame, only messages as they come. */
export const noticeChannels: readonly Channel[] = NOTICE_CHANNELS.map((name) => quietChannel(name, true));

const RATES = 'dual_interest_rate' satisfies MessageChannel;
const rateChannel = quietChannel(RATES, MESSAGE_CHANNELS[RATES].isPrivate);

function quietChannel(name: string, isPrivate: boolean): Channel {
  return { name, isPrivate, topic: () => '', first: async () => undefined };
}

export interface MessageCenter {
  readonly publisher: Publisher;
  open(connection: Connection, query: URLSearchParams): ConnectionHandler;
  readonly sessionIds: Hub['sessionIds'];
  endSession(sessionId: string): void;
  readonly connectionCount: number;
}

/** `ticker`: the spot channel of that name. */
export function createMessageCenter(options: {
  readonly ticker: Channel;
  readonly exchangeToken: HubOptions['exchangeToken'];
  readonly liveSessions: HubOptions['liveSessions'];
  readonly limits: HubOptions['limits'];
}): MessageCenter {
  const hub = createHub({
    channels: [...noticeChannels, rateChannel, options.ticker],
    exchangeToken: options.exchangeToken,
    liveSessions: options.liveSessions,
    limits: options.limits,
  });
  return {
    publisher: hub.publisher,
    open(connection, query) {
      const encode = ENCODINGS.get(`${query.get('transfer') ?? 'json'} ${query.get('compress') ?? '0'}`);
      if (!encode) {
        connection.close(1008, 'transfer is pb or json, compress 2 or 0');
        return { message: () => {}, closed: () => {} };
      }
      const reader = hub.join(connection, encode);
      return {
        message(text) {
          const message = parseMessage(text);
          if (!message) connection.close(1007, 'send JSON objects');
          else onMessage(hub, reader, message);
        },
        closed: () => hub.leave(reader),
      };
    },
    sessionIds: hub.sessionIds,
    endSession: hub.endSession,
    get connectionCount() {
      return hub.connectionCount;
    },
  };
}

/** Notices go to both kinds of sockets, rates to the message centre alone. */
export function createNotices(center: MessageCenter, futures: { readonly publisher: Publisher }): Notices {
  return {
    notify(uid, channel, data) {
      for (const { publisher } of [center, futures]) publisher.publishTo(uid, channel, data);
    },
    announceRate: (data) => center.publisher.publish(RATES, '', data),
  };
}

function onMessage(hub: Hub, reader: Reader, message: ClientMessage): void {
  const { event, reqId } = message;
  const params = (message.params ?? {}) as { readonly channel?: unknown; readonly token?: unknown };
  const answer = (name: string, outcome: Outcome): void => hub.reply(reader, name, { channel: '', reqId }, outcome);
  switch (event) {
    case 'ping':
      return hub.pong(reader, reqId, typeof message.ts === 'number' ? message.ts : Math.floor(Date.now() / 1000));
    case 'sub':
    case 'unsub': {
      const names = typeof params.channel === 'string' ? params.channel.split(',') : [];
      if (names.length === 0 || names.length > MOST_NAMES)
        return answer(event, { msg: 'Name channels in params.channel, with commas between them.' });
      // Each is looked up and answered by itself.
      if (!reader.connection.takeFrames(names.length - 1)) return;
      const ask = event === 'sub' ? hub.subscribe : hub.unsubscribe;
      for (const name of names) ask(reader, event, { channel: name.trim(), params: {}, reqId });
      return;
    }
    case 'login':
      // The log-in could not be checked, so its token is not called wrong: the connection closes, and the client tries
      // again.
      return void hub.logIn(reader, params.token).then(
        (outcome) => answer('login', outcome),
        () => reader.connection.close(1011, 'the log-in could not be checked'),
      );
    case 'logout':
      hub.logOut(reader);
      return answer('logout', { msg: '' });
    default:
      return answer(typeof event === 'string' ? event : '', { msg: 'There is no such event.' });
  }
}
