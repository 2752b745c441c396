/**
 * The site's pages: React Router's request handler behind everything that is no call. Loaders reach the site's calls in
 * process, with the visitor's own cookies, through the same routes as the browser.
 */
import { randomBytes } from 'node:crypto';
import { type Display, readDisplay } from '@agio/contracts/display';
import { createRequestListener } from '@react-router/node';
import type { FastifyInstance } from 'fastify';
import { RouterContextProvider, type RouterContext } from 'react-router';
import type { HttpOptions, Pages } from './options.ts';
import { retryAfter, tooMany } from './rate-limit.ts';

/** Rendering a page costs more than a call. */
const PAGE_WEIGHT = 5;

/** What web/app/server-context.ts declares; the web app never imports the server, so the shape is said twice. */
interface ServerContext {
  call(path: string, init?: { method?: string; body?: unknown }): Promise<{ code: number; msg: string; data: unknown }>;
  readonly nonce: string;
  readonly isLoggedIn: boolean;
  readonly display: Display;
  readonly locale: string;
  readonly url: string;
}

interface EntryModule {
  readonly serverContext: RouterContext<ServerContext>;
}

export function registerPages(scope: FastifyInstance, app: FastifyInstance, pages: Pages, options: HttpOptions): void {
  const { serverContext } = pages.build.entry.module as unknown as EntryModule;
  const listener = createRequestListener({
    build: pages.build,
    mode: 'production',
    getLoadContext: async (request, client) => {
      const context = new RouterContextProvider();
      context.set(serverContext, await describe(request, client?.address ?? '', app, options));
      return context;
    },
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.all('/*', { schema: { hide: true } }, async (request, reply) => {
    const limit = await options.limiter.take(request.ip, PAGE_WEIGHT);
    if (!limit.allowed) return reply.code(429).headers(retryAfter(limit)).type('text/plain').send(tooMany(limit));
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    listener(request.raw, reply.raw);
    return reply;
  });
}

async function describe(
  request: Request,
  address: string,
  app: FastifyInstance,
  options: HttpOptions,
): Promise<ServerContext> {
  const cookieHeader = request.headers.get('cookie') ?? '';
  const cookies = app.parseCookie(cookieHeader);
  const token = cookies[options.sessionCookie.name];
  return {
    nonce: randomBytes(16).toString('base64url'),
    isLoggedIn: token ? (await options.authority.session(token)) !== null : false,
    display: readDisplay(cookies),
    locale: cookies.language ?? '',
    url: request.url,
    async call(path, init = {}) {
      const answer = await app.inject({
        method: (init.method ?? 'GET') as 'GET',
        url: path,
        // The visitor's own: their calls count for them, here as in the browser.
        remoteAddress: address,
        headers: {
          cookie: cookieHeader,
          origin: options.origins[0]!,
          ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(init.body === undefined ? {} : { payload: JSON.stringify(init.body) }),
      });
      return answer.json<{ code: number; msg: string; data: unknown }>();
    },
  };
}
