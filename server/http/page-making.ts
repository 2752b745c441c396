/**
 * Rendering takes the main thread for some 30 ms a page, during which nobody else is answered. So everything that has arrived is looked
 * at before each page, and those who ask for pages take turns: whoever asks for hundreds at once waits for them alone (FLT-16).
 */
import { setImmediate as afterArrivals } from 'node:timers/promises';
import { Refusal, TooBusy } from '@agio/contracts/errors';
import type { FastifyRequest } from 'fastify';
import { createFairQueue } from '../fair-queue.ts';
import { networkOf, widerNetworkOf } from '../network-address.ts';
import type { HttpOptions } from './options.ts';
import type { Limit } from './rate-limit.ts';
import { weighMaking } from './request-count.ts';

export interface PageMaking {
  /**
   * Counts the making against the request's limit, waits for its turn and makes the page. Throws TOO_MANY_ATTEMPTS past the limit of
   * the minute or of those that wait, TooBusy when too many of everybody wait; then nothing was begun.
   */
  make<Made>(request: FastifyRequest, uid: number, work: () => Promise<Made>): Promise<Made>;
}

/** Two at a time: while one waits for its data, another is drawn. */
const QUEUE = {
  running: 2,
  waiting: 400,
  waitingOfOne: 60,
  whenFull: 'So many pages are asked for now that this one was not made. Try again in a moment.',
};

export function createPageMaking(options: Pick<HttpOptions, 'count'>): PageMaking {
  const queue = createFairQueue(QUEUE);
  return {
    async make(request, uid, work) {
      await weighMaking(request, options);
      const address = uid > 0 ? `user ${uid}` : networkOf(request.ip);
      return await queue.run({ network: widerNetworkOf(request.ip), address }, async () => {
        // Most pages are drawn without waiting for anything: begun at once, they would go before every request that came with them.
        await afterArrivals();
        return await work();
      });
    },
  };
}

/** The limit that kept a page from being made; null: the error is another one. */
export function limitIn(error: unknown): Limit | null {
  const refused = { used: 0, allowed: false };
  if (error instanceof TooBusy) return { ...refused, retryAfterSeconds: error.retryAfterSeconds };
  if (!(error instanceof Refusal) || error.refusal !== 'TOO_MANY_ATTEMPTS') return null;
  return { ...refused, retryAfterSeconds: Number(error.values['seconds']) };
}
