/**
 * How much one address, one user and one connection may ask of the sockets, counted before anything is looked up (reliability FLT-16). A
 * page opens three sockets and subscribes to some twenty channels when it begins; a program may take all 200 subscriptions of a
 * connection at once, if their first frames are short.
 */
import { Allowance, type Rate } from '../limits/allowance.ts';
import { networkOf, widerNetworkOf } from '../limits/network-address.ts';

/**
 * Connections open at a time. Offices and mobile networks share an address: 500 are some 160 pages with three sockets
 * each. An idle one takes 6 kB.
 */
const CONNECTIONS_PER_ADDRESS = 500;
/**
 * Connections of the network around an address (IPv4 /24, IPv6 /48), a fifth of all that the gateway takes: a client with an IPv6 /48 has
 * 65,536 /64 networks, and must not use up the exchange's connections.
 */
const CONNECTIONS_PER_WIDER_NETWORK = 4_000;
const CONNECTIONS_PER_USER = 50;
/** Topics that the connections of an address read at a time: each update of one is a write for each of its readers. 160 pages read 20 each. */
const TOPICS_PER_ADDRESS = 5_000;
const FRAMES: Rate = { burst: 300, perSecond: 20 };
/** Of the request socket, whose every frame takes from the address's request weight as well. */
const REQUESTS: Rate = { burst: 3_000, perSecond: 300 };
const FRAME_BYTES = 1_024;
/** Log-ins cost a query each. */
const LOGINS: Rate = { burst: 5, perSecond: 0.2 };
/** First frames, in parts of a hundred levels of a book: each takes a tenth of a millisecond or so, an ordinary message a quarter of that. */
const FIRST_FRAMES: Rate = { burst: 300, perSecond: 40 };
/** Of all connections of an address together, so that a new connection is no new allowance. */
const OF_ADDRESS = {
  connections: { burst: 1_000, perSecond: 10 },
  logins: { burst: 300, perSecond: 2 },
  frames: { burst: 12_000, perSecond: 500 },
  requests: { burst: 24_000, perSecond: 1_200 },
  firstFrames: { burst: 4_000, perSecond: 300 },
} satisfies Record<string, Rate>;
/** An address without connections is forgotten when its allowances are whole again. */
const FORGET_AFTER_MS = 120_000;

/** What a connection may still do. */
export interface ConnectionLimits {
  /** Any frame that came, those of control as well: one for each started kilobyte, since a long one takes longer to parse. False: close it. */
  takeFrame(bytes: number): boolean;
  /** What a frame asks for beyond one thing, each as a frame of its own. False: close the connection. */
  takeFrames(count: number): boolean;
  /** Whether its address may read one more topic. */
  hasRoomForTopic(): boolean;
  /** A topic is read, or (-1) no longer read. */
  countTopic(change: 1 | -1): void;
  /** Which limit is used up: the connection's, the address's, or null: none. */
  takeLogin(): 'connection' | 'address' | null;
  /** Before a first frame of that weight is made: seconds to wait; 0: it is counted. */
  takeFirstFrame(weight: number): number;
}

export interface SocketLimits {
  /**
   * Null when the address or its wider network has as many connections as it may, or the address opens them too fast; else call
   * `left` when this one is gone.
   * `isWeighed`: its frames are requests with a weight.
   */
  enter(address: string, isWeighed: boolean): (ConnectionLimits & { left(): void }) | null;
  /** Counts a connection of a user, whichever kind; false when there are as many as there may be. */
  enterUser(uid: number): boolean;
  leaveUser(uid: number): void;
}

interface Network {
  open: number;
  topics: number;
  readonly connections: Allowance;
  readonly logins: Allowance;
  readonly frames: Allowance;
  readonly requests: Allowance;
  readonly firstFrames: Allowance;
}

const UNLIMITED = {
  takeFrame: () => true,
  takeFrames: () => true,
  hasRoomForTopic: () => true,
  countTopic: () => {},
  takeLogin: () => null,
  takeFirstFrame: () => 0,
  left: () => {},
};

export function createSocketLimits(isOn: boolean, now: () => number = Date.now): SocketLimits {
  const networks = new Map<string, Network>();
  const openOfWider = createCount<string>(CONNECTIONS_PER_WIDER_NETWORK);
  const users = createCount<number>(CONNECTIONS_PER_USER);
  const known = (name: string): Network => {
    const found = networks.get(name);
    if (found !== undefined) return found;
    const made = {
      open: 0,
      topics: 0,
      connections: new Allowance(OF_ADDRESS.connections, now()),
      logins: new Allowance(OF_ADDRESS.logins, now()),
      frames: new Allowance(OF_ADDRESS.frames, now()),
      requests: new Allowance(OF_ADDRESS.requests, now()),
      firstFrames: new Allowance(OF_ADDRESS.firstFrames, now()),
    };
    networks.set(name, made);
    setTimeout(() => forget(name, made), FORGET_AFTER_MS).unref();
    return made;
  };
  const forget = (name: string, network: Network): void => {
    if (network.open === 0) networks.delete(name);
    else setTimeout(() => forget(name, network), FORGET_AFTER_MS).unref();
  };
  return {
    enter(address, isWeighed) {
      if (!isOn) return UNLIMITED;
      const wider = widerNetworkOf(address);
      // Before the address: one that is refused for its network is not remembered.
      if (openOfWider.isFull(wider)) return null;
      const network = known(networkOf(address));
      if (network.open >= CONNECTIONS_PER_ADDRESS || !network.connections.take(now())) return null;
      network.open += 1;
      openOfWider.add(wider);
      const frames = new Allowance(isWeighed ? REQUESTS : FRAMES, now());
      const framesOfAddress = isWeighed ? network.requests : network.frames;
      const logins = new Allowance(LOGINS, now());
      const firstFrames = new Allowance(FIRST_FRAMES, now());
      const takeFrames = (count: number): boolean => frames.take(now(), count) && framesOfAddress.take(now(), count);
      return {
        takeFrame: (bytes) => takeFrames(Math.max(1, Math.ceil(bytes / FRAME_BYTES))),
        takeFrames,
        hasRoomForTopic: () => network.topics < TOPICS_PER_ADDRESS,
        countTopic(change) {
          network.topics += change;
        },
        takeLogin() {
          if (!logins.take(now())) return 'connection';
          return network.logins.take(now()) ? null : 'address';
        },
        takeFirstFrame(weight) {
          const all = [firstFrames, network.firstFrames];
          const seconds = Math.max(...all.map((allowance) => allowance.wait(now(), weight)));
          if (seconds === 0) for (const allowance of all) allowance.take(now(), weight);
          return seconds;
        },
        left() {
          network.open -= 1;
          openOfWider.remove(wider);
        },
      };
    },
    enterUser(uid) {
      if (isOn && users.isFull(uid)) return false;
      users.add(uid);
      return true;
    },
    leaveUser: (uid) => users.remove(uid),
  };
}

/** How many connections each name has open; one without any is forgotten. */
function createCount<Name>(most: number) {
  const open = new Map<Name, number>();
  return {
    isFull: (name: Name): boolean => (open.get(name) ?? 0) >= most,
    add: (name: Name): void => void open.set(name, (open.get(name) ?? 0) + 1),
    remove(name: Name): void {
      const rest = (open.get(name) ?? 1) - 1;
      if (rest === 0) open.delete(name);
      else open.set(name, rest);
    },
  };
}
