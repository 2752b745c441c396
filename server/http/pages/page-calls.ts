/**
 * The calls that a page makes while the server renders it: the use cases of the site's calls, without HTTP between them, for the
 * person whose session the page has looked up already. What the page weighed covers them; calls of a person that weigh more count besides.
 */
import { type Caller, KeptJson, type Route } from '@agio/contracts/endpoint';
import { plainOf } from '../../system/packed-bytes.ts';
import { siteAnswer } from '../calls/error-mapper.ts';
import type { HttpOptions } from '../options.ts';
import { runUseCase } from '../calls/use-case.ts';
import type { CallOfPage, PageCallText } from './renderer-messages.ts';

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

/** While a page is made it may only read: a call that changes something has to come from the person's own browser. */
const READ_BY_POST: ReadonlySet<string> = new Set(['/web/common/public_info_v4']);
const isRead = ({ method, target }: CallOfPage): boolean =>
  method === 'GET' || (method === 'POST' && READ_BY_POST.has(target));

/** Handlers may set cookies and headers; for a call that is made while a page is made they are dropped. */
const NO_REPLY = { setSession: () => {}, setDevice: () => {}, setHeader: () => {} };

/** How long market data for pages is kept. A page gets live figures once it is open, which takes longer than this. */
const MARKET_DATA_KEPT_MS = 250;

/** What a page weighed when its making began, and how to count what the calls of its person weigh beyond that (throws TOO_MANY_ATTEMPTS). */
export interface PageWeight {
  readonly paid: number;
  weigh(beyond: number): Promise<void>;
}

/** Pages for many are kept, so that few are made. */
const UNWEIGHED: PageWeight = { paid: Number.POSITIVE_INFINITY, weigh: async () => {} };

/** The answers cross to the renderer, so their data is text. Market data is asked for in nobody's name, and may answer other pages too. */
export function pageCalls(
  options: Pick<HttpOptions, 'routes' | 'checksAnswers' | 'logger'>,
  caller: Caller,
  pageWeight: PageWeight = UNWEIGHED,
): PageCallText {
  const routes = routesByName(options.routes);
  let covered = pageWeight.paid;
  const weigh = async (weight: number): Promise<void> => {
    const beyond = Math.max(0, weight - covered);
    covered = Math.max(0, covered - weight);
    if (beyond > 0) await pageWeight.weigh(beyond);
  };
  return async (asked) => {
    const { target, method, body } = asked;
    if (!isRead(asked)) return { code: 405, msg: 'A page only reads.', data: 'null', keptForMs: 0 };
    const [path = '', search = ''] = target.split('?', 2);
    const route = routes.get(`${method} ${path}`);
    if (route === undefined)
      return { code: 404, msg: `There is no call ${method} ${path}.`, data: 'null', keptForMs: 0 };
    const { isMarketData } = route.endpoint;
    const query = Object.fromEntries(new URLSearchParams(search));
    try {
      // Market data answers other pages too, so it is covered by any.
      if (!isMarketData) await weigh(route.endpoint.weight);
      const data = await runUseCase(
        route,
        {
          query,
          body,
          caller: isMarketData ? NOBODY : caller,
          isOperator: false,
          idempotencyKey: '',
          reply: NO_REPLY,
          weigh: isMarketData ? async () => {} : weigh,
        },
        options,
      );
      return { code: 0, msg: 'success', data: textOf(data), keptForMs: isMarketData ? MARKET_DATA_KEPT_MS : 0 };
    } catch (error) {
      const { code, msg, data } = siteAnswer(error as Error, options.logger).body;
      return { code, msg, data: textOf(data), keptForMs: 0 };
    }
  };
}

/** What JSON has no word for is null, as in an envelope that lacks it. */
const textOf = (data: unknown): string =>
  data instanceof KeptJson ? String(plainOf(data.pieces)) : (JSON.stringify(data) ?? 'null');

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
