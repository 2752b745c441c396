/** The face of the gateway: which path speaks which protocol, and the Origin check at the handshake. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import proxyAddress, { compile } from '@fastify/proxy-addr';
import { type WebSocket, WebSocketServer } from 'ws';
import type { NoteFailure } from '../failures/failures.ts';
import { widerNetworkOf } from '../limits/network-address.ts';
import { Places } from '../limits/places.ts';
import { type Connection, type ConnectionHandler, openConnection } from './connection.ts';
import { Outboxes } from './outbox.ts';
import type { SocketLimits } from './socket-limits.ts';

export { joinPublishers } from './hub.ts';
export { createMessageCenter, createNotices, noticeChannels } from './protocols/message-center.ts';
export { createSiteSockets } from './protocols/site.ts';
export { createSocketLimits } from './socket-limits.ts';
export { createKeyedSockets, openWsApi, type Limit as WsApiLimit } from './protocols/binance-ws-api.ts';
export { startSocketCheck } from './session-check.ts';

export type Protocol = (connection: Connection, query: URLSearchParams) => ConnectionHandler;

export interface GatewayOptions {
  /** Exact paths. */
  readonly protocols: ReadonlyMap<string, Protocol>;
  readonly origins: readonly string[];
  /** Proxies that are believed when they say whom a connection comes from; the same as for calls and pages. */
  readonly trustedProxies: readonly string[];
  readonly limits: SocketLimits;
  /** Headers of answers that refuse a websocket. */
  readonly refusalHeaders: Readonly<Record<string, string>>;
  /** Hears of our own bugs: they end a connection, never the exchange. */
  readonly note: NoteFailure;
  /** Open at a time, of everybody; MAX_SOCKETS unless said. */
  readonly mostSockets?: number;
}

export interface Gateway {
  attach(server: Server): void;
  close(): Promise<void>;
}

/** The request socket: each of its frames has a weight. */
const WEIGHED_PATH = '/ws-api/v3';
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Frames of one message. The limits count whole messages, and one could consist of thousands of empty frames. */
const MAX_FRAGMENTS = 64;
/** Each takes a file descriptor, and up to a megabyte of memory for a slow reader. */
const MAX_SOCKETS = 20_000;
const CLOSE_WAIT_MS = 1_500;
const PART = 'sockets';
/** For now there is no room for it. */
const CLOSE_TRY_AGAIN = 1013;

export function createGateway(options: GatewayOptions): Gateway {
  const isTrusted = compile([...options.trustedProxies]);
  const places = new Places();
  const outboxes = new Outboxes();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    maxFragments: MAX_FRAGMENTS,
    // Pings are answered in connection.ts, where they are counted.
    autoPong: false,
    perMessageDeflate: false,
  });
  // Upgrade requests that break the websocket protocol.
  sockets.on('wsClientError', (_error, raw) => refuse(raw, '400 Bad Request', options.refusalHeaders));
  const upgrade = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    // Node takes its own listener off an upgraded socket: a reset by the peer must not end the process.
    raw.on('error', () => raw.destroy());
    try {
      admit(request, raw, head);
    } catch (error) {
      options.note(PART, error);
      raw.destroy();
    }
  };
  const admit = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    // Bytes after the request would be read as its body instead of by us, and answers would bypass the count of unread bytes.
    if (raw !== request.socket) return refuse(raw, '400 Bad Request', options.refusalHeaders);
    const target = request.url ?? '/';
    const protocol = options.protocols.get(pathOf(target));
    if (!protocol) return refuse(raw, '404 Not Found', options.refusalHeaders);
    const { origin } = request.headers;
    // A browser always says where its page is from; a program says nothing and logs in by token or signature.
    if (origin !== undefined && !options.origins.includes(origin))
      return refuse(raw, '403 Forbidden', options.refusalHeaders);
    // Empty: the peer is gone already.
    const address = (proxyAddress(request, isTrusted) as string | undefined) ?? '';
    const network = widerNetworkOf(address);
    const isFull = sockets.clients.size >= (options.mostSockets ?? MAX_SOCKETS);
    if (isFull && !places.canMakeRoom(network)) return refuse(raw, '503 Service Unavailable', options.refusalHeaders);
    const limits = options.limits.enter(address, pathOf(target) === WEIGHED_PATH);
    if (limits === null) return refuse(raw, '429 Too Many Requests', options.refusalHeaders);
    raw.once('close', limits.left);
    sockets.handleUpgrade(request, raw, head, (socket) => {
      // Not before: a request that does not become a websocket must cost nobody his place.
      if (isFull) places.makeRoom();
      const place = places.enter(network, () => giveWay(socket));
      raw.once('close', place.leave);
      openConnection(socket, raw, { ip: address, limits, place, outboxes, note: options.note }, (connection) =>
        protocol(connection, queryOf(target)),
      );
    });
  };
  return {
    attach: (server) => void server.on('upgrade', upgrade),
    async close() {
      outboxes.flushAll();
      for (const socket of sockets.clients) socket.close(1012, 'the server restarts');
      sockets.close();
      // A sleeping client never answers the close frame: it gets a moment, then it is cut.
      for (let waited = 0; sockets.clients.size > 0 && waited < CLOSE_WAIT_MS; waited += 50) await sleep(50);
      for (const socket of sockets.clients) socket.terminate();
    },
  };
}

/** Closes at once: one that never answers the close frame would hold its file descriptor for another half minute. */
function giveWay(socket: WebSocket): void {
  socket.close(CLOSE_TRY_AGAIN, 'all places are taken, and one was needed for another network');
  socket.terminate();
}

function refuse(raw: Duplex, status: string, headers: GatewayOptions['refusalHeaders']): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Else the socket stays open for as long as the peer keeps its half open.
  raw.once('finish', () => raw.destroy());
  raw.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n${lines.join('')}content-length: 0\r\n\r\n`);
}

/** The path of a request target, without query and trailing slash. Not parsed as a URL, which a target such as `//` is not. */
function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function queryOf(target: string): URLSearchParams {
  const at = target.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : target.slice(at));
}
