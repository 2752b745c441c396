/**
 * Work of which a limited number runs at once, shared fairly between clients: they are served in turns, so that hundreds of jobs of one
 * client delay another one by at most one of them. Networks take turns, and within each its addresses: a client with a thousand addresses
 * of one network gets the turns of one network.
 */
import { Refusal, TooBusy } from '@agio/contracts/errors';

export interface FairQueueLimits {
  /** At once. */
  readonly running: number;
  /** The most that wait, of all clients together. */
  readonly waiting: number;
  /** The most that wait of one address. */
  readonly waitingOfOne: number;
  /** The sentence for a client refused because the queue is full: what was not done, and what to do. */
  readonly whenFull: string;
}

/** Who asks: an address, and the network around it. */
export interface Asker {
  readonly network: string;
  readonly address: string;
}

export interface FairQueue {
  /**
   * Throws TOO_MANY_ATTEMPTS when that address has as much waiting as it may, TooBusy when everybody together has and its network
   * no less than any other; then the work was not begun.
   */
  run<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result>;
  /** Begun since the start, and waiting now. */
  readonly begun: number;
  readonly waiting: number;
}

const WAIT_SECONDS = 5;

interface Waiter {
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/** The waiting addresses of one network, in the order of their turns. */
type Network = Map<string, Waiter[]>;

const sizeOf = (network: Network): number => [...network.values()].reduce((sum, { length }) => sum + length, 0);

export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** In the order of their turns, none without a waiter. */
  const networks = new Map<string, Network>();
  let [free, waiting, begun] = [limits.running, 0, 0];

  /** Takes the oldest or newest of an address. */
  const takeFrom = (networkName: string, network: Network, address: string, which: 'shift' | 'pop'): Waiter => {
    const waiters = network.get(address)!;
    const waiter = waiters[which]()!;
    if (waiters.length === 0) network.delete(address);
    if (network.size === 0) networks.delete(networkName);
    waiting -= 1;
    return waiter;
  };
  /**
   * The network with the most waiting gives the newest of its busiest address to one with less; within a network addresses do the
   * same. Answers whether there is room then.
   */
  const makeRoom = ({ network, address }: Asker): boolean => {
    if (waiting < limits.waiting) return true;
    const own: Network = networks.get(network) ?? new Map();
    const [busiest, most] = maximum(networks, sizeOf)!;
    const isOther = sizeOf(most) > sizeOf(own) + 1;
    const from = isOther ? most : own;
    const longest = maximum(from, ({ length }) => length);
    if (longest === null) return false;
    if (!isOther && longest[1].length <= (own.get(address)?.length ?? 0) + 1) return false;
    takeFrom(isOther ? busiest : network, from, longest[0], 'pop').refuse(new TooBusy(limits.whenFull, WAIT_SECONDS));
    return true;
  };
  const wait = (asker: Asker): Promise<void> => {
    const { network, address } = asker;
    const ofAddress = networks.get(network)?.get(address)?.length ?? 0;
    if (ofAddress >= limits.waitingOfOne) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: WAIT_SECONDS });
    if (!makeRoom(asker)) throw new TooBusy(limits.whenFull, WAIT_SECONDS);
    const own: Network = networks.get(network) ?? new Map();
    networks.set(network, own);
    const waiters = own.get(address) ?? [];
    own.set(address, waiters);
    waiting += 1;
    return new Promise((begin, refuse) => void waiters.push({ begin, refuse }));
  };
  /** Hands the free place to the one whose turn it is; address and network go to the end of their rows. */
  const next = (): void => {
    const first = networks.entries().next();
    if (first.done) {
      free += 1;
      return;
    }
    const [name, network] = first.value;
    const [address, waiters] = network.entries().next().value!;
    const waiter = takeFrom(name, network, address, 'shift');
    if (waiters.length > 0) toEnd(network, address);
    if (network.size > 0) toEnd(networks, name);
    waiter.begin();
  };

  return {
    async run(asker, work) {
      if (free > 0) free -= 1;
      else await wait(asker);
      begun += 1;
      try {
        return await work();
      } finally {
        next();
      }
    },
    get begun() {
      return begun;
    },
    get waiting() {
      return waiting;
    },
  };
}

/** The first entry with the greatest measure; null of none. */
function maximum<Value>(map: ReadonlyMap<string, Value>, measure: (value: Value) => number): [string, Value] | null {
  let best: [string, Value] | null = null;
  for (const entry of map) if (best === null || measure(entry[1]) > measure(best[1])) best = entry;
  return best;
}

function toEnd<Value>(map: Map<string, Value>, name: string): void {
  const value = map.get(name)!;
  map.delete(name);
  map.set(name, value);
}
