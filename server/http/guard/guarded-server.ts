/**
 * Limits of a client's connections, whatever it asks for: how many are open and how fast they are opened, how many requests are sent
 * ahead of their turn, and how many bytes of answers stay unread (reliability FLT-16). Websockets begin as such connections and are
 * counted here as well.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createListener, type Server as Listener, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Allowance, type Rate } from '../../limits/allowance.ts';
import { networkOf, widerNetworkOf } from '../../limits/network-address.ts';
import { type Place, Places } from '../../limits/places.ts';

export interface ConnectionLimits {
  /** The most connections open at a time, of all clients. */
  readonly open: number;
  /** The most of an address (for IPv6 its /64), and of the network around it. */
  readonly ofAddress: number;
  readonly ofNetwork: number;
  /** How fast an address opens connections. */
  readonly opening: Rate;
  /** How fast the network around it does. */
  readonly openingOfNetwork: Rate;
  /** The most bytes of answers made and not yet read: of an address, and of all clients. */
  readonly unreadOfAddress: number;
  readonly unread: number;
}

/** Figures for the operator: how many connections are open, and how many were refused or cut since the start, by reason. */
export interface ConnectionFigures {
  open: number;
  readonly refused: Record<'address' | 'network' | 'opening' | 'total', number>;
  readonly cut: Record<'ahead' | 'unread' | 'room', number>;
}

export function noConnections(): ConnectionFigures {
  return { open: 0, refused: { address: 0, network: 0, opening: 0, total: 0 }, cut: { ahead: 0, unread: 0, room: 0 } };
}

export interface GuardOptions {
  readonly limits: ConnectionLimits;
  /** Kept up to date; several servers may share one. */
  readonly figures: ConnectionFigures;
  /** Trusted proxies are exempt from the limits of an address and its network; only the limits for all connections apply to them. */
  readonly isTrusted: (address: string) => boolean;
  /** Whether connections may become websockets; the gateway then handles them. */
  readonly takesSockets: boolean;
}

/** A page opens three sockets and six connections for its files, so an office of two hundred has some 2,000. */
const OF_ADDRESS = 2_000;
const OF_NETWORK = 8_000;
const MOST_OPEN = 50_000;
/** Operators have connections of their own, so that visitors cannot lock them out; one address may use an eighth. */
export const MOST_OF_OPERATORS = 1_600;
/** File descriptors for the journal, the database, operators, and connections to other places. */
const KEPT_DESCRIPTORS = 2_500;
/**
 * Connections past the limit that Node hands over all the same, since only then it is known from which network they are: each is closed
 * at once, or another one for it.
 */
const LOOKED_AT = 200;
const MEBIBYTE = 1024 * 1024;
const UNREAD_OF_ADDRESS = 16 * MEBIBYTE;
const UNREAD = 256 * MEBIBYTE;
/** Sized so that a client which opens a new connection for each request still reaches its request limit. */
const OPENING: Rate = { burst: 2_000, perSecond: 100 };
const OPENING_OF_NETWORK: Rate = { burst: 8_000, perSecond: 400 };
const UNLIMITED: Rate = { burst: Number.MAX_SAFE_INTEGER, perSecond: Number.MAX_SAFE_INTEGER };
/**
 * Reading two thousand requests of one packet takes the main thread 30 ms and cannot be prevented once they have arrived: so an address
 * that sends too many ahead is charged for this many new connections, and loses its open ones, unless they are websockets.
 */
const OPENINGS_OF_A_FLOOD = 200;
/** Time without a new connection after which an address is forgotten, once its allowance is full again. */
const FORGET_AFTER_MS = 60_000;
/** The most requests a connection may send while an earlier one is being answered. Browsers send none ahead. */
const AHEAD = 10;
const SWEEP_MS = 1_000;
/** Assumed if the system does not say how many files a process may have open. */
const USUAL_DESCRIPTORS = 10_240;

/**
 * Limits of a listener of this process, which has `descriptors` files at most, for `most` connections. Off: only what keeps the process
 * alive.
 */
