/** Pages that are rendered once for many: who may share which, and how such a page is rendered and sent. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import type { HttpOptions, Pages } from './options.ts';
import { createPageCache, NONCE_MARK, type RenderedPage, sendable } from './page-cache.ts';
import { callAs, type EntryModule, newNonce, originOf } from './page-context.ts';

/** Answers whether the page was sent. */
export type SendShared = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export function createSharedPages(app: FastifyInstance, pages: Pages, options: HttpOptions): SendShared {
  const cache = createPageCache((error) => options.logger.error({ err: error }, 'a shared page failed'));
  const render = createSharedRenderer(app, pages, options);
  return async (request, reply) => {
    if (!options.hasPageCache || request.method !== 'GET' || request.url.includes('?')) return false;
    const token = request.cookies[options.sessionCookie.name];
    const variant: Variant = {
      origin: originOf(options, `http://${request.headers.host ?? ''}`),
      pathname: request.url,
      theme: request.cookies.theme === 'light' ? 'light' : 'dark',
      isLoggedIn: token ? (await options.authority.session(token)) !== null : false,
    };
    const shared = render(variant);
    const page = shared && (await cache.find(JSON.stringify(Object.values(variant)), shared));
    if (!page) return false;
    const { body, headers } = sendable(page, newNonce(), String(request.headers['accept-encoding'] ?? ''));
    void reply
      .code(page.status)
      .headers({ ...headers, vary: 'Cookie, Accept-Encoding' })
      .header('cache-control', variant.isLoggedIn ? 'private, no-store' : 'private, no-cache')
      .send(body);
    return true;
  };
}

/** What a shared page depends on, and nothing else of who asked. */
interface Variant {
  readonly origin: string;
  readonly pathname: string;
  readonly theme: 'dark' | 'light';
  readonly isLoggedIn: boolean;
}
type RenderShared = (variant: Variant) => (() => Promise<RenderedPage>) | null;

/** Renders as nobody in particular: without cookies, and on nobody's account at the rate limit. */
function createSharedRenderer(app: FastifyInstance, pages: Pages, options: HttpOptions): RenderShared {
  const { serverContext, sharingOf } = pages.build.entry.module as unknown as EntryModule;
  const handle = createRequestHandler(pages.build, 'production');
  return (variant) => {
    const sharing = sharingOf(variant.pathname);
    if (sharing === null || (sharing === 'visitors' && variant.isLoggedIn)) return null;
    return async () => {
      let hasFailed = false;
      const call = callAs(app, options, { cookieHeader: '', address: options.internalAddress });
      const context = new RouterContextProvider();
      context.set(serverContext, {
        ...variant,
        isShared: true,
        nonce: NONCE_MARK,
        locale: '',
        url: variant.origin + variant.pathname,
        async call(path, init) {
          const answer = await call(path, init);
          hasFailed ||= answer.code !== 0;
          return answer;
        },
      });
      const response = await handle(new Request(variant.origin + variant.pathname), context);
      const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
      const isHealthy = response.status === 200 && isPage && !hasFailed && !response.headers.has('set-cookie');
      return { html: await response.text(), status: isPage ? response.status : 500, isHealthy };
    };
  };
}
