/**
 * The calls that a page makes while the server renders it: the use cases of the site's calls, without HTTP between them, for the
 * person whose session the page has looked up already. They take no request weight: the page has paid for its making.
 */
import { type Caller, KeptJson, type Route } from '@agio/contracts/endpoint';
import type { PageCall } from '@agio/contracts/server-context';
import { plainOf } from '../../system/packed-bytes.ts';
import { siteAnswer } from '../calls/error-mapper.ts';
import type { HttpOptions } from '../options.ts';
import { runUseCase } from '../calls/use-case.ts';

/** The caller of pages that are rendered for many. */
export const NOBODY: Caller = {
  uid: 0,
  sessionId: '',
  keyId: 0,
  ip: '',
  userAgent: '',
  refusesTracking: true,
  locale: '',
  captchaVerifyToken: '',
  deviceCookie: '',
};

/** Handlers may set cookies and headers; of a call inside a page these go nowhere. */
const NO_REPLY = { setSession: () => {}, setDevice: () => {}, setHeader: () => {} };

export function pageCalls(options: Pick<HttpOptions, 'routes' | 'checksAnswers' | 'logger'>, caller: Caller): PageCall {
  const routes = routesByName(options.routes);
  return async (target, { method = 'GET', body } = {}) => {
    const [path = '', search = ''] = target.split('?', 2);
    const route = routes.get(`${method} ${path}`);
    if (route === undefined) return { code: 404, msg: `There is no call ${method} ${path}.`, data: null };
    const query = Object.fromEntries(new URLSearchParams(search));
    try {
      const data = await runUseCase(
        route,
        { query, body, caller, isOperator: false, idempotencyKey: '', reply: NO_REPLY, weigh: async () => {} },
        options,
      );
      // By way of JSON, as in the browser: a page never gets the objects themselves that the exchange keeps and goes on
      // using.
      const text = data instanceof KeptJson ? String(plainOf(data.pieces)) : JSON.stringify(data);
      return { code: 0, msg: 'success', data: JSON.parse(text) as unknown };
    } catch (error) {
      return siteAnswer(error as Error, options.logger).body;
    }
  };
}

const known = new WeakMap<readonly Route[], ReadonlyMap<string, Route>>();

function routesByName(routes: readonly Route[]): ReadonlyMap<string, Route> {
  let byName = known.get(routes);
  if (byName === undefined) {
    const site = routes.filter(({ endpoint }) => endpoint.dialect === 'site');
    byName = new Map(site.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]));
    known.set(routes, byName);
  }
  return byName;
}
