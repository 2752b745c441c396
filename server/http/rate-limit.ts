/** Request weight per address and minute. With limits off it still counts, so that the headers stay true. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../network-address.ts';

const WEIGHT_PER_MINUTE = 6_000;
/** Rendering a page costs more than a call. */
export const PAGE_WEIGHT = 5;

export interface Limit {
  readonly used: number;
  /** False means 429; `retryAfterSeconds` holds then. */
  readonly allowed: boolean;
  readonly retryAfterSeconds: number;
}

export interface Limiter {
  /** Counts a request of an address; of IPv6 its /64. */
  take(key: string, weight: number): Promise<Limit>;
}

export const retryAfter = (limit: Limit): { 'retry-after': string } => ({
  'retry-after': String(limit.retryAfterSeconds),
});
export const tooMany = (limit: Limit): string =>
  `Too many requests. Wait ${limit.retryAfterSeconds} seconds and try again.`;

/** `uncounted`: the one key that is never limited, the server's own. */
export function createLimiter(isOn: boolean, uncounted = ''): Limiter {
  const memory = new RateLimiterMemory({ points: isOn ? WEIGHT_PER_MINUTE : Number.MAX_SAFE_INTEGER, duration: 60 });
  return {
    async take(key, weight) {
      if (uncounted !== '' && key === uncounted) return { used: 0, allowed: true, retryAfterSeconds: 0 };
      try {
        const result = await memory.consume(networkOf(key), weight);
        return { used: result.consumedPoints, allowed: true, retryAfterSeconds: 0 };
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return {
          used: refused.consumedPoints,
          allowed: false,
          retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000),
        };
      }
    },
  };
}
