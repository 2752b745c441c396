/**
 * The site's pages: React Router's request handler behind everything that is no call. Loaders reach the site's calls in
 * process, with the visitor's own cookies, through the same routes as the browser.
 */
import { createRequestListener } from '@react-router/node';
import type { FastifyInstance } from 'fastify';
import { RouterContextProvider } from 'react-router';
import type { HttpOptions, Pages } from './options.ts';
import { callAs, type EntryModule, newNonce, originOf, type ServerContext } from './page-context.ts';
import { retryAfter, tooMany } from './rate-limit.ts';
import { createSharedPages } from './shared-pages.ts';

/** Rendering a page costs more than a call. */
const PAGE_WEIGHT = 5;

export function registerPages(scope: FastifyInstance, app: FastifyInstance, pages: Pages, options: HttpOptions): void {
  const { serverContext } = pages.build.entry.module as unknown as EntryModule;
  const sendShared = createSharedPages(app, pages, options);
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
    if (await sendShared(request, reply)) return reply;
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
    nonce: newNonce(),
    isLoggedIn: token ? (await options.authority.session(token)) !== null : false,
    isShared: false,
    theme: cookies.theme === 'light' ? 'light' : 'dark',
    locale: cookies.language ?? '',
    origin: originOf(options, request.url),
    url: request.url,
    // The visitor's own: their calls count for them, here as in the browser.
    call: callAs(app, options, { cookieHeader, address }),
  };
}
