/**
 * What one client may hold of the server by its connections alone, whatever it asks for: how many are open, how many requests are
 * sent ahead of their turn, and how many bytes of answers nobody reads (reliability FLT-16). Websockets begin as such connections
 * and are counted here as well.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, widerNetworkOf } from '../network-address.ts';

export interface ConnectionLimits {
  /** Open at a time, of everybody. */
  readonly open: number;
  /** Of an address (of IPv6 its /64), and of the network around it. */
  readonly ofAddress: number;
  readonly ofNetwork: number;
  /** Bytes of answers that were made and not taken: of an address, and of everybody. */
  readonly unreadOfAddress: number;
  readonly unread: number;
}

export interface GuardOptions {
  readonly limits: ConnectionLimits;
  /** Of proxies that speak for many: only what holds for everybody holds for them. */
  readonly isTrusted: (address: string) => boolean;
}

/** A page opens three sockets and six connections for its files, so an office of two hundred has some 2,000. */
const OF_ADDRESS = 2_000;
const OF_NETWORK = 8_000;
const MOST_OPEN = 50_000;
/** File descriptors for the journal, the database, and connections to other places. */
const KEPT_DESCRIPTORS = 1_000;
const MEBIBYTE = 1024 * 1024;
const UNREAD_OF_ADDRESS = 16 * MEBIBYTE;
const UNREAD = 256 * MEBIBYTE;
/** Requests that a connection has sent while an earlier one is worked on. Browsers send none ahead. */
const AHEAD = 10;
const SWEEP_MS = 1_000;
/** Where the system does not say how many files a process may have open. */
const USUAL_DESCRIPTORS = 10_240;

/** Limits of a listener of this process, which has `descriptors` files at most. Off: only what keeps the process alive. */
export function connectionLimits(isOn: boolean, descriptors = mostDescriptors()): ConnectionLimits {
  const open = Math.max(100, Math.min(MOST_OPEN, descriptors - KEPT_DESCRIPTORS));
  return {
    open,
    ofAddress: isOn ? Math.min(OF_ADDRESS, Math.ceil(open / 8)) : open,
    ofNetwork: isOn ? Math.min(OF_NETWORK, Math.ceil(open / 3)) : open,
    unreadOfAddress: isOn ? UNREAD_OF_ADDRESS : UNREAD,
    unread: UNREAD,
  };
}

function mostDescriptors(): number {
  const file = '/proc/self/limits';
  const found = existsSync(file) ? /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'utf8')) : null;
  return found ? Number(found[1]) : USUAL_DESCRIPTORS;
}

/**
 * An HTTP server that answers the requests of a connection one after the other, and cuts connections past the limits: new ones when
 * too many are open, one that sends more than ten requests ahead, and those with the most unread bytes when there are too many.
 */
export function createGuardedServer(handler: RequestListener, options: GuardOptions): Server {
  const connections = new Connections(options);
  const server = createServer((request, response) => connections.take(request, response, handler));
  server.maxConnections = options.limits.open;
  server.on('connection', (socket) => connections.enter(socket));
  const sweep = setInterval(() => connections.sweep(), SWEEP_MS).unref();
  server.on('close', () => clearInterval(sweep));
  return server;
}

/** Who is at the other end. The names of a trusted proxy are empty: it has no limit of its own. */
interface Client {
  readonly address: string;
  readonly network: string;
  /** Requests that wait for their turn; null: none is worked on. */
  ahead: (() => void)[] | null;
}

class Connections {
  private readonly options: GuardOptions;
  private readonly clients = new Map<Socket, Client>();
  private readonly open = new Map<string, number>();
  /** By address: connections with a request whose answer is not sent yet, or not taken. */
  private readonly answering = new Map<string, Set<Socket>>();

  constructor(options: GuardOptions) {
    this.options = options;
  }

  enter(socket: Socket): void {
    const { limits, isTrusted } = this.options;
    const ip = socket.remoteAddress ?? '';
    const isProxy = isTrusted(ip);
    const client = { address: isProxy ? '' : networkOf(ip), network: isProxy ? '' : widerNetworkOf(ip), ahead: null };
    const { address, network } = client;
    const isOver = this.openOf(address) >= limits.ofAddress || this.openOf(`around ${network}`) >= limits.ofNetwork;
    if (!isProxy && isOver) {
      socket.destroy();
      return;
    }
    this.clients.set(socket, client);
    this.count(address, 1);
    this.count(`around ${network}`, 1);
    socket.once('close', () => {
      this.clients.delete(socket);
      this.count(address, -1);
      this.count(`around ${network}`, -1);
      this.stopAnswering(address, socket);
    });
  }

  /** Hands the request over when the answer to the one before has been taken. */
  take(request: IncomingMessage, response: ServerResponse, handler: RequestListener): void {
    const { socket } = request;
    const client = this.clients.get(socket);
    // Node goes on reading what came in one packet, also when the connection was cut for the requests at its beginning.
    if (client === undefined || socket.destroyed) return;
    const begin = (): void => this.begin(socket, client, request, response, handler);
    if (client.ahead === null) begin();
    else if (client.ahead.length < AHEAD) client.ahead.push(begin);
    else socket.destroy();
  }

  /** Cuts who has the most unread bytes, until each address and all together are within their limits. */
  sweep(): void {
    const { limits } = this.options;
    const unread = [...this.clients.keys()].filter((socket) => socket.writableLength > 0);
    const ofAddress = Map.groupBy(unread, (socket) => this.clients.get(socket)?.address ?? '');
    for (const [address, sockets] of ofAddress) if (address !== '') cutLargest(sockets, limits.unreadOfAddress);
    cutLargest(unread, limits.unread);
  }

  private begin(
    socket: Socket,
    client: Client,
    request: IncomingMessage,
    response: ServerResponse,
    handler: RequestListener,
  ): void {
    const { address } = client;
    const answering = this.answering.get(address) ?? new Set();
    this.answering.set(address, answering.add(socket));
    client.ahead ??= [];
    response.once('close', () => {
      const next = client.ahead?.shift();
      if (next !== undefined && !socket.destroyed) return next();
      client.ahead = null;
      this.stopAnswering(address, socket);
    });
    if (address !== '') cutLargest([...answering], this.options.limits.unreadOfAddress);
    if (!socket.destroyed) handler(request, response);
  }

  private stopAnswering(address: string, socket: Socket): void {
    const answering = this.answering.get(address);
    answering?.delete(socket);
    if (answering?.size === 0) this.answering.delete(address);
  }

  private openOf(name: string): number {
    return this.open.get(name) ?? 0;
  }

  private count(name: string, change: 1 | -1): void {
    const rest = this.openOf(name) + change;
    if (rest === 0) this.open.delete(name);
    else this.open.set(name, rest);
  }
}

/** Cuts the connections with the most unread bytes until the others have `most` bytes at most. */
function cutLargest(sockets: readonly Socket[], most: number): void {
  let unread = sockets.reduce((sum, { writableLength, destroyed }) => sum + (destroyed ? 0 : writableLength), 0);
  if (unread <= most) return;
  for (const socket of sockets.toSorted((a, b) => b.writableLength - a.writableLength)) {
    if (unread <= most) return;
    if (!socket.destroyed) unread -= socket.writableLength;
    socket.destroy();
  }
}
