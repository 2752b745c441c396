/** Limits and turns of making pages: FLT-16 of docs/reliability.md. */
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { Refusal } from '@agio/contracts/errors';
import { createPageQueue, limitIn } from './page-queue.ts';
import { createLimiter, RENDER_WEIGHT } from '../guard/rate-limit.ts';

const asking = (ip: string): FastifyRequest =>
  ({ url: '/login', ip, raw: { socket: { destroyed: false } } }) as FastifyRequest;

test('FLT-16 past the limit of an address no page is made, also when all are asked for at once', async () => {
  const limiter = createLimiter(true, 5 * RENDER_WEIGHT);
  const queue = createPageQueue({ count: (request, weight) => limiter.take(request.ip, weight) });
  let made = 0;
  const ask = (ip: string): Promise<number> => queue.make(asking(ip), 0, async () => (made += 1));
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => ask('192.0.2.1')));
  expect(made).toBe(5);
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [limitIn(answer.reason)] : []));
  expect(refused).toHaveLength(45);
  expect(refused[0]).toMatchObject({ allowed: false, retryAfterSeconds: expect.toSatisfy((s: number) => s > 0) });
  await expect(ask('192.0.2.2')).resolves.toBe(6);
});

test('FLT-16 sixty pages of one address wait at most: more are told to come again in some seconds', async () => {
  const queue = createPageQueue({ count: async () => ({ used: 0, allowed: true, retryAfterSeconds: 0 }) });
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, () => queue.make(asking('192.0.2.1'), 0, async () => 'page')),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(68);
});

test('FLT-16 pages that wait for data without end give their places to others after a while, and are sent when it comes', async () => {
  const queue = createPageQueue({ count: async () => ({ used: 0, allowed: true, retryAfterSeconds: 0 }) }, 50);
  const data = Promise.withResolvers<string>();
  const stuck = Array.from({ length: 20 }, () => queue.make(asking('192.0.2.4'), 0, () => data.promise));
  await expect(queue.make(asking('192.0.2.5'), 0, async () => 'page')).resolves.toBe('page');
  data.resolve('late');
  expect(new Set(await Promise.all(stuck))).toEqual(new Set(['late']));
});

test('FLT-16 nobody makes a page for a connection that is gone, and a shared page has one place for all addresses of a network', async () => {
  const queue = createPageQueue({ count: async () => ({ used: 0, allowed: true, retryAfterSeconds: 0 }) });
  let made = 0;
  const gone = { ...asking('192.0.2.6'), raw: { socket: { destroyed: true } } } as FastifyRequest;
  await expect(queue.make(gone, 0, async () => (made += 1))).rejects.toThrow();
  expect(made).toBe(0);
  const name = (ip: string, uid = 0): string => queue.askerOf(asking(ip), uid).name;
  expect(name('192.0.2.7')).toBe(name('192.0.2.8'));
  expect(name('2001:db8:1:1::1')).toBe(name('2001:db8:1:2::1'));
  expect(new Set([name('192.0.2.7'), name('192.0.3.7'), name('192.0.2.7', 5), name('192.0.2.7', 6)]).size).toBe(4);
});

test('other errors and refusals are not taken for a limit', () => {
  expect(limitIn(new Error('broken'))).toBeNull();
  expect(limitIn(new Refusal('NOT_FOUND'))).toBeNull();
});
