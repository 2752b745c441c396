/** Which limiter counts a request: a visitor's that of the address, a user's that of the user, an operator's none (decision 064). */
import { Refusal } from '@agio/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authority } from '../identity/authority.ts';
import { operatorOf, type Operator } from '../identity/operator-token.ts';
import {
  DATA_WEIGHT,
  type Limit,
  type Limiter,
  type Limiters,
  RENDER_WEIGHT,
  retryAfter,
  tooMany,
} from './rate-limit.ts';
import { sessionTokenOf } from '../identity/session-token.ts';

/** Counts a request with its weight, and answers whether it may go on. */
export type RequestCount = (request: FastifyRequest, weight: number) => Promise<Limit>;

/**
 * A session counts for its user once it is in memory, since looking it up costs a query: a token that is not in memory
 * counts for the address, for that one request.
 */
export function countByPerson(
  { visitors, users, usersOfAddress }: Limiters,
  { knownUid }: Pick<Authority, 'knownUid'>,
  cookieName: string,
): RequestCount {
  return async (request, weight) => {
    const uid = knownUid(sessionTokenOf(request, cookieName).token);
    if (uid === 0) return await visitors.take(request.ip, weight);
    const own = await users.take(String(uid), weight);
    if (!own.allowed) return own;
    const together = await usersOfAddress.take(request.ip, weight);
    return together.allowed ? own : together;
  };
}

/** Requests with a valid operator token are not limited; requests without one count as guesses of a token. */
export function countGuesses(guesses: Limiter, operators: readonly Operator[]): RequestCount {
  return async (request, weight) =>
    operatorOf(request, operators) === ''
      ? await guesses.take(request.ip, weight)
      : { used: 0, allowed: true, retryAfterSeconds: 0 };
}

/** The part of the options that counting needs. */
interface Counting {
  readonly count: RequestCount;
}

/** Weight of a call, before its body is read: a refused one costs no more than its headers. Throws what the site answers then. */
export async function weighCall(request: FastifyRequest, { count }: Counting, weight: number): Promise<void> {
  const limit = await count(request, weight);
  if (!limit.allowed) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: limit.retryAfterSeconds });
}

/**
 * Counts the making of a page before it begins, and throws TOO_MANY_ATTEMPTS past the limit: whoever asks for pages that nobody keeps
 * has used his minute up after two hundred of them, also when all are asked for at once.
 */
export async function weighMaking(request: FastifyRequest, counting: Counting): Promise<void> {
  await weighCall(request, counting, weightOfMaking(request));
}

export const weightOfMaking = ({ url }: FastifyRequest): number => (isDataRequest(url) ? DATA_WEIGHT : RENDER_WEIGHT);

/** Requests of the router in the browser, for the data of a page. */
const isDataRequest = (target: string): boolean => /^[^?#]*\.data(?:[?#]|$)/.test(target);

/** Files and the like: counts a request before anything is done for it, and answers 429 with Retry-After past the limit. */
export function limitBy(
  { count }: Counting,
  weight: number,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    const limit = await count(request, weight);
    return limit.allowed
      ? undefined
      : reply.code(429).headers(retryAfter(limit)).type('text/plain').send(tooMany(limit));
  };
}
