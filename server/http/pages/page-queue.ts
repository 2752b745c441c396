/**
 * Pages are drawn by a few renderers, in each one after the other while the data of others is on its way. Clients take turns: one that asks for
 * hundreds of pages at once delays only itself (FLT-16).
 */
import { Refusal, TooBusy } from '@agio/contracts/errors';
import type { FastifyRequest } from 'fastify';
import { createFairQueue } from '../../limits/fair-queue.ts';
import { networkOf, widerNetworkOf } from '../../limits/network-address.ts';
import type { HttpOptions } from '../options.ts';
import type { PageAsker } from './page-cache.ts';
import type { Limit } from '../guard/rate-limit.ts';
import { weighMaking } from '../guard/request-count.ts';

export interface PageQueue {
  /**
   * Counts the making against the request's limit, waits for its turn and makes the page. Throws TOO_MANY_ATTEMPTS past the client's
   * limit of the minute or of waiting pages, TooBusy if too many of all clients wait; then the page was not begun.
   */
  make<Made>(request: FastifyRequest, uid: number, work: () => Promise<Made>): Promise<Made>;
  /** The same for a page that several may ask for at once. */
  askerOf(request: FastifyRequest, uid: number): PageAsker;
}

/** Several at a time, of which most wait for their data: enough for two renderers, and for four while their pages' data is fast. */
const QUEUE = {
  running: 8,
  waiting: 400,
  waitingOfOne: 60,
  whenFull: 'So many pages are asked for now that this one was not made. Try again in a moment.',
};

/**
 * A page without its data by then goes on without its place in the queue: else eight pages that read from an engine which waits for
 * its disk would keep all others from being made.
 */
const TURN_MS = 5_000;

/** `turnMs` is for tests. */
export function createPageQueue(options: Pick<HttpOptions, 'count'>, turnMs = TURN_MS): PageQueue {
  const queue = createFairQueue(QUEUE);
  const make: PageQueue['make'] = async (request, uid, work) => {
    await weighMaking(request, options);
    const asker = { network: widerNetworkOf(request.ip), address: uid > 0 ? `user ${uid}` : networkOf(request.ip) };
    // In an object: a promise would be waited for with the place in the queue.
    const { made } = await queue.run(asker, async () => {
      // The client has gone.
      if (request.raw.socket.destroyed) throw new TooBusy(QUEUE.whenFull, 1);
      const making = work();
      await endOrTime(making, turnMs);
      return { made: making };
    });
    return await made;
  };
  return {
    make,
    // One name for all visitors of a network, as it has one row in the queue: else its addresses could take all places of a page.
    askerOf: (request, uid) => ({
      name: uid > 0 ? `user ${uid}` : widerNetworkOf(request.ip),
      inTurn: (work) => make(request, uid, work),
    }),
  };
}

/** Waits until the work has ended, well or badly, but no longer than `timeMs`. */
async function endOrTime(work: Promise<unknown>, timeMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeMs);
  work.then(
    () => resolve(),
    () => resolve(),
  );
  await promise;
  clearTimeout(timer);
}

/** The limit that kept a page from being made; null: the error is another one. */
export function limitIn(error: unknown): Limit | null {
  const refused = { used: 0, allowed: false };
  if (error instanceof TooBusy) return { ...refused, retryAfterSeconds: error.retryAfterSeconds };
  if (!(error instanceof Refusal) || error.refusal !== 'TOO_MANY_ATTEMPTS') return null;
  return { ...refused, retryAfterSeconds: Number(error.values['seconds']) };
}
