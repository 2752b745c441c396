/**
 * Turns routes into a Fastify server. The wiring on one page: each dialect in its own scope (they parse bodies
 * differently), the site's pages last, one error mapper for all.
 */
import { readdirSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import { compile } from '@fastify/proxy-addr';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { registerBinanceRoutes } from './calls/binance-routes.ts';
import { registerDocs } from './calls/docs.ts';
import { mapError } from './calls/error-mapper.ts';
import { registerGraphql } from './calls/graphql-route.ts';
import { connectionLimits, createGuardedServer } from './guard/guarded-server.ts';
import { registerJsonBodies } from './calls/json-body.ts';
import { MISSING_WEIGHT, missingCall } from './calls/missing-calls.ts';
import { operatorOf, WITHOUT_OPERATOR } from './identity/operator-token.ts';
import type { HttpOptions, Pages } from './options.ts';
import { registerPages } from './pages/pages.ts';
import { FILE_WEIGHT, GUESS_WEIGHT, retryAfter, tooMany } from './guard/rate-limit.ts';
import { limitBy, weighCall } from './guard/request-count.ts';
import { refuseRequest } from './guard/refuse-request.ts';
import { DOCS_POLICY, securityHeaders } from './guard/security-headers.ts';
import { registerSiteMap } from './pages/site-map.ts';
import { registerSiteRoutes } from './calls/site-routes.ts';

/** A request has to be whole by then; one that came in parts for longer gets 408. */
const REQUEST_MS = 60_000;
/** A connection without a request; longer than that of the usual proxies, so that they end theirs first. */
const KEPT_ALIVE_MS = 72_000;

/** A method and the pattern of its path, as the router has them. */
export interface ServedRoute {
  readonly method: string;
  readonly path: string;
}
export type HttpServer = FastifyInstance;

/** A server with the list of its routes, in order of registration; the HEAD that goes with each GET is left out. */
export interface Listener {
  readonly app: HttpServer;
  readonly served: readonly ServedRoute[];
}

/**
 * Bytes. The longest bodies that calls need: a GraphQL query with its variables, or a message to the support whose letters
 * are escaped.
 */
const BODY_LIMIT = 16 * 1024;
/**
 * A connection on which a request or its answer is under way is cut after this time without a byte in either direction. Every call
 * answers sooner.
 */
const SILENCE_MS = 30_000;
/** Letters of a path, without its query. The longest of our own have some sixty; each part of a long one costs time to look at. */
const LONGEST_PATH = 1_000;

/** The public listener: everything but what operators call. */
export async function buildHttp(options: HttpOptions): Promise<Listener> {
  const { app, served } = await bareHttp(options, { bodyLimit: BODY_LIMIT, silenceMs: SILENCE_MS, takesSockets: true });
  await registerDocs(app, options);
  registerOperations(app, options);
  await app.register(async (scope) =>
    registerSiteRoutes(scope, options, ({ permission }) => permission.kind !== 'operator'),
  );
  await app.register(async (scope) => registerGraphql(scope, options));
  await app.register(async (scope) => registerBinanceRoutes(scope, options));
  if (options.pages) {
    const pages = options.pages;
    await app.register(async (scope) => registerFiles(scope, pages, options));
    registerSiteMap(app, pages, options);
    // Pages get a scope without body parsers: React Router reads the stream itself.
    await app.register(async (scope) => registerPages(scope, pages, options));
  }
  return { app, served };
}

export interface ListenerOptions {
  /** Bytes of a body; more is 413. */
  readonly bodyLimit: number;
  /** After this time without a byte in either direction a connection with a request under way is cut; 0: never. */
  readonly silenceMs: number;
  /** Whether the gateway listens here for websockets. */
  readonly takesSockets: boolean;
  /** The most connections open at a time; by default as many as the process can have. */
  readonly mostConnections?: number;
}

/** A server without routes: how it reads requests, what every answer carries, how errors and missing calls are told. */
export async function bareHttp(options: HttpOptions, listener: ListenerOptions): Promise<Listener> {
  const headers = securityHeaders(options);
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: listener.bodyLimit,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_MS,
    serverFactory: (handler) => guarded(handler, options, listener),
    // For requests that fail before they are routed, such as a malformed address: no hook runs for those, so the headers
    // are set here.
    frameworkErrors: (error, _request, reply) => {
      void (reply as FastifyReply)
        .headers({ ...headers, connection: 'close' })
        .code(400)
        .send({ code: 400, msg: error.message, data: null });
    },
    clientErrorHandler: (error, socket) => refuseRequest(error, socket, headers),
  });
  const served: ServedRoute[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') served.push({ method: one, path: url });
  });
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.setErrorHandler((error, request, reply) => mapError(error as Error, request, reply));
  app.setNotFoundHandler((request, reply) => missingCall(request, reply));
  // Before the hook below: whose limit a request counts against is read from its cookies.
  await app.register(cookie);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (/^\/docs(?:[/?#]|$)/.test(request.url)) reply.header('content-security-policy', DOCS_POLICY);
    const wrong = wrongIn(request);
    // Malformed requests are not weighed; the connection is closed, so the connection limit bounds them.
    if (wrong !== null) {
      void reply.code(wrong.code).header('connection', 'close');
      const isForReader = String(request.headers.accept ?? '').includes('text/html');
      return isForReader
        ? reply.type('text/plain; charset=utf-8').send(wrong.msg)
        : reply.send({ ...wrong, data: null });
    }
    if (request.is404) await weighCall(request, options, MISSING_WEIGHT);
  });
  // Retry-After answers close the connection too: immediate retries need new connections.
  app.addHook(
    'onSend',
    async (_request, reply) => void (reply.hasHeader('retry-after') && reply.header('connection', 'close')),
  );
  registerJsonBodies(app);
  return { app, served };
}

