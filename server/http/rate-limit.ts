/** Request weight per address and minute. With limits off it still counts, so that the headers stay true. */
import { Refusal } from '@agio/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../network-address.ts';

const WEIGHT_PER_MINUTE = 6_000;
/** A page that is kept, as an answer to whoever asks; what is not kept costs more (`countMaking`). */
export const PAGE_WEIGHT = 1;
/** Rendering a page for one visitor, or anew for all who share it: some twenty times an ordinary call (docs/route-costs.md). */
export const RENDER_WEIGHT = 30;
/** The data of a page without its HTML. */
export const DATA_WEIGHT = 5;
/** Files of the site, and the descriptions of the calls, which are kept as bytes. */
export const FILE_WEIGHT = 1;

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

type Counting = { readonly limiter: Limiter };

export const retryAfter = (limit: Limit): { 'retry-after': string } => ({
  'retry-after': String(limit.retryAfterSeconds),
});
export const tooMany = (limit: Limit): string =>
  `Too many requests. Wait ${limit.retryAfterSeconds} seconds and try again.`;

/** Weight of a call, before its body is read: a refused one costs no more than its headers. Throws what the site answers then. */
export async function weighCall(request: FastifyRequest, { limiter }: Counting, weight: number): Promise<void> {
  const limit = await limiter.take(request.ip, weight);
  if (!limit.allowed) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: limit.retryAfterSeconds });
}

/**
 * Counts what has to be made for this request, when that begins: whoever asks for pages that nobody keeps has used his minute
 * up after two hundred of them. Nothing is refused here, the next request is.
 */
export async function countMaking(request: FastifyRequest, { limiter }: Counting): Promise<void> {
  await limiter.take(request.ip, isDataRequest(request.url) ? DATA_WEIGHT : RENDER_WEIGHT);
}

/** What the router in the browser asks for: a page's data, or where pages are. */
const isDataRequest = (target: string): boolean => /^[^?#]*(?:\.data|\/__manifest)(?:[?#]|$)/.test(target);

/** Files and the like: counts a request before anything is done for it, and answers 429 with Retry-After past the limit. */
export function limitBy(
  { limiter }: Counting,
  weight: number,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    const limit = await limiter.take(request.ip, weight);
    return limit.allowed
      ? undefined
      : reply.code(429).headers(retryAfter(limit)).type('text/plain').send(tooMany(limit));
  };
}

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
