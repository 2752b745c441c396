/**
 * The site's pages: the navigation rules, then React Router's request handler, behind everything that is no call.
 * Loaders reach the site's calls in process, with the visitor's own cookies, through the same routes as the browser.
 */
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS } from '@agio/contracts/locales';
import { localizedPath, splitLocale } from '@agio/contracts/page-path';
import type { Site } from '@agio/contracts/navigation';
import type { ServerContext } from '@agio/contracts/server-context';
import { createRequestListener } from '@react-router/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RouterContextProvider } from 'react-router';
import { isCallPath, MISSING_WEIGHT, missingCall } from './missing-calls.ts';
import type { HttpOptions, Pages } from './options.ts';
import { pageCalls } from './page-calls.ts';
import { type EntryModule, originOf } from './page-context.ts';
import { PAGE_WEIGHT } from './rate-limit.ts';
import { countMaking, weighCall } from './request-count.ts';
import { pagePolicy } from './security-headers.ts';
import { createSharedPages } from './shared-pages.ts';
import { createTooManyPages } from './too-many-pages.ts';
import { currentVisit, isHiddenFromSearch, type PageVisit, readVisit, steer } from './visit.ts';

export function registerPages(scope: FastifyInstance, pages: Pages, options: HttpOptions): void {
  const { serverContext, locales } = pages.build.entry.module as unknown as EntryModule;
  const { product, offlinePages } = options;
  const site: Site = { product, offlinePages, locales };
  const sendShared = createSharedPages(pages, options);
  const sendTooMany = createTooManyPages(pages);
  const listener = createRequestListener({
    build: pages.build,
    mode: 'production',
    getLoadContext: async (request) => {
      const context = new RouterContextProvider();
      context.set(serverContext, describe(currentVisit.getStore()!, request, options));
      return context;
    },
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.all('/*', { schema: { hide: true } }, async (request, reply) => {
    if (isCallPath(request.url)) {
      await weighCall(request, options, MISSING_WEIGHT);
      return missingCall(request, reply);
    }
    const limit = await options.count(request, PAGE_WEIGHT);
    if (!limit.allowed) return sendTooMany(request, reply, limit);
    if (!READS.has(request.method)) return reply.code(405).header('allow', 'GET, HEAD').send(READ_ONLY);
    const asked = await readVisit(request, site, options);
    const outcome = steer(asked, request.method);
    // The answer depends on who asks, and in which language: caches must not give it to somebody else.
    reply.header('vary', 'Cookie, Accept-Language');
    if (outcome.kind === 'redirect' && outcome.chosen) keepLanguage(reply, outcome.chosen);
    if (outcome.kind === 'redirect') return reply.redirect(outcome.to, outcome.isPermanent ? 301 : 302);
    const visit = { ...asked, answeringPath: answeringPathOf(outcome, asked) };
    reply.header('content-security-policy', pagePolicy(visit.nonce, options));
    if (!visit.viewer.isLoggedIn) reply.header('cache-control', 'private, no-cache');
    if (isHiddenFromSearch(visit)) reply.header('x-robots-tag', 'noindex');
    if (await sendShared(request, reply, visit)) return reply;
    await countMaking(request, options);
    return handOver(request, reply, visit, listener);
  });
}

/** Pages take no forms: what changes something is a call. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const READ_ONLY = { code: 405, msg: 'A page is only read: send GET.', data: null };

/** The same cookie that the page's script writes when a language is chosen there. */
function keepLanguage(reply: FastifyReply, key: string): void {
  reply.setCookie(LANGUAGE_COOKIE, key, { path: '/', maxAge: LANGUAGE_COOKIE_SECONDS, sameSite: 'lax' });
}

function answeringPathOf(outcome: ReturnType<typeof steer>, asked: PageVisit): string | null {
  if (outcome.kind === 'answer') return outcome.path;
  if (outcome.kind !== 'missing') return null;
  return localizedPath(['404'], splitLocale(asked.path, asked.site.locales).locale);
}

/** React Router writes to Node's own response: what Fastify was to send goes there first. */
function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageVisit,
  listener: ReturnType<typeof createRequestListener>,
): FastifyReply {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  if (visit.answeringPath !== null) request.raw.url = visit.answeringPath + visit.search;
  currentVisit.run(visit, () => void listener(request.raw, reply.raw));
  return reply;
}

function describe(visit: PageVisit, request: Request, options: HttpOptions): ServerContext {
  const { viewer, language, site, display, nonce, path, answeringPath, caller } = visit;
  return {
    nonce,
    isLoggedIn: viewer.isLoggedIn,
    isDemo: options.isDemo,
    isShared: false,
    display,
    viewer,
    language,
    site,
    path,
    answeringPath,
    origin: originOf(options, new URL(request.url).host),
    call: pageCalls(options, caller),
  };
}
