import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { EngineBusy, EngineStopped } from '../../engine/index.ts';
import { mapError, siteAnswer } from './error-mapper.ts';

async function answerTo(error: Error, isDialect: boolean) {
  const app = Fastify();
  app.setErrorHandler((thrown, request, reply) => mapError(thrown as Error, request, reply));
  app.get('/', { config: { isDialect } }, async () => {
    throw error;
  });
  const { statusCode, headers, body } = await app.inject('/');
  return { status: statusCode, retryAfter: headers['retry-after'], body: JSON.parse(body) as { code: number } };
}

test('an unknown outcome is 408 and -1007 in the dialect, 503 on the site, and invites no repeat', async () => {
  const error = new EngineStopped('stopped');
  expect(await answerTo(error, true)).toMatchObject({ status: 408, retryAfter: undefined, body: { code: -1007 } });
  expect(await answerTo(error, false)).toMatchObject({ status: 503, retryAfter: undefined, body: { code: 503 } });
});

test('a command that was not done answers 503 with Retry-After, -1008 in the dialect', async () => {
  const error = new EngineBusy('busy');
  expect(await answerTo(error, true)).toMatchObject({ status: 503, retryAfter: '1', body: { code: -1008 } });
  expect(await answerTo(error, false)).toMatchObject({ status: 503, retryAfter: '1', body: { code: 503 } });
});

test('FLT-5 the same mistake of ours is one line of the log, however often a request meets it; another one is told too', () => {
  const told: string[] = [];
  const log = { error: ({ err }: { err: Error }) => void told.push(err.message) } as never;
  const fail = (message: string): Error => new Error(message);
  for (let n = 0; n < 1_000; n += 1) expect(siteAnswer(fail('first mistake'), log).status).toBe(500);
  siteAnswer(fail('second mistake'), log);
  expect(told).toEqual(['first mistake', 'second mistake']);
});
