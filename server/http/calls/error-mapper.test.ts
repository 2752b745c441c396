import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { EngineBusy, EngineStopped } from '../../engine/index.ts';
import { mapError } from './error-mapper.ts';

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
