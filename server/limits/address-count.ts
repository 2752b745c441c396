/**
 * Limits how often an IP address, and the wider network around it, begins a support chat, registers or logs in: a limit by account
 * would not help, since anybody can use a new name each time. Kept in the memory of this process.
 */
import { networkOf, widerNetworkOf } from './network-address.ts';

/** How many addresses are remembered, and as many wider networks; some 10 MB where each was busy. */
const MOST_NAMES = 50_000;
/** When the table is full, this many of the least recently used names are looked at, and the one with the fewest uses is dropped. */
const LOOKED_AT = 64;

export interface AddressLimits {
  /** Within the window: of an address (of IPv6 its /64). */
  readonly ofAddress: number;
  /** The limit of the network around it (IPv4 /24, IPv6 /48): one client may well have the 65,536 /64 networks of an IPv6 /48. */
  readonly ofNetwork: number;
  readonly windowMs: number;
}

export interface AddressCount {
  /** Seconds to wait; 0: it may be done, and is counted. A refused try counts neither for the address nor for the network. */
  take(ip: string, nowMs: number): number;
  /** Takes back the try counted at that time. */
  undo(ip: string, atMs: number): void;
}

export function createAddressCount({ ofAddress, ofNetwork, windowMs }: AddressLimits): AddressCount {
  const levels = [
    { nameOf: networkOf, count: createCount(ofAddress, windowMs) },
    { nameOf: widerNetworkOf, count: createCount(ofNetwork, windowMs) },
  ];
  return {
    take(ip, nowMs) {
      const seconds = Math.max(...levels.map(({ nameOf, count }) => count.secondsToWait(nameOf(ip), nowMs)));
      if (seconds === 0) for (const { nameOf, count } of levels) count.add(nameOf(ip), nowMs);
      return seconds;
    },
    undo(ip, atMs) {
      for (const { nameOf, count } of levels) count.remove(nameOf(ip), atMs);
    },
  };
}

/** How often each name did it. */
function createCount(most: number, windowMs: number) {
  /** Times of use by name, the most recently used name last. */
  const counted = new Map<string, readonly number[]>();
  const recent = (name: string, nowMs: number): number[] =>
    (counted.get(name) ?? []).filter((at) => at > nowMs - windowMs);
  const isPast = (times: readonly number[], nowMs: number): boolean => (times.at(-1) ?? 0) <= nowMs - windowMs;
  /**
   * A new address is never refused for want of room: else a client with enough addresses could lock all others out. And an address that
   * has used up its limit is not forgotten while there are others that have not.
   */
  const makeRoom = (nowMs: number): void => {
    for (const [name, times] of counted) {
      if (!isPast(times, nowMs)) break;
      counted.delete(name);
    }
    if (counted.size < MOST_NAMES) return;
    let [name, least] = ['', Number.POSITIVE_INFINITY];
    let looked = 0;
    for (const [one, { length }] of counted) {
      if (length < least) [name, least] = [one, length];
      if (++looked === LOOKED_AT) break;
    }
    counted.delete(name);
  };
  return {
    secondsToWait(name: string, nowMs: number): number {
      const times = recent(name, nowMs);
      return times.length < most ? 0 : Math.ceil((times[0]! + windowMs - nowMs) / 1_000);
    },
    add(name: string, nowMs: number): void {
      const times = [...recent(name, nowMs), nowMs];
      if (!counted.delete(name) && counted.size >= MOST_NAMES) makeRoom(nowMs);
      counted.set(name, times);
    },
    remove(name: string, atMs: number): void {
      const times = counted.get(name) ?? [];
      const at = times.indexOf(atMs);
      if (at === -1) return;
      if (times.length > 1) counted.set(name, times.toSpliced(at, 1));
      else counted.delete(name);
    },
  };
}
