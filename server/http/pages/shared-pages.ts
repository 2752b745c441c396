/** Pages that are rendered once for many: who may share which, and how such a page is rendered and sent. */
import type { Display } from '@agio/contracts/display';
import type { Viewer } from '@agio/contracts/navigation-rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpOptions, Pages } from '../options.ts';
import { createPageCache, type KeptRendering, NONCE_MARK, sendable } from './page-cache.ts';
import { NOBODY, pageCalls } from './page-calls.ts';
import { originOf } from './page-context.ts';
import type { PageQueue } from './page-queue.ts';
import type { PageCallText, RenderJob } from './renderer-messages.ts';
import type { PageVisit } from './visit.ts';

/** Answers whether the page was sent. Throws as `PageQueue.make` where it had to be made. */
export type SendShared = (request: FastifyRequest, reply: FastifyReply, visit: PageVisit) => Promise<boolean>;

export function createSharedPages(pages: Pages, options: HttpOptions, queue: PageQueue): SendShared {
  const cache = createPageCache((error) => options.logger.error({ err: error }, 'a shared page failed'));
  const render = createSharedRenderer(pages, options);
  return async (request, reply, visit) => {
    const { viewer, answeringPath, display, path, nonce, site } = visit;
    // A crawler may get the page of another path under the address it asked for: that one is rendered for it alone. The query is not part
    // of the key, because no shared page reads it.
    if (!options.hasPageCache || request.method !== 'GET' || answeringPath !== null) return false;
    const variant: Variant = { origin: originOf(options, request.headers.host), path, display, viewer };
    const shared = render(variant, site);
    if (shared === null) return false;
    const page = await cache.find(keyOf(variant), queue.askerOf(request, visit.caller.uid), shared);
    if (!page) return false;
    const { body, headers } = sendable(page, nonce, String(request.headers['accept-encoding'] ?? ''));
    void reply
      .code(page.status)
      .headers({ ...headers, vary: `${String(reply.getHeader('vary'))}, Accept-Encoding` })
      .header('cache-control', viewer.isLoggedIn ? 'private, no-store' : 'private, no-cache')
      .send(body);
    return true;
  };
}

/** Everything of a request that a shared page depends on. */
interface Variant {
  readonly origin: string;
  readonly path: string;
  readonly display: Display;
  /** Crawlers get other links, the native app no frame, people with a log-in theirs. */
  readonly viewer: Viewer;
}

/** The language is the first part of the path. */
const keyOf = ({ origin, path, display, viewer }: Variant): string =>
  JSON.stringify([
    origin,
    path,
    [display.theme, display.priceColors, display.textSize, display.currency, display.amounts],
    [display.smallBalances, display.layout],
    [viewer.isLoggedIn, viewer.isCrawler, viewer.isWebView, viewer.isMobile],
  ]);
type RenderShared = (variant: Variant, site: PageVisit['site']) => (() => Promise<KeptRendering>) | null;

/** Renders a page without cookies, for no particular visitor. Null: this page, or this visitor, is not served from the cache. */
function createSharedRenderer({ web, renderer }: Pages, options: HttpOptions): RenderShared {
  const asNobody = pageCalls(options, NOBODY);
  return (variant, site) => {
    const { origin, path, display, viewer } = variant;
    const { isLoggedIn } = viewer;
    const sharing = web.sharingOf(path);
    if (sharing === null || (sharing === 'visitors' && isLoggedIn)) return null;
    const context: RenderJob['context'] = {
      origin,
      path,
      display,
      isLoggedIn,
      isDemo: options.isDemo,
      isShared: true,
      nonce: NONCE_MARK,
      viewer,
      // Only needed to decide where a visit leads, which was decided before.
      language: { cookie: '', browser: [] },
      site,
      answeringPath: null,
    };
    return async () => {
      let hasFailed = false;
      const call: PageCallText = async (asked) => {
        const answer = await asNobody(asked);
        hasFailed ||= answer.code !== 0;
        return answer;
      };
      const made = await renderer.render({ method: 'GET', url: origin + path, headers: [], context }, call);
      const headers = new Headers(made.headers as [string, string][]);
      const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
      const isHealthy = made.status === 200 && isPage && !hasFailed && !headers.has('set-cookie');
      return { html: Buffer.concat(made.body).toString(), status: isPage ? made.status : 500, isHealthy };
    };
  };
}
