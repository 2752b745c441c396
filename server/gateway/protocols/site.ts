/**
 * The site's sockets: {event, channel, params, reqId} in, {channel, ts, eventResp, reqId, data, pong} out.
 * Events: subscribe, unsubscribe, login (params.token: an exchange token), logout, ping.
 */
import type { Publisher } from '@agio/contracts/channel';
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

export interface SiteSockets {
  readonly publisher: Publisher;
  open(connection: Connection, isPrivate: boolean): ConnectionHandler;
  readonly sessionIds: Hub['sessionIds'];
  /** Closes the sockets that logged in with a session that has ended. */
  endSession(sessionId: string): void;
  readonly connectionCount: number;
}

const asJson: Encode = (frame) => JSON.stringify(frame);

export function createSiteSockets(options: HubOptions): SiteSockets {
  const hub = createHub(options);
  return {
    publisher: hub.publisher,
    open(connection, isPrivate) {
      const reader = hub.join(connection, asJson);
      return {
        message(text) {
          const message = parseMessage(text);
          if (!message) connection.close(1007, 'send JSON objects');
          else onMessage(hub, reader, isPrivate, message);
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

function onMessage(hub: Hub, reader: Reader, isPrivate: boolean, message: ClientMessage): void {
  const { event, params, reqId } = message;
  const answer = (name: string, outcome: Outcome): void => hub.reply(reader, name, { channel: '', reqId }, outcome);
  switch (event) {
    case 'ping':
      return hub.pong(reader, reqId, message.ts ?? Date.now());
    case 'subscribe':
    case 'unsubscribe': {
      const request = { channel: typeof message.channel === 'string' ? message.channel : '', params, reqId };
      const channel = hub.channel(request.channel);
      if (channel && channel.isPrivate !== isPrivate)
        return hub.reply(reader, event, request, {
          msg: `This channel is on the ${channel.isPrivate ? 'private' : 'public'} socket.`,
        });
      return hub[event](reader, event, request);
    }
    case 'login': {
      const token = isPrivate ? (params as { token?: unknown } | null | undefined)?.token : undefined;
      return void hub.logIn(reader, token).then(
        (outcome) => answer('login', outcome),
        () => answer('login', { msg: 'The log-in could not be checked. Try again.', retryAfter: 1 }),
      );
    }
    case 'logout':
      hub.logOut(reader);
      return answer('logout', { msg: '' });
    default:
      return answer(typeof event === 'string' ? event : '', { msg: 'There is no such event.' });
  }
}
