/**
 * The public trading API in the Binance dialect: parameters in the query, in a form body, or split over both, on every
 * method; bare replies; errors as {code, msg} with HTTP 4xx; request weight in headers.
 */
import { createHash } from 'node:crypto';
import type { Route } from '@agio/contracts/endpoint';
import { DialectError } from '@agio/contracts/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authority } from '../identity/authority.ts';
import { checkAnswer, describeCaller, replyControl } from './call.ts';
import type { HttpOptions } from '../options.ts';
import { missing } from '../../dialect/parameters.ts';

export function registerBinanceRoutes(scope: FastifyInstance, options: HttpOptions): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  for (const route of options.routes) if (route.endpoint.dialect === 'binance') registerRoute(scope, route, options);
}

function registerRoute(scope: FastifyInstance, route: Route, options: HttpOptions): void {
  const { endpoint } = route;
  scope.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { isDialect: true },
    schema: {
      summary: endpoint.summary,
      tags: ['trading API'],
      querystring: endpoint.query,
      response: { 200: endpoint.data },
    },
    // Before the body is read: a refused call costs no more than its headers.
    onRequest: (request, reply) => weigh(request, reply, endpoint.weight, options),
    handler: async (request, reply) => {
      const raw = rawParameters(request);
      const parameters = readParameters(raw.joined);
      const { uid, keyId } = await authorize(route, request, raw, parameters, options.authority);
      const query = endpoint.query.safeParse(parameters);
      if (!query.success) {
        const name = query.error.issues[0]?.path.join('.') ?? '';
        throw missing(name);
      }
      const more = endpoint.moreWeight({}, query.data);
      if (more > 0) await weigh(request, reply, more, options);
      const data = await route.handler({
        query: query.data as never,
        body: {} as never,
        caller: describeCaller(request, options, { uid, sessionId: '', keyId }),
        idempotencyKey: '',
        fingerprint: createHash('sha256').update(raw.joined).digest('hex').slice(0, 32),
        reply: replyControl(reply, options),
      });
      if (options.checksAnswers) checkAnswer(endpoint, data);
      return reply.send(data);
    },
  });
}

/** Counts the weight and tells what is used; throws what the API answers past the limit. */
async function weigh(
  request: FastifyRequest,
  reply: FastifyReply,
  weight: number,
  options: HttpOptions,
): Promise<void> {
  const limit = await options.count(request, weight);
  reply.header('x-mbx-used-weight', String(limit.used));
  reply.header('x-mbx-used-weight-1m', String(limit.used));
  if (limit.allowed) return;
  reply.header('retry-after', String(limit.retryAfterSeconds));
  throw new DialectError(429, -1003, 'Too much request weight used; wait until the next minute.');
}

/** The longest call, an order list of two orders, has thirty parameters; a request with hundreds would only cost us the splitting. */
const MOST_PARAMETERS = 64;

/** The parameters by name. One that is given twice is refused: which of the two was meant would be a guess. */
function readParameters(joined: string): Record<string, string> {
  assertFew(joined);
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(joined)) {
    if (Object.hasOwn(parameters, name))
      throw new DialectError(400, -1101, `Duplicate values for parameter '${name}'.`);
    parameters[name] = value;
  }
  return parameters;
}

/** Counts the separators before the text is split: a long text is refused without the work. */
function assertFew(joined: string): void {
  let count = 1;
  for (let at = joined.indexOf('&'); at >= 0; at = joined.indexOf('&', at + 1)) count += 1;
  if (count > MOST_PARAMETERS)
    throw new DialectError(400, -1101, `Too many parameters: a call takes at most ${MOST_PARAMETERS}.`);
}

interface RawParameters {
  readonly query: string;
  readonly body: string;
  /** Query and body joined by `&`, to read the parameters from. */
  readonly joined: string;
}

function rawParameters(request: FastifyRequest): RawParameters {
  const at = request.url.indexOf('?');
  const query = at < 0 ? '' : request.url.slice(at + 1);
  const body = typeof request.body === 'string' ? request.body : '';
  return { query, body, joined: [query, body].filter((part) => part !== '').join('&') };
}

/** Query and body joined with nothing between, as sent, without the signature parameter. */
function signedPayload(raw: RawParameters): string {
  const strip = (text: string): string =>
    text
      .split('&')
      .filter((pair) => !pair.startsWith('signature='))
      .join('&');
  return strip(raw.query) + strip(raw.body);
}

async function authorize(
  route: Route,
  request: FastifyRequest,
  raw: RawParameters,
  parameters: Readonly<Record<string, string>>,
  authority: Authority,
): Promise<{ uid: number; keyId: number }> {
  const { permission } = route.endpoint;
  const header = request.headers['x-mbx-apikey'];
  const apiKey = typeof header === 'string' ? header : '';
  if (permission.kind === 'key') return authority.apiKey(apiKey, request.ip);
  if (permission.kind !== 'signed') return { uid: 0, keyId: 0 };
  return authority.signed({
    apiKey,
    payload: signedPayload(raw),
    signature: parameters.signature ?? '',
    timestamp: parameters.timestamp ?? '',
    recvWindow: parameters.recvWindow ?? '',
    scope: permission.scope,
    ip: request.ip,
  });
}
