/**
 * Rendering blocks the main thread for some 30 ms a page, during which no other request is answered. So all requests that have arrived
 * are handled before each page, the next page begins after a rest as long as the last one took, and clients take turns: one that asks for
 * hundreds of pages at once delays only itself (FLT-16).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, TooBusy } from '@agio/contracts/errors';
import type { FastifyRequest } from 'fastify';
import { createFairQueue } from '../../limits/fair-queue.ts';
import { networkOf, widerNetworkOf } from '../../limits/network-address.ts';
import type { HttpOptions } from '../options.ts';
import type { PageAsker } from './page-cache.ts';
import type { Limit } from '../guard/rate-limit.ts';
import { weighMaking } from '../guard/request-count.ts';

export interface PageMaking {
  /**
   * Counts the making against the request's limit, waits for its turn and makes the page. Throws TOO_MANY_ATTEMPTS past the client's
   * limit of the minute or of waiting pages, TooBusy if too many of all clients wait; then the page was not begun.
   */
  make<Made>(request: FastifyRequest, uid: number, work: () => Promise<Made>): Promise<Made>;
  /** The same for a page that several may ask for at once. */
  askerOf(request: FastifyRequest, uid: number): PageAsker;
}

/** Several at a time, of which all but one wait for their data. */
const QUEUE = {
  running: 8,
  waiting: 400,
  waitingOfOne: 60,
  whenFull: 'So many pages are asked for now that this one was not made. Try again in a moment.',
};

/** A page that waited for its data has not kept the thread all that time. */
const LONGEST_REST_MS = 50;
const LOOK_EVERY_MS = 5;

export function createPageMaking(options: Pick<HttpOptions, 'count'>): PageMaking {
  const queue = createFairQueue(QUEUE);
  /** When the next page may begin: half of the time is everybody else's, also while hundreds of pages wait. */
  let nextAt = 0;
  const make: PageMaking['make'] = async (request, uid, work) => {
    await weighMaking(request, options);
    return await queue.run({ network: widerNetworkOf(request.ip), address: nameOf(request, uid) }, async () => {
      // Most pages are drawn without waiting for anything: without a rest they would go before every request that came with them.
      while (performance.now() < nextAt) await sleep(LOOK_EVERY_MS);
      // The client has gone.
      if (request.raw.socket.destroyed) throw new TooBusy(QUEUE.whenFull, 1);
      const begunAt = performance.now();
      // One that takes longer waits for its data: meanwhile the next may begin.
      const claimedUntil = (nextAt = begunAt + LONGEST_REST_MS);
      try {
        return await work();
      } finally {
        const endedAt = performance.now();
        const rested = endedAt + Math.min(LONGEST_REST_MS, endedAt - begunAt);
        nextAt = nextAt === claimedUntil ? rested : Math.max(nextAt, rested);
      }
    });
  };
  return {
    make,
    askerOf: (request, uid) => ({ name: nameOf(request, uid), inTurn: (work) => make(request, uid, work) }),
  };
}

const nameOf = ({ ip }: FastifyRequest, uid: number): string => (uid > 0 ? `user ${uid}` : networkOf(ip));

/** The limit that kept a page from being made; null: the error is another one. */
export function limitIn(error: unknown): Limit | null {
  const refused = { used: 0, allowed: false };
  if (error instanceof TooBusy) return { ...refused, retryAfterSeconds: error.retryAfterSeconds };
  if (!(error instanceof Refusal) || error.refusal !== 'TOO_MANY_ATTEMPTS') return null;
  return { ...refused, retryAfterSeconds: Number(error.values['seconds']) };
}
