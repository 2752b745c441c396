/** The face of the gateway: which path speaks which protocol, and the Origin check at the handshake. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type Connection, type ConnectionHandler, openConnection } from './connection.ts';

export { createSiteSockets, type SiteSockets } from './protocols/site.ts';
export { openWsApi, type WsApi } from './protocols/binance-ws-api.ts';

export type Protocol = (connection: Connection) => ConnectionHandler;

export interface GatewayOptions {
  /** Exact paths. */
  readonly protocols: ReadonlyMap<string, Protocol>;
  readonly origins: readonly string[];
}

export interface Gateway {
  attach(server: Server): void;
  close(): void;
}

const MAX_MESSAGE_BYTES = 64 * 1024;

export function createGateway(options: GatewayOptions): Gateway {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const upgrade = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '');
    const protocol = options.protocols.get(path);
    if (!protocol) return refuse(raw, '404 Not Found');
    const { origin } = request.headers;
    // A browser always says where its page is from; a program says nothing and logs in by token or signature.
    if (origin !== undefined && !options.origins.includes(origin)) return refuse(raw, '403 Forbidden');
    sockets.handleUpgrade(request, raw, head, (socket) =>
      openConnection(socket, raw, request.socket.remoteAddress ?? '', protocol),
    );
  };
  return {
    attach: (server) => void server.on('upgrade', upgrade),
    close() {
      for (const socket of sockets.clients) socket.close(1012, 'the server restarts');
      sockets.close();
    },
  };
}

function refuse(raw: Duplex, status: string): void {
  raw.end(`HTTP/1.1 ${status}\r\nconnection: close\r\nx-content-type-options: nosniff\r\ncontent-length: 0\r\n\r\n`);
}
