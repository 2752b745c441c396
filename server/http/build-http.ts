/**
 * Turns routes into a Fastify server. The wiring on one page: each dialect in its own scope (they parse bodies
 * differently), the site's pages last, one error mapper for all.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { registerBinanceRoutes } from './binance-routes.ts';
import { mapError } from './error-mapper.ts';
import { registerGraphql } from './graphql-route.ts';
import { missingCall } from './missing-calls.ts';
import { isOperator } from './operator-token.ts';
import type { HttpOptions } from './options.ts';
import { registerPages } from './pages.ts';
import { refuseRequest } from './refuse-request.ts';
import { DOCS_POLICY, securityHeaders } from './security-headers.ts';
import { registerSiteMap } from './site-map.ts';
import { registerSiteRoutes } from './site-routes.ts';

export type HttpServer = FastifyInstance;

/** The public listener: everything but what operators call. */
export async function buildHttp(options: HttpOptions): Promise<HttpServer> {
  const app = await bareHttp(options);
  await registerDocs(app, options);
  registerOperations(app, options);
  await app.register(async (scope) =>
    registerSiteRoutes(scope, options, ({ permission }) => permission.kind !== 'operator'),
  );
  await app.register(async (scope) => registerGraphql(scope, options));
  await app.register(async (scope) => registerBinanceRoutes(scope, options));
  if (options.pages) {
    const pages = options.pages;
    await app.register(fastifyStatic, {
      root: join(pages.directory, 'static'),
      prefix: '/static/',
      immutable: true,
      maxAge: '1y',
      index: false,
      preCompressed: true,
    });
    // What must lie at the root: the icon and its like.
    for (const entry of readdirSync(pages.directory, { withFileTypes: true })) {
      if (entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
        app.get(`/${entry.name}`, { schema: { hide: true } }, (_request, reply) =>
          reply.sendFile(entry.name, pages.directory, { maxAge: '1d', immutable: false }),
        );
    }
    registerSiteMap(app, pages, options);
    // Pages get a scope without body parsers: React Router reads the stream itself.
    await app.register(async (scope) => registerPages(scope, app, pages, options));
  }
  return app;
}

/** A server without routes: how it reads, what every answer carries, how errors and missing calls are told. */
export async function bareHttp(options: HttpOptions): Promise<HttpServer> {
  const headers = securityHeaders(options);
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    // Answers to what never becomes a request for a route: no hook runs for them.
    frameworkErrors: (error, _request, reply) => {
      void (reply as FastifyReply).headers(headers).code(400).send({ code: 400, msg: error.message, data: null });
    },
    clientErrorHandler: (error, socket) => refuseRequest(error, socket, headers),
  });
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.setErrorHandler((error, request, reply) => mapError(error as Error, request, reply));
  app.setNotFoundHandler((request, reply) => missingCall(request, reply, options));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (/^\/docs(\/|$)/.test(request.url)) reply.header('content-security-policy', DOCS_POLICY);
    // It would send back cookies that a script may not read.
    if (request.method === 'TRACE') return reply.code(405).send({ code: 405, msg: 'Method not allowed.', data: null });
  });
  await app.register(cookie);
  return app;
}

/** The calls that it has, for people and programs to read. */
export async function registerDocs(app: FastifyInstance, options: HttpOptions): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Agio',
        description: 'The calls of the site and the public trading API.',
        version: options.release,
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/docs' });
}

function registerOperations(app: FastifyInstance, options: HttpOptions): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const isReady = options.isReady();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'starting' });
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isOperator(request, options.operatorToken))
      return reply.code(401).send({ code: 401, msg: 'Send the operator token.' });
    return reply.type('text/plain; version=0.0.4').send(await options.metrics());
  });
}
