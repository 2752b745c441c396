/**
 * The site's pages: the navigation rules, then the renderer, behind everything that is no call. What the loaders of a page ask comes
 * back from the renderer and is answered here for whoever asked for the page, by the same routes as the browser's calls.
 */
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS } from '@agio/contracts/locales';
import { localizedPath, splitLocale } from '@agio/contracts/page-path';
import type { Site } from '@agio/contracts/navigation';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCallPath, MISSING_WEIGHT, missingCall, pageMeant } from '../calls/missing-calls.ts';
import type { HttpOptions, Pages } from '../options.ts';
import { pageCalls } from './page-calls.ts';
import { headersForPage, headersOfPage, originOf } from './page-context.ts';
import { createPageQueue, limitIn } from './page-queue.ts';
import { PageNotMade } from './renderer.ts';
import type { RenderedPage, RenderJob } from './renderer-messages.ts';
import { countWhatWaits } from '../guard/guarded-server.ts';
import { PAGE_WEIGHT } from '../guard/rate-limit.ts';
import { weighCall, weightOfMaking } from '../guard/request-count.ts';
import { pagePolicy } from '../guard/security-headers.ts';
import { createSharedPages } from './shared-pages.ts';
import { createTooManyPages } from './too-many-pages.ts';
import { isHiddenFromSearch, type PageVisit, readVisit, steer } from './visit.ts';

export function registerPages(scope: FastifyInstance, pages: Pages, options: HttpOptions): void {
  const { locales } = pages.web;
  const { product, offlinePages } = options;
  const site: Site = { product, offlinePages, locales };
  const queue = createPageQueue(options);
  const sendShared = createSharedPages(pages, options, queue);
  const sendTooMany = createTooManyPages(pages);
  const makePage = (request: FastifyRequest, visit: PageVisit): Promise<RenderedPage> =>
    pages.renderer.render(
      jobOf(request, visit, options),
      pageCalls(options, visit.caller, {
        paid: weightOfMaking(request),
        weigh: (beyond) => weighCall(request, options, beyond),
      }),
    );
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.all('/*', { schema: { hide: true } }, async (request, reply) => {
    if (isCallPath(request.url)) {
      await weighCall(request, options, MISSING_WEIGHT);
      const page = pageMeant(request);
      return page === null ? missingCall(request, reply) : reply.header('vary', 'Accept').redirect(page);
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
    try {
      if (await sendShared(request, reply, visit)) return reply;
      return sendMade(reply, await queue.make(request, visit.caller.uid, () => makePage(request, visit)));
    } catch (error) {
      if (error instanceof PageNotMade) return sendNotMade(reply, error);
      const refused = limitIn(error);
      if (refused === null) throw error;
      return sendTooMany(request, reply, refused);
    }
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

/**
 * The request as React Router reads it, under the name that the visitor asked for: the log-in shows a padlock for the site's own name
 * alone. Another page may answer than the one that was asked for.
 */
function jobOf({ method, headers }: FastifyRequest, visit: PageVisit, options: HttpOptions): RenderJob {
  const target = (visit.answeringPath ?? visit.path) + visit.search;
  const origin = headers.host === undefined ? originOf(options, undefined) : `http://${headers.host}`;
  return {
    method,
    url: origin + target,
    headers: headersForPage(headers),
    context: describe(visit, headers.host, options),
  };
}

/** HEAD has no body, and no length: that of the page is not known without making it. */
function sendMade(reply: FastifyReply, { status, headers, body }: RenderedPage): FastifyReply {
  const cookies = headers.flatMap(([name, value]) => (name === 'set-cookie' ? [value] : []));
  for (const [name, value] of headersOfPage(headers)) if (name !== 'set-cookie') void reply.header(name, value);
  for (const cookie of cookies) void reply.header('set-cookie', cookie);
  void reply.code(status);
  if (reply.request.method === 'HEAD' || body.length === 0) return reply.send(null);
  void reply.header(
    'content-length',
    body.reduce((sum, { length }) => sum + length, 0),
  );
  const whole = streamOf(body);
  countWhatWaits(reply.request.raw.socket, whole);
  return reply.send(whole);
}

/** Not Readable.from: with it, pages that were sent stayed in memory until V8 looked through the whole heap (decision 078). */
function streamOf(body: readonly Uint8Array[]): Readable {
  let pieces = body;
  return new Readable({
    read() {
      for (const piece of pieces) this.push(piece);
      this.push(null);
      // Whoever still holds the stream does not hold the page.
      pieces = [];
    },
  });
}

/** A plain sentence in place of a page: what draws pages is not there. */
function sendNotMade(reply: FastifyReply, { message, retryAfterSeconds }: PageNotMade): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', String(retryAfterSeconds))
    .type('text/plain; charset=utf-8')
    .send(message);
}

function describe(visit: PageVisit, host: string | undefined, options: HttpOptions): RenderJob['context'] {
  const { viewer, language, site, display, nonce, path, answeringPath } = visit;
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
    origin: originOf(options, host),
  };
}
