/** Request weight per minute. With limits off it still counts, so that the headers stay true. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf, widerNetworkOf } from '../../limits/network-address.ts';
import { WEIGHT_PER_MINUTE } from '../../limits/request-weight.ts';

/** The limit of all users of an address together: an office of fifty takes 25,000 (decision 064). */
const WEIGHT_OF_USERS_PER_MINUTE = 30_000;
/**
 * Of all networks of an IPv6 /48 together: it is one client's, holds 65,536 of them, and must not have as many limits. Neighbours of an
 * IPv4 /24 have nothing to do with each other.
 */
const WEIGHT_OF_IPV6_48 = 5 * WEIGHT_PER_MINUTE;
const USERS_WEIGHT_OF_IPV6_48 = 2 * WEIGHT_OF_USERS_PER_MINUTE;
/** A page that was rendered before and is kept; rendering one costs more (`weighMaking`). */
export const PAGE_WEIGHT = 1;
/** Rendering a page for one visitor, or anew for all who share it: some twenty times an ordinary call (docs/route-costs.md). */
export const RENDER_WEIGHT = 30;
/** The data of a page without its HTML. */
export const DATA_WEIGHT = 5;
/** A call for operators without the token of one, before anything else: it may be a guess, and each leaves a record. */
export const GUESS_WEIGHT = 100;
/** Files of the site, and the descriptions of the calls, which are kept as bytes. */
export const FILE_WEIGHT = 1;
/** The descriptions of the calls, and the library that shows them: each has hundreds of kilobytes. */
export const DOCS_WEIGHT = 4;

export interface Limit {
  readonly used: number;
  /** False means 429; `retryAfterSeconds` holds then. */
  readonly allowed: boolean;
  readonly retryAfterSeconds: number;
}

export interface Limiter {
  /** Counts a request against a key: an address (of IPv6 its /64, and its /48 where that has a limit), or a uid. */
  take(key: string, weight: number): Promise<Limit>;
}

export interface Limiters {
  /** Counts requests without a log-in, by address. */
  readonly visitors: Limiter;
  /** Counts requests of users, by uid, from any address. */
  readonly users: Limiter;
  /** Counts requests of all users of an address together, so that many accounts at one address are bounded as well. */
  readonly usersOfAddress: Limiter;
  /** Counts guesses at operators' tokens by address, apart from what visitors take. */
  readonly guesses: Limiter;
}

export const retryAfter = (limit: Limit): { 'retry-after': string } => ({
  'retry-after': String(limit.retryAfterSeconds),
});
export const tooMany = (limit: Limit): string =>
  `Too many requests. Wait ${limit.retryAfterSeconds} seconds and try again.`;

/** The limiters of all who call, by what they are known by. */
export const createLimiters = (isOn: boolean): Limiters => ({
  visitors: createLimiter(isOn, WEIGHT_PER_MINUTE, WEIGHT_OF_IPV6_48),
  users: createLimiter(isOn),
  usersOfAddress: createLimiter(isOn, WEIGHT_OF_USERS_PER_MINUTE, USERS_WEIGHT_OF_IPV6_48),
  guesses: createLimiter(isOn, WEIGHT_PER_MINUTE, WEIGHT_OF_IPV6_48),
});

/** `ofWiderNetwork`: where the keys are addresses, the weight a minute of all addresses of one IPv6 /48 together; 0: no such limit. */
export function createLimiter(isOn: boolean, perMinute = WEIGHT_PER_MINUTE, ofWiderNetwork = 0): Limiter {
  const counter = (points: number): RateLimiterMemory =>
    new RateLimiterMemory({ points: isOn ? points : Number.MAX_SAFE_INTEGER, duration: 60 });
  const own = counter(perMinute);
  const wider = ofWiderNetwork > 0 ? counter(ofWiderNetwork) : null;
  return {
    async take(key, weight) {
      const limit = await consume(own, networkOf(key), weight);
      const network = widerNetworkOf(key);
      if (wider === null || !limit.allowed || !network.endsWith('::/48')) return limit;
      const ofNetwork = await consume(wider, network, weight);
      return ofNetwork.allowed ? limit : { ...ofNetwork, used: limit.used };
    },
  };
}

async function consume(counter: RateLimiterMemory, key: string, weight: number): Promise<Limit> {
  try {
    const result = await counter.consume(key, weight);
    return { used: result.consumedPoints, allowed: true, retryAfterSeconds: 0 };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return {
      used: refused.consumedPoints,
      allowed: false,
      retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000),
    };
  }
}
