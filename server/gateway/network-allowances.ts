/**
 * What all connections of an address may do together, so that a new connection is no new allowance; and those of the network around it
 * (IPv4 /24, IPv6 /48), since who has one of IPv6 has 65,536 addresses by /64.
 */
import { Allowance, type Rate } from '../limits/allowance.ts';

const OF_ADDRESS = {
  connections: { burst: 1_000, perSecond: 10 },
  logins: { burst: 300, perSecond: 2 },
  frames: { burst: 12_000, perSecond: 500 },
  /** Frames of the request socket, each of which also takes request weight of its address. */
  requests: { burst: 24_000, perSecond: 1_200 },
  /** In parts of a hundred levels of a book: each takes a tenth of a millisecond or so, an ordinary message a quarter of that. */
  firstFrames: { burst: 4_000, perSecond: 300 },
} satisfies Record<string, Rate>;
/** Topics read at a time: each update of one is a write for each of its readers. 160 pages read 20 each. */
const TOPICS_OF_ADDRESS = 5_000;
/** A network may do as much as this many single addresses. */
const ADDRESSES_OF_NETWORK = 5;

type Allowances = Readonly<Record<keyof typeof OF_ADDRESS, Allowance>>;

/** Of one address or one network. */
export interface NetworkAllowances extends Allowances {
  open: number;
  topics: number;
  readonly mostTopics: number;
}

function allowancesOf(kind: 'address' | 'network', nowMs: number): NetworkAllowances {
  const share = kind === 'address' ? 1 : ADDRESSES_OF_NETWORK;
  const of = ({ burst, perSecond }: Rate): Allowance =>
    new Allowance({ burst: burst * share, perSecond: perSecond * share }, nowMs);
  return {
    open: 0,
    topics: 0,
    mostTopics: TOPICS_OF_ADDRESS * share,
    connections: of(OF_ADDRESS.connections),
    logins: of(OF_ADDRESS.logins),
    frames: of(OF_ADDRESS.frames),
    requests: of(OF_ADDRESS.requests),
    firstFrames: of(OF_ADDRESS.firstFrames),
  };
}

/** One without connections is forgotten when its allowances are whole again. */
const FORGET_AFTER_MS = 120_000;

/** Answers the allowances of an address or network by its name, which are made when it is first asked for. */
export function createNetworks(kind: 'address' | 'network', now: () => number): (name: string) => NetworkAllowances {
  const networks = new Map<string, NetworkAllowances>();
  const forget = (name: string, network: NetworkAllowances): void => {
    if (network.open === 0) networks.delete(name);
    else setTimeout(() => forget(name, network), FORGET_AFTER_MS).unref();
  };
  return (name) => {
    const found = networks.get(name);
    if (found !== undefined) return found;
    const made = allowancesOf(kind, now());
    networks.set(name, made);
    setTimeout(() => forget(name, made), FORGET_AFTER_MS).unref();
    return made;
  };
}

/** Takes `count` from each of them; false, without taking any, where one of them has fewer left. */
export function takeFromAll(allowances: readonly Allowance[], nowMs: number, count = 1): boolean {
  if (allowances.some((allowance) => allowance.wait(nowMs, count) > 0)) return false;
  for (const allowance of allowances) allowance.take(nowMs, count);
  return true;
}
