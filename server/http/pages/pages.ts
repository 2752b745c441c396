/**
 * The site's pages: the navigation rules, then React Router's request handler, behind everything that is no call.
 * Loaders reach the site's calls in process, with the visitor's own cookies, through the same routes as the browser.
 */
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS } from '@agio/contracts/locales';
import { localizedPath, splitLocale } from '@agio/contracts/page-path';
import type { Site } from '@agio/contracts/navigation';
import type { ServerContext } from '@agio/contracts/server-context';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { isCallPath, MISSING_WEIGHT, missingCall } from '../calls/missing-calls.ts';
import type { HttpOptions, Pages } from '../options.ts';
import { pageCalls } from './page-calls.ts';
import { originOf, webAppOf } from './page-context.ts';
import { createPageMaking, limitIn } from './page-making.ts';
import { PAGE_WEIGHT } from '../guard/rate-limit.ts';
import { weighCall } from '../guard/request-count.ts';
import { pagePolicy } from '../guard/security-headers.ts';
import { createSharedPages } from './shared-pages.ts';
import { createTooManyPages } from './too-many-pages.ts';
import { isHiddenFromSearch, type PageVisit, readVisit, steer } from './visit.ts';

export function registerPages(scope: FastifyInstance, pages: Pages, options: HttpOptions): void {
  const { serverContext, locales } = webAppOf(pages);
  const { product, offlinePages } = options;
  const site: Site = { product, offlinePages, locales };
  const making = createPageMaking(options);
  const sendShared = createSharedPages(pages, options, making);
  const sendTooMany = createTooManyPages(pages);
  const handle = createRequestHandler(pages.build, 'production');
  const makePage = async (request: FastifyRequest, visit: PageVisit): Promise<MadePage> => {
    const context = new RouterContextProvider();
    context.set(serverContext, describe(visit, request, options));
    const response = await handle(webRequest(request, visit, options), context);
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  };
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
    try {
      if (await sendShared(request, reply, visit)) return reply;
      return sendMade(reply, await making.make(request, visit.caller.uid, () => makePage(request, visit)));
    } catch (error) {
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

/** A page rendered completely: the next one need not wait until the client has read it. */
interface MadePage {
  readonly response: Response;
  readonly body: Buffer;
}

/**
 * The request as React Router reads it, under the name that the visitor asked for: the log-in shows a padlock for the site's own name
 * alone. Another page may answer than the one that was asked for.
 */
function webRequest({ method, headers }: FastifyRequest, visit: PageVisit, options: HttpOptions): Request {
  const sent = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  const target = (visit.answeringPath ?? visit.path) + visit.search;
  const origin = headers.host === undefined ? originOf(options, undefined) : `http://${headers.host}`;
  return new Request(origin + target, { method, headers: sent as [string, string][] });
}

/** HEAD has no body, and no length: that of the page is not known without making it. */
function sendMade(reply: FastifyReply, { response, body }: MadePage): FastifyReply {
  for (const [name, value] of response.headers) if (name !== 'set-cookie') void reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie);
  return reply.code(response.status).send(reply.request.method === 'HEAD' ? null : body);
}

function describe(visit: PageVisit, request: FastifyRequest, options: HttpOptions): ServerContext {
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
    origin: originOf(options, request.headers.host),
    call: pageCalls(options, caller),
  };
}
