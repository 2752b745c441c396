/** The requests whose cost is measured: one or more for each route that the exchange answers. */
import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { examplesOf } from '../../test/calls/table.ts';
import type { Example } from '../../test/calls/example.ts';
import type { Measured } from './measured.ts';
import { OLD_CONTRACT, OLD_MARKET } from './old-klines.ts';

const CLIENT = join(import.meta.dirname, '../../web/build/client');
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

export interface Request {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Measurement {
  /** The route of the running exchange that this is one of. */
  readonly route: string;
  /** Tells the measurements of one route apart. */
  readonly kind: string;
  /** The n-th request; some routes need a different one each time. */
  readonly make: (n: number) => Request;
}

type Visit = readonly [
  route: string,
  kind: string,
  path: string | ((n: number) => string),
  headers?: Record<string, string>,
];

/** The most that one query may ask for, and queries that are refused. */
const GRAPHQL_QUERIES: Readonly<Record<string, string>> = {
  'all that one may ask for': `{ ${Array.from({ length: 10 }, (_, n) => `a${n}: spotPairs { symbol base quote minPrice maxAmount ctime openTime sort precisions isOpen isHot isShow }`).join(' ')} }`,
  'refused for its length': `{ rates { rate } } #${'x'.repeat(9_000)}`,
  'refused for its tokens': `{ rates { ${'rate '.repeat(1_500)} } }`,
  'refused for its aliases': `{ ${Array.from({ length: 300 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
  'refused for its directives': `{ rates { rate ${'@skip(if: false) '.repeat(140)} } }`,
  'refused for its depth': `${'{ rates '.repeat(300)}{ rate }${' }'.repeat(300)}`,
};

/** Pages and files, and calls whose cost their example does not show. */
function visitsOf({ user, trader, operatorToken }: Measured): Visit[] {
  const person = { cookie: `agio-token=${user.token}` };
  const ofTrader = { cookie: `agio-token=${trader.token}` };
  const html = { accept: 'text/html', 'accept-encoding': 'gzip' };
  const script = readdirSync(join(CLIENT, 'static')).find((name) => name.endsWith('.js')) ?? '';
  return [
    ['GET /*', 'a kept page', '/market', html],
    ['GET /*', 'a kept page, another query each time', (n) => `/market?x=${n}`, html],
    ['GET /*', 'a kept page, for a crawler', '/market', { ...html, 'user-agent': CRAWLER }],
    ['GET /*', 'a page of one’s own', '/assets', { ...html, ...person }],
    ['GET /*', 'the log-in', '/login', html],
    ['GET /*', 'a coin that is none, another one each time', (n) => `/coin-introduce/X${n}`, html],
    ['GET /*', 'a page that is none', '/nowhere', html],
    ['GET /*', 'the data of a page', '/market.data', person],
    ['GET /*', 'the data of a page of thousands of rows', '/assets/records.data?page=30', ofTrader],
    ['GET /*', 'the data of the profit page', '/assets/pnl.data', ofTrader],
    ['GET /*', 'the data of the assets', '/assets.data', ofTrader],
    ['GET /*', 'a redirect', '/homemarket', html],
    ['GET /*', 'a call that is none', '/web/nothing'],
    [
      'GET /web/account/ledger/export',
      'a piece of 5,000 entries',
      '/web/account/ledger/export',
      { token: trader.token },
    ],
    // Of a long history, since that of an example is short.
    ...['/web/spot/order/history', '/web/spot/order/fills', '/web/account/ledger/list'].flatMap((path): Visit[] => [
      [`GET ${path}`, 'the first page of thousands of rows', `${path}?pageSize=100`, { token: trader.token }],
      [`GET ${path}`, 'a late page of thousands of rows', `${path}?pageSize=100&page=15`, { token: trader.token }],
    ]),
    ...klineVisits(),
    ['GET /static/*', '', `/static/${script}`],
    ['GET /docs', '', '/docs'],
    ['GET /docs/static/*', '', '/docs/static/swagger-ui.css'],
    ...[
      '/docs/json',
      '/docs/yaml',
      '/docs/static/index.html',
      '/docs/static/swagger-initializer.js',
      '/healthz',
      '/readyz',
      '/favicon.ico',
      '/favicon.svg',
      '/icon-512.png',
      '/preview.png',
      '/robots.txt',
      '/sitemap.xml',
    ].map((path): Visit => [`GET ${path}`, '', path]),
    ['GET /sitemap/:name', '', '/sitemap/fa-ir.xml'],
    ['GET /metrics', 'with the token', '/metrics', { authorization: `Bearer ${operatorToken}` }],
    ['GET /graphql', '', (n) => `/graphql?query=${encodeURIComponent(`{ rates { rate } } #${n}`)}`],
  ];
}

/** The most klines that a call takes, of the most stored klines, and of a contract that has been quiet for long. */
function klineVisits(): Visit[] {
  const spot = `symbol=${OLD_MARKET}&interval`;
  return [
    ['GET /kline/spot', '1,500 minutes', `/kline/spot?${spot}=1m&limit=1500`],
    ['GET /kline/spot', '500 quarters of an hour, as the chart asks', `/kline/spot?${spot}=15m&limit=500`],
    ['GET /kline/spot', '1,500 half hours, a month of minutes', `/kline/spot?${spot}=30m&limit=1500`],
    ['GET /api/v3/klines', '1,000 minutes', `/api/v3/klines?${spot}=1m&limit=1000`],
    ['GET /api/v3/klines', '1,000 half hours', `/api/v3/klines?${spot}=30m&limit=1000`],
    [
      'GET /futures/market/klines',
      '1,000 minutes of a contract with one old trade',
      `/futures/market/klines?symbol=${OLD_CONTRACT}&interval=1m&limit=1000`,
    ],
  ];
}

/** A route of the exchange that has none of these is named by `missingRoutes`. */
export function measurements(measured: Measured): Measurement[] {
  const { things, futuresPrice } = measured;
  const examples = examplesOf(things, String(Math.round(futuresPrice * 0.98)));
  const calls = Object.entries(examples).map(([route, example]): Measurement => {
    const [method = '', path = ''] = route.split(' ');
    return { route, kind: '', make: (n) => requestOf(measured, method, path, fresh(route, example, n)) };
  });
  const posts: Measurement[] = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({
    route: `${method} /*`,
    kind: 'a page',
    make: () => ({ path: '/market', method, headers: {} }),
  }));
  return [
    ...calls,
    ...visitsOf(measured).map(([route, kind, path, headers = {}]) => ({
      route,
      kind,
      make: (n: number) => ({ path: typeof path === 'string' ? path : path(n), method: 'GET', headers }),
    })),
    ...posts,
    {
      route: 'POST /futures/subscribe',
      kind: 'the kline of a contract with one old trade',
      make: () => ({
        path: '/futures/subscribe',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          channels: [{ channel: 'kline', params: { symbol: OLD_CONTRACT, interval: '1m', source: 'LAST' } }],
        }),
      }),
    },
    {
      route: 'POST /graphql',
      kind: '',
      make: (n) => ({
        path: '/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ rates { rate } } #${n}` }),
      }),
    },
    ...Object.entries(GRAPHQL_QUERIES).map(([kind, query]): Measurement => ({
      route: 'POST /graphql',
      kind,
      make: (n) => ({
        path: '/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `${query} #${n}` }),
      }),
    })),
  ];
}

/** No browser sends these, and they are refused before anything is looked at. */
const UNASKED = new Set(['TRACE /*', 'QUERY /*']);

export function missingRoutes({ served }: Measured, measured: readonly Measurement[]): string[] {
  const known = new Set(measured.map(({ route }) => route));
  return served.map(({ method, path }) => `${method} ${path}`).filter((name) => !known.has(name) && !UNASKED.has(name));
}

/** A new example each time for calls that do their work only once or refuse a repeat. */
function fresh(route: string, example: Example, n: number): Example {
  const email = `bench-${n}-${process.pid}@test.agio.example`;
  switch (route) {
    case 'POST /auth-v2/api/v2/auth/register':
    case 'POST /auth-v2/api/v2/auth/login':
    case 'POST /operator/user/create':
      return { ...example, body: { ...example.body, email } };
    case 'POST /web/api/v1/chat/send':
      return {
        ...example,
        access: 'anyone',
        body: { asUid: 0, visitor: '', text: 'a question', clientId: `question-${n}` },
      };
    default:
      return example;
  }
}

function requestOf({ user, operatorToken }: Measured, method: string, declared: string, example: Example): Request {
  const query = new URLSearchParams(Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]));
  const path = example.path ?? declared;
  const isTrading = /^\/(?:api\/v3|[sdf]api\/)/.test(path);
  const headers: Record<string, string> = { 'accept-encoding': 'gzip' };
  if (example.access === 'session') headers.token = user.token;
  if (example.access === 'operator') headers.authorization = `Bearer ${operatorToken}`;
  if (example.access === 'key' || example.access === 'signed') headers['x-mbx-apikey'] = user.apiKey;
  if (example.access === 'signed') {
    query.set('timestamp', String(Date.now()));
    query.set('signature', createHmac('sha256', user.apiSecret).update(query.toString()).digest('hex'));
  }
  const address = query.size > 0 ? `${path}?${query}` : path;
  if (method === 'GET' || isTrading) return { path: address, method, headers };
  return {
    path: address,
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(example.body ?? {}),
  };
}
