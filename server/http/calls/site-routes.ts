/** The site's calls: JSON in, the envelope {code, msg, data} out, a session by cookie or `token` header. */
import { type Caller, type Endpoint, KeptJson, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describeCaller, replyControl } from './call.ts';
import { stored } from '../../system/packed-bytes.ts';
import { sendKept } from './kept-answer.ts';
import { operatorOf } from '../identity/operator-token.ts';
import type { HttpOptions } from '../options.ts';
import { weighCall } from '../guard/request-count.ts';
import { runUseCase } from './use-case.ts';
import { sessionTokenOf } from '../identity/session-token.ts';

/** Registers the site's calls for which `belongs` is true. */
export function registerSiteRoutes(
  scope: FastifyInstance,
  options: HttpOptions,
  belongs: (endpoint: Endpoint) => boolean,
): void {
  for (const route of options.routes)
    if (route.endpoint.dialect === 'site' && belongs(route.endpoint)) registerRoute(scope, route, options);
}

function registerRoute(scope: FastifyInstance, route: Route, options: HttpOptions): void {
  const { endpoint } = route;
  const hasBody = endpoint.method !== 'GET';
  scope.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[1] ?? 'site'],
      querystring: endpoint.query,
      ...(hasBody ? { body: endpoint.body } : {}),
      response: { 200: z.object({ code: z.int(), msg: z.string(), data: endpoint.data }) },
    },
    onRequest: (request) => weighCall(request, options, endpoint.weight),
    handler: async (request, reply) => {
      const { caller, isByCookie } = await identify(request, options);
      if (hasBody) assertOrigin(request, options, isByCookie);
      const data = await runUseCase(
        route,
        {
          query: request.query,
          body: request.body,
          caller,
          isOperator: endpoint.permission.kind === 'operator' && operatorOf(request, options.operators) !== '',
          idempotencyKey: readIdempotencyKey(request),
          reply: replyControl(reply, options),
          weigh: (more) => weighCall(request, options, more),
        },
        options,
      );
      if (data instanceof KeptJson) return sendKept(request, reply, inEnvelope(data), JSON_TYPE);
      reply.header('cache-control', 'no-store');
      return reply.send({ code: 0, msg: 'success', data });
    },
  });
}

const JSON_TYPE = 'application/json; charset=utf-8';
const ENVELOPE = [stored('{"code":0,"msg":"success","data":'), stored('}')] as const;

function inEnvelope({ pieces, etag }: KeptJson): KeptJson {
  return new KeptJson([ENVELOPE[0], ...pieces, ENVELOPE[1]], etag);
}

async function identify(
  request: FastifyRequest,
  options: HttpOptions,
): Promise<{ caller: Caller; isByCookie: boolean }> {
  const { token, isByCookie } = sessionTokenOf(request, options.sessionCookie.name);
  const session = token ? await options.authority.session(token) : null;
  return {
    caller: describeCaller(request, options, {
      uid: session?.uid ?? 0,
      sessionId: session?.sessionId ?? '',
      keyId: 0,
    }),
    isByCookie: isByCookie && session !== null,
  };
}

/** Refuses what another site made the browser send (reliability ATK-9): answered by HTTP 403, no handler runs. */
export function assertOrigin(
  request: FastifyRequest,
  options: Pick<HttpOptions, 'origins'>,
  needsOrigin: boolean,
): void {
  const { origin } = request.headers;
  const isForeign = origin === undefined ? needsOrigin : !options.origins.includes(origin);
  const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
  const type = request.headers['content-type'];
  const isForm = type !== undefined && !type.startsWith('application/json');
  if (isForeign || isCrossSite || isForm)
    throw Object.assign(new Error('This request comes from another site.'), { statusCode: 403 });
}

/** Keys of clients get the prefix `c:`, the server's own have `s:`: no client can use up a key that the server is going to need. */
function readIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return '';
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(key))
    throw new Refusal('BAD_REQUEST', { detail: 'Idempotency-Key must be 1 to 64 visible characters', field: '' });
  return `c:${key}`;
}
