/** The visitor who asks for a page, and the outcome of the navigation rules. */
import { randomBytes } from 'node:crypto';
import { deviceOf } from '@agio/contracts/device';
import type { Caller } from '@agio/contracts/endpoint';
import { type Display, readDisplay } from '@agio/contracts/display';
import { LANGUAGE_COOKIE, type LanguagePreferences, parseAcceptLanguage } from '@agio/contracts/locales';
import { navigate, type Outcome, type Site } from '@agio/contracts/navigation';
import type { Viewer } from '@agio/contracts/navigation-rules';
import { splitLocale } from '@agio/contracts/page-path';
import type { FastifyRequest } from 'fastify';
import { describeCaller } from '../calls/call.ts';
import type { HttpOptions } from '../options.ts';

export interface PageVisit {
  /** As it was asked for. */
  readonly path: string;
  readonly search: string;
  readonly viewer: Viewer;
  readonly language: LanguagePreferences;
  readonly site: Site;
  readonly display: Display;
  readonly nonce: string;
  /** Who asks, for the calls that the page makes. */
  readonly caller: Caller;
  /** The path of the page that answers, where it is another than the one asked for. */
  readonly answeringPath: string | null;
}

export async function readVisit(
  request: FastifyRequest,
  site: Site,
  options: Pick<HttpOptions, 'authority' | 'sessionCookie' | 'deviceCookie' | 'currencies'>,
): Promise<PageVisit> {
  const { authority, sessionCookie, currencies } = options;
  const { cookies, headers } = request;
  const device = deviceOf(headers['user-agent'] ?? '', site.product);
  const token = cookies[sessionCookie.name];
  const session = token ? await authority.session(token) : null;
  const [path, search] = splitTarget(request.raw.url ?? '/');
  return {
    path,
    search,
    viewer: {
      isLoggedIn: session !== null,
      isCrawler: device.spider,
      isWebView: device.webview,
      isMobile: device.mobile,
    },
    language: {
      cookie: cookies[LANGUAGE_COOKIE] ?? '',
      browser: parseAcceptLanguage(headers['accept-language'] ?? ''),
    },
    site,
    display: readDisplay(cookies, currencies),
    nonce: randomBytes(16).toString('base64url'),
    caller: describeCaller(request, options, {
      uid: session?.uid ?? 0,
      sessionId: session?.sessionId ?? '',
      keyId: 0,
    }),
    answeringPath: null,
  };
}

/** The navigation rules are for reading pages; a form goes to the address that it was sent to. */
export function steer(visit: PageVisit, method: string): Outcome {
  return method === 'GET' || method === 'HEAD' ? navigate(visit) : { kind: 'stay' };
}

/** Pages of a user's account are kept out of search results. */
export function isHiddenFromSearch(visit: PageVisit): boolean {
  const [area] = splitLocale(visit.answeringPath ?? visit.path, visit.site.locales).segments;
  return area === 'account' || area === 'assets';
}

/** Never parsed as a URL: a path that begins with two slashes would be another host. */
function splitTarget(target: string): readonly [path: string, search: string] {
  const [withQuery = ''] = target.split('#', 1);
  const start = withQuery.indexOf('?');
  return start < 0 ? [withQuery, ''] : [withQuery.slice(0, start), withQuery.slice(start)];
}