export function connectionLimits(isOn: boolean, most = MOST_OPEN, descriptors = mostDescriptors()): ConnectionLimits {
  const open = Math.max(100, Math.min(most, descriptors - KEPT_DESCRIPTORS));
  return {
    open,
    ofAddress: isOn ? Math.min(OF_ADDRESS, Math.ceil(open / 8)) : open,
    ofNetwork: isOn ? Math.min(OF_NETWORK, Math.ceil(open / 3)) : open,
    opening: isOn ? OPENING : UNLIMITED,
    openingOfNetwork: isOn ? OPENING_OF_NETWORK : UNLIMITED,
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
 * too many are open or were opened, one of the largest network when a newcomer of another has no place, one that sends more than ten
 * requests ahead, and those with the most unread bytes when there are too many.
 */
export function createGuardedServer(handler: RequestListener, options: GuardOptions): Server {
  const connections = new Connections(options);
  // Node would answer a request without Host by itself, and such requests would be counted nowhere.
  const server = createServer({ requireHostHeader: false }, (request, response) =>
    connections.take(request, response, handler),
  );
  server.on('checkExpectation', (request, response) => connections.take(request, response, refuseExpectation));
  limitOpen(server, options);
  server.on('connection', (socket) => connections.enter(socket));
  if (options.takesSockets) server.on('upgrade', ({ socket }) => connections.upgrade(socket));
  const sweep = setInterval(() => connections.sweep(), SWEEP_MS).unref();
  server.on('close', () => clearInterval(sweep));
  return server;
}

/** Node drops connections far above the limit before it makes a socket object for them. */
function limitOpen(listener: Listener, { limits, figures }: Pick<GuardOptions, 'limits' | 'figures'>): void {
  listener.maxConnections = limits.open + LOOKED_AT;
  listener.on('drop', () => (figures.refused.total += 1));
}

/** HTTP 417: the only expectation that clients need is `100-continue`, which Node answers. */
const refuseExpectation: RequestListener = (_request, response) => {
  response.writeHead(417, { connection: 'close' }).end();
};

/**
 * Takes connections for the server at another address of this machine as well, such as ::1 beside 127.0.0.1. Answers the listener, which
 * must be closed together with the server; null if the machine has no such address, or another program listens there.
 */
export function listenAlso(server: Server, port: number, host: string): Promise<Listener | null> {
  const listener = createListener({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );
  listener.maxConnections = server.maxConnections;
  // Counted with those that the server itself turns away.
  listener.on('drop', (data) => server.emit('drop', data));
  return new Promise((resolve) => {
    // Stays for as long as it listens: an error without a listener would end the process.
    listener.on('error', () => resolve(null));
    listener.listen(port, host, () => resolve(listener));
  });
}

/** The other end of a connection. The names of a trusted proxy are empty, which exempts it from the limits of an address. */
interface Client {
  readonly address: string;
  readonly network: string;
  /** Requests that wait for their turn; null: no request is being answered. */
  ahead: (() => void)[] | null;
  isUpgraded: boolean;
  /** Kept while a request is answered, and once it is a websocket. Null of a trusted proxy: it speaks for many networks. */
  readonly place: Place | null;
}

/** The answers in pieces that are under way, by their connection. */
const inPieces = new WeakMap<Socket, Readable>();

/**
 * The answer lies whole in memory and is handed to its connection piece by piece, as the client takes them: what waits counts as unread like
 * what the connection has.
 */
export function countWhatWaits(socket: Socket, answer: Readable): void {
  inPieces.set(socket, answer);
  answer.once('close', () => {
    if (inPieces.get(socket) === answer) inPieces.delete(socket);
  });
}

const unreadOf = (socket: Socket): number => socket.writableLength + (inPieces.get(socket)?.readableLength ?? 0);

/** The answers to one address that are under way. */
interface Answering {
  /** Connections with a request whose answer is not sent yet, or not taken. */
  readonly sockets: Set<Socket>;
  /**
   * An upper bound of their unread bytes; recounted only when it passes the limit, so that the cost of a request does not grow with their
   * number.
   */
  mostUnread: number;
}

/** Who is connected to a guarded server, and what of its answers they have not read. */
export class Connections {
  private readonly options: GuardOptions;
  private readonly clients = new Map<Socket, Client>();
  /** By address; of networks the places know it. */
  private readonly open = new Map<string, number>();
  private readonly places = new Places();
  private readonly answering = new Map<string, Answering>();
  /** By address, those that opened a connection last at the end. */
  private readonly openings = new Map<string, { readonly left: Allowance; lastMs: number }>();

  constructor(options: GuardOptions) {
    this.options = options;
  }

  enter(socket: Socket): void {
    const { figures, isTrusted } = this.options;
    const ip = socket.remoteAddress ?? '';
    const isProxy = isTrusted(ip);
    const [address, network] = isProxy ? ['', ''] : [networkOf(ip), widerNetworkOf(ip)];
    const refusedFor = this.refusalOf(address, network, isProxy);
    if (refusedFor !== null) {
      figures.refused[refusedFor] += 1;
      socket.destroy();
      return;
    }
    if (this.isFull()) {
      figures.cut.room += 1;
      this.places.makeRoom();
    }
    const place = isProxy ? null : this.places.enter(network, () => socket.destroy());
    figures.open += 1;
    this.clients.set(socket, { address, network, ahead: null, isUpgraded: false, place });
    this.count(address, 1);
    socket.once('close', () => {
      figures.open -= 1;
      this.clients.delete(socket);
      this.count(address, -1);
      place?.leave();
      this.stopAnswering(address, socket);
    });
  }

  /** Hands the request over when the answer to the one before has been taken. */
  take(request: IncomingMessage, response: ServerResponse, handler: RequestListener): void {
    const { socket } = request;
    const client = this.clients.get(socket);
    // Node goes on reading the requests of one packet even if the connection was cut because of the first ones.
    if (client === undefined || socket.destroyed) return;
    const begin = (): void => this.begin(socket, client, request, response, handler);
    if (client.ahead === null) begin();
    else if (client.ahead.length < AHEAD) client.ahead.push(begin);
    else this.endFlood(socket, client);
  }

  upgrade(socket: Socket): void {
    const client = this.clients.get(socket);
    if (client === undefined) return;
    client.isUpgraded = true;
    client.place?.keep(true);
  }

  /** Cuts who has the most unread bytes, until each address and all together are within their limits. */
  sweep(): void {
    const { limits } = this.options;
    const unread = [...this.clients.keys()].filter((socket) => unreadOf(socket) > 0);
    const ofAddress = Map.groupBy(unread, (socket) => this.clients.get(socket)?.address ?? '');
    for (const [address, sockets] of ofAddress) if (address !== '') this.cutLargest(sockets, limits.unreadOfAddress);
    this.cutLargest(unread, limits.unread);
    for (const [address, { left, lastMs }] of this.openings) {
      if (Date.now() - lastMs < FORGET_AFTER_MS) break;
      // The burst of a network is the larger one, so an allowance that is full by it is full by both.
      if (left.wait(Date.now(), limits.openingOfNetwork.burst) === 0) this.openings.delete(address);
    }
  }

  private refusalOf(address: string, network: string, isProxy: boolean): keyof ConnectionFigures['refused'] | null {
    const { limits } = this.options;
    if (this.isFull() && !this.places.canMakeRoom(network)) return 'total';
    if (isProxy) return null;
    if (this.openOf(address) >= limits.ofAddress) return 'address';
    if (this.places.countOf(network) >= limits.ofNetwork) return 'network';
    return this.mayOpen(address, network) ? null : 'opening';
  }

  /** Counted over all addresses at which this server listens; each listener alone could take as many. */
  private isFull(): boolean {
    return this.clients.size >= this.options.limits.open;
  }

  private mayOpen(address: string, network: string): boolean {
    const { opening, openingOfNetwork } = this.options.limits;
    return (
      this.openingsOf(address, opening).take(Date.now()) &&
      this.openingsOf(`around ${network}`, openingOfNetwork).take(Date.now())
    );
  }

  private endFlood(flooding: Socket, { address, network }: Client): void {
    flooding.destroy();
    this.options.figures.cut.ahead += 1;
    if (address === '') return;
    const { opening, openingOfNetwork } = this.options.limits;
    this.openingsOf(address, opening).charge(Date.now(), OPENINGS_OF_A_FLOOD);
    this.openingsOf(`around ${network}`, openingOfNetwork).charge(Date.now(), OPENINGS_OF_A_FLOOD);
    for (const [socket, client] of this.clients) if (client.address === address && !client.isUpgraded) socket.destroy();
  }

  private begin(
    socket: Socket,
    client: Client,
    request: IncomingMessage,
    response: ServerResponse,
    handler: RequestListener,
  ): void {
    const { address } = client;
    const answering = this.answering.get(address) ?? { sockets: new Set(), mostUnread: 0 };
    this.answering.set(address, answering);
    answering.sockets.add(socket);
    client.ahead ??= [];
    client.place?.keep(true);
    response.once('prefinish', () => (answering.mostUnread += socket.writableLength));
    // Of a streamed answer nothing may be read for long.
    response.once('pipe', () => (answering.mostUnread += Number(response.getHeader('content-length') ?? 0)));
    response.once('close', () => {
      const next = client.ahead?.shift();
      // After an answer that ends the connection nothing more is done on it.
      if (next !== undefined && socket.writable) return next();
      client.ahead = null;
      client.place?.keep(client.isUpgraded);
      this.stopAnswering(address, socket);
    });
    const most = this.options.limits.unreadOfAddress;
    if (address !== '' && answering.mostUnread > most)
      answering.mostUnread = this.cutLargest([...answering.sockets], most);
    if (!socket.destroyed) handler(request, response);
  }

  private stopAnswering(address: string, socket: Socket): void {
    const answering = this.answering.get(address);
    answering?.sockets.delete(socket);
    if (answering?.sockets.size === 0) this.answering.delete(address);
  }

  private openingsOf(name: string, rate: Rate): Allowance {
    const left = this.openings.get(name)?.left ?? new Allowance(rate, Date.now());
    this.openings.delete(name);
    this.openings.set(name, { left, lastMs: Date.now() });
    return left;
  }

  private openOf(name: string): number {
    return this.open.get(name) ?? 0;
  }

  private count(name: string, change: 1 | -1): void {
    const rest = this.openOf(name) + change;
    if (rest === 0) this.open.delete(name);
    else this.open.set(name, rest);
  }

  /** Cuts the connections with the most unread bytes until the others have `most` bytes at most; answers how many they have. */
  private cutLargest(sockets: readonly Socket[], most: number): number {
    let unread = sockets.reduce((sum, socket) => sum + (socket.destroyed ? 0 : unreadOf(socket)), 0);
    if (unread <= most) return unread;
    for (const socket of sockets.toSorted((a, b) => unreadOf(b) - unreadOf(a))) {
      if (unread <= most) break;
      if (socket.destroyed) continue;
      unread -= unreadOf(socket);
      this.options.figures.cut.unread += 1;
      socket.destroy();
    }
    return unread;
  }
}
