/** Request weight per address and minute. With limits off it still counts, so that the headers stay true. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export const WEIGHT_PER_MINUTE = 6_000;

export interface Limiter {
  /** Counts a request; `allowed` false means 429. `retryAfterSeconds` holds then. */
  take(
    key: string,
    weight: number,
  ): Promise<{ readonly used: number; readonly allowed: boolean; readonly retryAfterSeconds: number }>;
}

export function createLimiter(isOn: boolean): Limiter {
  const memory = new RateLimiterMemory({ points: isOn ? WEIGHT_PER_MINUTE : Number.MAX_SAFE_INTEGER, duration: 60 });
  return {
    async take(key, weight) {
      try {
        const result = await memory.consume(key, weight);
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