function guarded(handler: RequestListener, options: HttpOptions, listener: ListenerOptions): Server {
  const isProxy = compile([...options.trustedProxies]);
  const server = createGuardedServer(handler, {
    limits: connectionLimits(options.hasRateLimits, listener.mostConnections),
    figures: options.connections,
    isTrusted: (address) => isProxy(address, 0),
    takesSockets: listener.takesSockets,
  });
  // Fastify sets no times of a server that it did not make.
  return Object.assign(server, {
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEPT_ALIVE_MS,
    timeout: listener.silenceMs,
  });
}

/** The fault of a request that can be seen before it is routed; null: none. */
function wrongIn({
  url,
  method,
  headers,
  raw: { httpVersion },
}: FastifyRequest): { readonly code: number; readonly msg: string } | null {
  if (url.split('?', 1)[0]!.length > LONGEST_PATH)
    return { code: 414, msg: `This address is too long: its path has at most ${LONGEST_PATH} letters.` };
  // TRACE sends the request back, and with it cookies that no script may read.
  if (method === 'TRACE') return { code: 405, msg: 'Method not allowed.' };
  const hasHost = headers.host !== undefined || httpVersion === '1.0';
  return hasHost && isAddress(headers.host) ? null : { code: 400, msg: 'The Host header is no address of a server.' };
}

/**
 * Whether a Host header can stand in a URL, as pages need it. It may be missing (old clients do not send it); one that
 * names another site is replaced by our own origin in `originOf`.
 */
function isAddress(host: string | undefined): boolean {
  return !host || (/^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`));
}

/** The built client: its files under /static, and at the root those that browsers look for there, such as the icon. */
async function registerFiles(scope: FastifyInstance, { directory }: Pages, options: HttpOptions): Promise<void> {
  scope.addHook('onRequest', limitBy(options, FILE_WEIGHT));
  await scope.register(fastifyStatic, {
    root: join(directory, 'static'),
    prefix: '/static/',
    immutable: true,
    maxAge: '1y',
    index: false,
    preCompressed: true,
  });
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
      scope.get(`/${entry.name}`, { schema: { hide: true } }, (_request, reply) =>
        reply.sendFile(entry.name, directory, { maxAge: '1d', immutable: false }),
      );
  }
}

/** Counted apart from other requests: monitoring must be answered even while the visitors of its address are refused. */
function registerOperations(app: FastifyInstance, options: HttpOptions): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const limit = await options.probes.take(request.ip, 1);
    if (!limit.allowed) await reply.code(429).headers(retryAfter(limit)).type('text/plain').send(tooMany(limit));
  };
  app.get('/healthz', { schema: { hide: true }, onRequest }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true }, onRequest }, async (_request, reply) => {
    const isReady = options.isReady();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'starting' });
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (operatorOf(request, options.operators) === '') {
      // Requests with a wrong token are counted here as well; requests with a right one are not.
      const limit = await options.guesses.take(request.ip, GUESS_WEIGHT);
      if (!limit.allowed) return reply.code(429).headers(retryAfter(limit)).type('text/plain').send(tooMany(limit));
      return reply.code(401).send({ code: 401, msg: WITHOUT_OPERATOR });
    }
    return reply.type('text/plain; version=0.0.4').send(await options.metrics());
  });
}
