/**
 * How much one address, one user and one connection may ask of the sockets, counted before anything is looked up (reliability FLT-16). A
 * page opens three sockets and subscribes to some twenty channels when it begins; a program may take all 200 subscriptions of a
 * connection at once, if their first frames are short.
 */
import { Allowance, type Rate } from '../limits/allowance.ts';
import { networkOf, widerNetworkOf } from '../limits/network-address.ts';
import { createNetworks, takeFromAll } from './network-allowances.ts';

/**
 * Connections open at a time. Offices and mobile networks share an address: 500 are some 160 pages with three sockets
 * each. An idle one takes 6 kB.
 */
const CONNECTIONS_PER_ADDRESS = 500;
/**
 * Of the network around an address, a fifth of all that the gateway takes: it must not use up the exchange's connections. Where some
 * networks together do, those that hold the most make room for others (limits/places.ts).
 */
const CONNECTIONS_PER_WIDER_NETWORK = 4_000;
const CONNECTIONS_PER_USER = 50;
const FRAMES: Rate = { burst: 300, perSecond: 20 };
const REQUESTS: Rate = { burst: 3_000, perSecond: 300 };
const FRAME_BYTES = 1_024;
/** Log-ins cost a query each. */
const LOGINS: Rate = { burst: 5, perSecond: 0.2 };
const FIRST_FRAMES: Rate = { burst: 300, perSecond: 40 };

export type LoginLimit = 'connection' | 'address' | 'network';

/** What a connection may still do. */
export interface ConnectionLimits {
  /** Each frame that came, control frames too: one for each started kilobyte, since a long one takes longer to parse. False: close it. */
  takeFrame(bytes: number): boolean;
  /** The further things that one frame asks for, each counted as a frame of its own. False: close the connection. */
  takeFrames(count: number): boolean;
  /** Whether its address, and the network around it, may read one more topic. */
  hasRoomForTopic(): boolean;
  /** A topic is read, or (-1) no longer read. */
  countTopic(change: 1 | -1): void;
  /** Whose limit is used up: the connection's, the address's, that of the network around it, or null: none. */
  takeLogin(): LoginLimit | null;
  /** Before a first frame of that weight is made: seconds to wait; 0: it is counted. */
  takeFirstFrame(weight: number): number;
}

export interface SocketLimits {
  /**
   * Null when the address or the network around it has as many connections as it may, or opens them too fast; else call
   * `left` when this one is gone.
   * `isWeighed`: its frames are requests with a weight.
   */
  enter(ip: string, isWeighed: boolean): (ConnectionLimits & { left(): void }) | null;
  /** Counts a connection of a user, whichever kind; false when there are as many as there may be. */
  enterUser(uid: number): boolean;
  leaveUser(uid: number): void;
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
  const addresses = createNetworks('address', now);
  const widerNetworks = createNetworks('network', now);
  const users = createCount<number>(CONNECTIONS_PER_USER);
  return {
    enter(ip, isWeighed) {
      if (!isOn) return UNLIMITED;
      const wider = widerNetworks(widerNetworkOf(ip));
      // Before the address: one that is refused for its network is not remembered.
      if (wider.open >= CONNECTIONS_PER_WIDER_NETWORK || wider.connections.wait(now(), 1) > 0) return null;
      const address = addresses(networkOf(ip));
      if (address.open >= CONNECTIONS_PER_ADDRESS) return null;
      if (!takeFromAll([address.connections, wider.connections], now())) return null;
      const both = [address, wider] as const;
      for (const one of both) one.open += 1;
      const own = isWeighed ? 'requests' : 'frames';
      const frames = [new Allowance(isWeighed ? REQUESTS : FRAMES, now()), ...both.map((one) => one[own])];
      const logins = new Allowance(LOGINS, now());
      const firstFrames = [new Allowance(FIRST_FRAMES, now()), ...both.map((one) => one.firstFrames)];
      const takeFrames = (count: number): boolean => takeFromAll(frames, now(), count);
      return {
        takeFrame: (bytes) => takeFrames(Math.max(1, Math.ceil(bytes / FRAME_BYTES))),
        takeFrames,
        hasRoomForTopic: () => both.every(({ topics, mostTopics }) => topics < mostTopics),
        countTopic(change) {
          for (const one of both) one.topics += change;
        },
        takeLogin() {
          if (!logins.take(now())) return 'connection';
          if (!address.logins.take(now())) return 'address';
          return wider.logins.take(now()) ? null : 'network';
        },
        takeFirstFrame(weight) {
          const seconds = Math.max(...firstFrames.map((allowance) => allowance.wait(now(), weight)));
          if (seconds === 0) for (const allowance of firstFrames) allowance.take(now(), weight);
          return seconds;
        },
        left() {
          for (const one of both) one.open -= 1;
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
