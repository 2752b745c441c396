/**
 * How much one address, one user and one connection may ask of the sockets, counted before anything is looked up (reliability
 * FLT-16). A page opens three sockets and subscribes to some twenty channels when it begins; a program may take all 200
 * subscriptions of a connection at once.
 */
import { networkOf } from '../network-address.ts';

/** Open at a time; offices and mobile networks share an address. */
const CONNECTIONS_PER_ADDRESS = 200;
const CONNECTIONS_PER_USER = 50;
interface Rate {
  /** At once. */
  readonly burst: number;
  readonly perSecond: number;
}
const FRAMES: Rate = { burst: 300, perSecond: 20 };
/** Of the request socket, whose every frame takes from the address's request weight as well. */
const REQUESTS: Rate = { burst: 3_000, perSecond: 300 };
/** Log-ins cost a query each. */
const LOGINS: Rate = { burst: 5, perSecond: 0.2 };
/** Of all connections of an address together, so that a new connection is no new allowance. */
const OF_ADDRESS = {
  connections: { burst: 400, perSecond: 5 },
  logins: { burst: 120, perSecond: 1 },
} satisfies Record<string, Rate>;
/** An address without connections is forgotten when its allowances are whole again. */
const FORGET_AFTER_MS = 120_000;

/** Refills with time. */
export class Allowance {
  private readonly rate: Rate;
  private left: number;
  private atMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.rate = rate;
    this.left = rate.burst;
    this.atMs = nowMs;
  }

  /** Takes one; false when none is left. */
  take(nowMs: number): boolean {
    const { burst, perSecond } = this.rate;
    this.left = Math.min(burst, this.left + ((nowMs - this.atMs) * perSecond) / 1_000);
    this.atMs = nowMs;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}

/** What a connection may still do. */
export interface ConnectionLimits {
  takeFrame(): boolean;
  takeLogin(): boolean;
}

export interface SocketLimits {
  /**
   * Null when the address has as many connections as it may, or opens them too fast; else call `left` when this one is gone.
   * `isWeighed`: its frames are requests with a weight.
   */
  enter(address: string, isWeighed: boolean): (ConnectionLimits & { left(): void }) | null;
  /** Counts a connection of a user, whichever kind; false when there are as many as there may be. */
  enterUser(uid: number): boolean;
  leaveUser(uid: number): void;
}

interface Network {
  open: number;
  readonly connections: Allowance;
  readonly logins: Allowance;
}

const UNLIMITED = { takeFrame: () => true, takeLogin: () => true, left: () => {} };

export function createSocketLimits(isOn: boolean, now: () => number = Date.now): SocketLimits {
  const networks = new Map<string, Network>();
  const users = new Map<number, number>();
  const known = (name: string): Network => {
    const found = networks.get(name);
    if (found !== undefined) return found;
    const made = {
      open: 0,
      connections: new Allowance(OF_ADDRESS.connections, now()),
      logins: new Allowance(OF_ADDRESS.logins, now()),
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
      const network = known(networkOf(address));
      if (network.open >= CONNECTIONS_PER_ADDRESS || !network.connections.take(now())) return null;
      network.open += 1;
      const frames = new Allowance(isWeighed ? REQUESTS : FRAMES, now());
      const logins = new Allowance(LOGINS, now());
      return {
        takeFrame: () => frames.take(now()),
        takeLogin: () => logins.take(now()) && network.logins.take(now()),
        left: () => void (network.open -= 1),
      };
    },
    enterUser(uid) {
      const count = users.get(uid) ?? 0;
      if (isOn && count >= CONNECTIONS_PER_USER) return false;
      users.set(uid, count + 1);
      return true;
    },
    leaveUser(uid) {
      const rest = (users.get(uid) ?? 1) - 1;
      if (rest === 0) users.delete(uid);
      else users.set(uid, rest);
    },
  };
}
