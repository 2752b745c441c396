/** GraphQL for everyone: it takes no session, answers no envelope, and refuses what is too large before it is read. */
import type { FastifyInstance } from 'fastify';
import { createYoga } from 'graphql-yoga';
import type { HttpOptions } from '../options.ts';
import { retryAfter, tooMany } from '../guard/rate-limit.ts';
import { assertOrigin } from './site-routes.ts';

/** POST and GET /graphql: refusals by HTTP status, and GraphQL's own by `errors` (docs/protocols/site-calls.md C33). */
export function registerGraphql(scope: FastifyInstance, options: HttpOptions): void {
  const yoga = createYoga({
    schema: options.graphql.schema,
    graphqlEndpoint: '/graphql',
    logging: false,
    landingPage: false,
    // It would keep the trees of whatever was asked, thousands of them.
    parserAndValidationCache: false,
    plugins: [options.graphql.limits],
  });
  scope.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    schema: { hide: true },
    // Before the body is read: a refused query costs no more than its headers.
    onRequest: async (request, reply) => {
      const limit = await options.count(request, options.graphql.weight());
      if (!limit.allowed)
        return reply
          .code(429)
          .headers(retryAfter(limit))
          .send({ errors: [{ message: tooMany(limit) }] });
    },
    handler: async (request, reply) => {
      // A program has no cookie, and says no origin.
      const hasCookie = request.cookies[options.sessionCookie.name] !== undefined;
      if (request.method === 'POST') assertOrigin(request, options, hasCookie);
      const body = request.method === 'POST' ? JSON.stringify(request.body ?? {}) : undefined;
      const answer = await yoga.fetch(
        new Request(new URL(request.url, 'http://localhost'), {
          method: request.method,
          headers: { 'content-type': 'application/json', accept: String(request.headers.accept ?? 'application/json') },
          ...(body === undefined ? {} : { body }),
        }),
      );
      return reply
        .code(answer.status)
        .type(answer.headers.get('content-type') ?? 'application/json')
        .send(await answer.text());
    },
  });
}
