/** The site's calls: JSON in, the envelope {code, msg, data} out, a session by cookie or `token` header. */
import { createHash } from 'node:crypto';
import { type Caller, type Endpoint, KeptJson, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkAnswer, describeCaller, replyControl } from './call.ts';
import { stored } from '../packed-bytes.ts';
import { sendKept } from './kept-answer.ts';
import { operatorOf } from './operator-token.ts';
import type { HttpOptions } from './options.ts';
import { plainIssue } from './plain-issues.ts';
import { weighCall } from './request-count.ts';
import { sessionTokenOf } from './session-token.ts';

/** Those that `belongs` names. */
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
      if (endpoint.permission.kind === 'login' && caller.uid === 0) throw new Refusal('NOT_LOGGED_IN');
      if (endpoint.permission.kind === 'operator') assertOperator(request, options);
      const query = parse(endpoint.query, request.query);
      const body = hasBody ? parse(endpoint.body, request.body ?? {}) : {};
      const more = endpoint.moreWeight(body);
      if (more > 0) await weighCall(request, options, more);
      const data = await route.handler({
        query: query as never,
        body: body as never,
        caller,
        idempotencyKey: readIdempotencyKey(request),
        fingerprint: createHash('sha256')
          .update(`${endpoint.path}\n${JSON.stringify(body)}`)
          .digest('hex')
          .slice(0, 32),
        reply: replyControl(reply, options),
      });
      if (options.checksAnswers) checkAnswer(endpoint, data);
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

function assertOperator(request: FastifyRequest, options: HttpOptions): void {
  if (operatorOf(request, options.operators) === '') throw new Refusal('FORBIDDEN');
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: plainIssue });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Refusal('BAD_REQUEST', {
    detail: `${issue?.path.join('.') || 'the request'} ${issue?.message ?? 'is not valid'}`,
    field: issue?.path.join('.') ?? '',
  });
}

/** Clients' keys live apart from the server's own (`s:`): nobody can take one of those before its time. */
function readIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return '';
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(key))
    throw new Refusal('BAD_REQUEST', { detail: 'Idempotency-Key must be 1 to 64 visible characters', field: '' });
  return `c:${key}`;
}
