/**
 * Defences of HTTP (docs/reliability.md, ATK-1, 3, 8, 9, 12): cookie, foreign sites, kept pages, limits, headers, whose things are whose.
 */
import { change, type Mutation } from './mutation.ts';

const SITES = 'test/integration/attacks/other-sites.test.ts';
const WHOSE = 'test/integration/attacks/whose-it-is.test.ts';
const KEPT = 'test/integration/pages/kept-pages.test.ts';
const OFFICE = 'test/integration/operators/office.test.ts';
const LIMITS = 'test/integration/attacks/rate-limits.test.ts';
const HEADERS = 'test/integration/attacks/security-headers.test.ts';
const NUMBERS = 'test/integration/attacks/absurd-numbers.test.ts';
const ADDRESSES = 'test/integration/pages/page-addresses.test.ts';
const COOKIE = 'server/http/identity/session-cookie.ts';
const ROUTES = 'server/http/calls/site-routes.ts';
const SHARED = 'server/http/pages/shared-pages.ts';
const HTTP = 'server/http/build-http.ts';

export const webAttackMutations: readonly Mutation[] = [
  change('the cookie has no SameSite', COOKIE, ['; SameSite=Lax', ''], [SITES, 'ATK-8']),
  change('the cookie is not HttpOnly', COOKIE, ['; HttpOnly', ''], [SITES, 'ATK-8']),
  change('the cookie on https is not Secure', COOKIE, ["'; Secure'", "''"], [SITES, 'ATK-8']),
  change('the cookie on https has no __Host-', COOKIE, ["'__Host-'", "''"], [SITES, 'ATK-8']),
  change('a log-out leaves the cookie', COOKIE, ['value ? YEAR_SECONDS : 0', 'YEAR_SECONDS'], [SITES, 'ATK-8']),
  change(
    'a cookie without an origin is heard',
    ROUTES,
    ['origin === undefined ? needsOrigin :', 'origin === undefined ? false :'],
    [SITES, 'ATK-9'],
  ),
  change('a foreign origin is heard', ROUTES, ['!options.origins.includes(origin)', 'false'], [SITES, 'ATK-9']),
  change(
    'a similar origin is heard',
    ROUTES,
    ['!options.origins.includes(origin)', '!options.origins.some((own) => origin.startsWith(own))'],
    [SITES, 'ATK-9'],
  ),
  change('cross-site is heard', ROUTES, ["=== 'cross-site'", "=== 'cross'"], [SITES, 'cross-site']),
  change(
    'bodies of forms are read',
    ROUTES,
    ['isForeign || isCrossSite || isForm', 'isForeign || isCrossSite'],
    [SITES, 'bodies that a form'],
  ),
  change(
    'GraphQL asks for no origin',
    'server/http/calls/graphql-route.ts',
    ["if (request.method === 'POST') assertOrigin(request, options, hasCookie);", ''],
    [SITES, 'ATK-9'],
  ),
  change(
    'calls of the site ask for no log-in',
    'server/http/calls/use-case.ts',
    ['&& caller.uid === 0', '&& caller.uid < 0'],
    [WHOSE, 'without an identity'],
  ),
  change(
    'calls of the operator ask for no token',
    'server/http/calls/use-case.ts',
    ['&& !asked.isOperator', '&& false'],
    [WHOSE, 'not accepted as an operator'],
  ),
  change(
    'a signed call asks for a key alone',
    'server/http/calls/binance-routes.ts',
    ["if (permission.kind === 'key')", "if (permission.kind === 'key' || permission.kind === 'signed')"],
    [WHOSE, 'ATK-1'],
  ),
  change(
    'anybody deletes an API key',
    'server/modules/users/keys/api-key-repo.ts',
    ["    .deleteFrom('api_keys')\n    .where('uid', '=', uid)\n", "    .deleteFrom('api_keys')\n"],
    [WHOSE, 'a stranger gets'],
  ),
  change(
    'anybody says from where an API key may be used',
    'server/modules/users/keys/api-key-repo.ts',
    ["    .set({ ip_list: [...ipList] })\n    .where('uid', '=', uid)\n", '    .set({ ip_list: [...ipList] })\n'],
    [WHOSE, 'a stranger gets'],
  ),
  change(
    'API keys of all are listed',
    'server/modules/users/keys/api-key-repo.ts',
    [".selectAll().where('uid', '=', uid).orderBy('id', 'desc')", ".selectAll().orderBy('id', 'desc')"],
    [WHOSE, 'a new user’s lists'],
  ),
  change(
    'fills of all are listed',
    'server/modules/spot/repo.ts',
    ["let fills = db.selectFrom('spot_fills').where('uid', '=', uid);", "let fills = db.selectFrom('spot_fills');"],
    [WHOSE, 'a new user’s lists'],
  ),
  change(
    'moves of funds of all are listed',
    'server/modules/wallet/repo.ts',
    ["let moves = db.selectFrom('funds_moves').where('uid', '=', uid);", "let moves = db.selectFrom('funds_moves');"],
    [WHOSE, 'a new user’s lists'],
  ),
  change(
    'corrections of all are listed',
    'server/modules/wallet/repo.ts',
    ["db.selectFrom('account_corrections').where('uid', '=', uid)", "db.selectFrom('account_corrections')"],
    [WHOSE, 'a new user’s lists'],
  ),
  change(
    'fills of contracts of all are listed',
    'server/modules/futures/history-repo.ts',
    ["db.selectFrom('futures_fills').where('uid', '=', query.uid)", "db.selectFrom('futures_fills')"],
    [WHOSE, 'a new user’s lists'],
  ),
  change(
    'the chat believes whom a page names',
    'server/modules/messages/chat.ts',
    ['if (caller.uid !== asUid)', 'if (caller.uid === -1)'],
    [WHOSE, 'without an identity'],
  ),
  change(
    'private frames go to everybody who is logged in',
    'server/gateway/hub.ts',
    ['const group = byUser.get(uid);', 'const group = new Set([...byUser.values()].flatMap((one) => [...one]));'],
    [WHOSE, 'no socket gets another user’s events'],
  ),
  change('kept pages do not tell a log-in', SHARED, ['[viewer.isLoggedIn, ', '['], [KEPT, 'ATK-1 ATK-8']),
  change('kept pages do not tell themes', SHARED, ['[display.theme, ', '['], [KEPT, 'each choice that changes a page']),
  change(
    'kept pages do not tell currencies',
    SHARED,
    ['display.currency, ', ''],
    [KEPT, 'each choice that changes a page'],
  ),
  change('kept pages do not tell crawlers', SHARED, ['viewer.isCrawler, ', ''], [KEPT, 'crawler']),
  change(
    'kept pages do not tell languages',
    SHARED,
    ['    path,\n    [', "    path.replace('/fa-ir', ''),\n    ["],
    [KEPT, 'ATK-1'],
  ),
  change(
    'kept pages take the host that is asked for',
    SHARED,
    ['originOf(options, request.headers.host)', '`http://${request.headers.host}`'],
    [KEPT, 'Host'],
  ),
  change(
    'a query makes another page',
    SHARED,
    ['keyOf(variant), ', 'keyOf(variant) + visit.search, '],
    [LIMITS, 'ATK-1'],
  ),
  change(
    'a crawler’s page is not kept',
    SHARED,
    ['answeringPath !== null)', 'answeringPath !== null || viewer.isCrawler)'],
    [LIMITS, 'ATK-1'],
  ),
  change(
    'kept pages have no bound in bytes',
    'server/http/pages/page-cache.ts',
    [' && bytes <= bounds.bytes', ''],
    ['server/http/pages/page-cache.test.ts', 'bounded in bytes'],
  ),
  change(
    'kept pages are counted without what is compressed',
    'server/http/pages/page-cache.ts',
    ['sum + plain.length + packed.length', 'sum + plain.length'],
    ['server/http/pages/page-cache.test.ts', 'bounded in bytes'],
  ),
  change(
    'a page has no weight',
    'server/http/guard/rate-limit.ts',
    ['PAGE_WEIGHT = 1;', 'PAGE_WEIGHT = 0;'],
    [LIMITS, 'ATK-1'],
  ),
  change(
    'what is made for one has no weight',
    'server/http/guard/rate-limit.ts',
    ['RENDER_WEIGHT = 30;', 'RENDER_WEIGHT = 0;'],
    [LIMITS, 'ATK-1'],
  ),
  change(
    'a page of one’s own counts as a kept one',
    'server/http/pages/page-queue.ts',
    ['    await weighMaking(request, options);\n', ''],
    [LIMITS, 'ATK-1'],
  ),
  change(
    'the descriptions of the calls are not counted',
    'server/http/calls/docs.ts',
    ["scope.addHook('onRequest', limitBy(options, DOCS_WEIGHT));", ''],
    [LIMITS, 'ATK-1'],
  ),
  change(
    'files are not counted',
    HTTP,
    ["scope.addHook('onRequest', limitBy(options, FILE_WEIGHT));", ''],
    [LIMITS, 'ATK-1'],
  ),
  change(
    'answers carry no headers of their own',
    HTTP,
    ['    reply.headers(headers);\n', ''],
    [HEADERS, 'past the limit'],
  ),
  change(
    'an address that is none is answered without headers',
    HTTP,
    [".headers({ ...headers, connection: 'close' })", ''],
    [HEADERS, 'an address that is none'],
  ),
  change(
    'types of content are guessed',
    'server/http/guard/security-headers.ts',
    ["    'x-content-type-options': 'nosniff',\n", ''],
    [HEADERS, 'a body that is too long'],
  ),
  change(
    'scripts need no nonce',
    'server/http/guard/security-headers.ts',
    ["'script-src': [\"'self'\", `'nonce-${nonce}'`, ", "'script-src': [\"'self'\", \"'unsafe-inline'\", "],
    [HEADERS, 'full set of headers a page'],
  ),
  change(
    'bytes that are not an HTTP request are answered without headers',
    'server/http/guard/refuse-request.ts',
    ["${lines.join('')}", ''],
    [HEADERS, 'bytes that are not an HTTP request'],
  ),
  change(
    'a Host that is no address is taken',
    HTTP,
    ['return hasHost && isAddress(headers.host) ? null', 'return hasHost ? null'],
    [ADDRESSES, 'ATK-3'],
  ),
  change(
    'bodies are nested without end',
    'server/http/calls/json-body.ts',
    ['if (isDeeper(body, MOST_LEVELS))', 'if (isDeeper(body, 1e9))'],
    [NUMBERS, 'deeply nested input'],
  ),
  change(
    'whole numbers of a query are read as JavaScript reads them',
    'contracts/types.ts',
    ['/^(?:0|[1-9][0-9]{0,15})$/.test(given) ? Number(given) : Number.NaN', 'Number(given)'],
    [NUMBERS, 'absurd numbers'],
  ),
  change(
    'of a doubled parameter the last one counts',
    'server/http/calls/binance-routes.ts',
    ['if (Object.hasOwn(parameters, name))', "if (name === '')"],
    [NUMBERS, 'absurd numbers'],
  ),
  change(
    'an order may be changed to nothing, which is taken as no change',
    'contracts/types.ts',
    [".regex(/[1-9]/, 'must be above 0')", ''],
    [NUMBERS, 'cannot be changed to zero'],
  ),
  change(
    'people with a log-in share the budget of their address',
    'server/http/guard/request-count.ts',
    ['if (uid === 0) return', 'if (uid >= 0) return'],
    [OFFICE, 'a separate budget'],
  ),
  change(
    'many accounts of one address have no bound together',
    'server/http/guard/request-count.ts',
    ['return together.allowed ? own : together', 'return own'],
    [OFFICE, 'bounded together'],
  ),
  change(
    'one user has as much as an office',
    'server/http/guard/rate-limit.ts',
    ['users: createLimiter(isOn)', 'users: createLimiter(isOn, WEIGHT_OF_USERS_PER_MINUTE)'],
    [OFFICE, 'a separate budget'],
  ),
  change(
    'a value of a query is not encoded: it may add parameters',
    'web/app/api/request.ts',
    ['`?${new URLSearchParams(given)}`', "`?${given.map((pair) => pair.join('=')).join('&')}`"],
    ['web/app/api/request.test.ts', 'are encoded'],
  ),
  change(
    'a call of the page forgets its options',
    'web/app/api/request.ts',
    ['{ ...options, method, body: body ?? {} }', '{ method, body: body ?? {} }'],
    ['web/app/api/request.test.ts', 'the options go along'],
  ),
  change(
    'what is over the limits of GraphQL is looked at by all other rules too',
    'server/modules/markets/graphql-limits.ts',
    ['if (over.length > 0) return over;', ''],
    ['server/modules/markets/graphql-limits.test.ts', 'refused before more than'],
  ),
];
