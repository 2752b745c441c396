/**
 * Single checks of ATK-1, 2, 5, 7 and 17 (docs/reliability.md): who sees a kept page, what PostgreSQL is given, whose word on an address
 * is believed, how much one user may have.
 */
import { change, type Mutation } from './mutation.ts';

const POSTGRES = 'server/postgres/embedded-postgres.test.ts';
const PROXIES = 'test/integration/attacks/trusted-proxies.test.ts';
const LAUNCHER = 'server/postgres/postgres-launcher.ts';
const WHOSE = 'test/integration/attacks/whose-it-is.test.ts';
const WS_API = 'server/gateway/protocols/binance-ws-api.ts';
const WS_API_TEST = 'server/gateway/protocols/binance-ws-api.test.ts';
const RECEIPTS = 'server/modules/receipts/receipt-repo.ts';
const RECEIPTS_TEST = 'test/integration/trading/receipts.test.ts';
const HTTP = 'server/http/build-http.ts';

export const defenceMutations: readonly Mutation[] = [
  change(
    'the log has the values of rows that the database refused',
    'server/log.ts',
    [', serializers: { err: withoutRows }', ''],
    ['server/log.test.ts', 'ATK-17 an error of the database'],
  ),
  change(
    'PostgreSQL runs as nobody where it could have a user of its own',
    LAUNCHER,
    [': asUser(own, ', ': asUser(NOBODY, '],
    [POSTGRES, 'as a user that nobody else has'],
  ),
  change(
    'the role of the exchange is a superuser',
    'server/postgres/database-role.ts',
    ['with login nosuperuser', 'with login superuser'],
    [POSTGRES, 'reads no file of the server'],
  ),
  change(
    'whoever calls is believed about his address',
    HTTP,
    ['options.trustedProxies.length > 0 ? [...options.trustedProxies] : false', 'true'],
    [PROXIES, 'not those who only claim to be there'],
  ),
  change(
    'whoever opens a socket is believed about his address',
    'server/gateway/index.ts',
    ['proxyAddress(request, isTrusted)', 'proxyAddress(request, () => true)'],
    [PROXIES, 'sockets read the address as calls do'],
  ),
  change(
    'an account has as many price alerts as it likes',
    'server/modules/alerts/routes.ts',
    ['own.length >= MOST_PRICE_ALERTS', 'false'],
    ['test/integration/people/price-alerts.test.ts', 'also when they are asked for at once'],
  ),
  change(
    'a deposit that was credited and not marked is credited again',
    'server/modules/deposits/watcher.ts',
    ['key: `s:chain:${network}:${txId}`', 'key: `s:chain:${network}:${txId}:${Date.now()}`'],
    ['test/integration/trading/deposits.test.ts', 'credited but not marked before a crash'],
  ),
  change(
    'a page for visitors is sent to people with a log-in',
    'server/http/pages/shared-pages.ts',
    [" || (sharing === 'visitors' && isLoggedIn)", ''],
    ['test/integration/pages/kept-pages.test.ts', 'a terminal with his own funds on it'],
  ),
  change(
    'price alerts are told to everybody who reads that channel',
    'server/modules/alerts/index.ts',
    ['publisher?.publishTo(uid, CHANNEL, frameOf', "uid && publisher?.publish(CHANNEL, '', frameOf"],
    [WHOSE, 'no socket gets another user’s events'],
  ),
  change(
    'the channel of price alerts asks for no log-in',
    'server/modules/alerts/index.ts',
    ['isPrivate: true', 'isPrivate: false'],
    [WHOSE, 'a new one fails here by its name'],
  ),
  change(
    'PostgreSQL is given the environment of whoever starts it',
    LAUNCHER,
    ["{ PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C', TZ: 'UTC' }", 'process.env'],
    [POSTGRES, 'nothing of the environment of whoever starts it'],
  ),
  change(
    'without DEMO people may log in over plain http',
    'server/config.ts',
    ["!isDemo && !publicUrl.startsWith('https://')", 'false'],
    ['server/config.test.ts', 'a public address that is not https is refused'],
  ),
  change(
    'a connection has as many requests under way as it likes',
    WS_API,
    ['running >= MAX_RUNNING', 'false'],
    [WS_API_TEST, '500 run at a time'],
  ),
  change(
    'a connection that is refused again and again stays',
    WS_API,
    ['refused > MAX_REFUSED', 'false'],
    [WS_API_TEST, 'a hundred requests in a row'],
  ),
  change(
    'a user has as many API keys as he likes',
    'server/modules/users/keys/api-keys.ts',
    ['const MAX_KEYS = 30;', 'const MAX_KEYS = 3_000;'],
    ['test/integration/people/users.test.ts', 'at most thirty API keys'],
  ),
  change(
    'sendings of test coins are forgotten by a restart',
    'server/modules/deposits/demo-chain.ts',
    ['sent_for: sentFor,', 'sent_for: null,'],
    ['test/integration/trading/deposits.test.ts', 'a user has a hundred sendings a day'],
  ),
  change(
    'any SECRET_KEY is taken by a database that has lost its check value',
    'server/modules/users/secret-key-check.ts',
    ['if (someone !== undefined && !isCertain)', 'if (someone === undefined && !isCertain)'],
    ['test/integration/faults/open-store.test.ts', 'nothing that tells its key'],
  ),
  change(
    'a user sends himself test coins without end',
    'server/modules/deposits/demo-chain.ts',
    ['if (msToWait > 0) return { msToWait };', ''],
    ['test/integration/trading/deposits.test.ts', 'a user has a hundred sendings a day'],
  ),
  change(
    'sitemaps cost nothing',
    'server/http/pages/site-map.ts',
    [', onRequest: limitBy(options, FILE_WEIGHT) }', ' }'],
    ['test/integration/attacks/rate-limits.test.ts', 'GraphQL and pages share the budget'],
  ),
  change(
    'anybody has the receipt of a spot fill',
    RECEIPTS,
    [
      "    .where('is_maker', '=', name.isMaker)\n    .where('uid', '=', uid)\n",
      "    .where('is_maker', '=', name.isMaker)\n",
    ],
    [RECEIPTS_TEST, 'nobody else’s'],
  ),
  change(
    'anybody has the receipt of a fill of a contract',
    RECEIPTS,
    [".selectFrom('futures_fills').selectAll().where('uid', '=', uid)", ".selectFrom('futures_fills').selectAll()"],
    [RECEIPTS_TEST, 'fills of contracts, funding entries'],
  ),
  change(
    'anybody has the receipt of a funding payment',
    RECEIPTS,
    [
      "name.eventIndex)\n    .where('uid', '=', uid)\n    .executeTakeFirst()",
      'name.eventIndex)\n    .executeTakeFirst()',
    ],
    [RECEIPTS_TEST, 'a funding payment'],
  ),
  change(
    'anybody has the receipt of a liquidation',
    RECEIPTS,
    ["    .where('uid', '=', uid)\n    .where('kind', '=', kind)\n", "    .where('kind', '=', kind)\n"],
    [RECEIPTS_TEST, 'fills of contracts, funding entries'],
  ),
  change(
    'a deposit is credited before it is final',
    'server/modules/deposits/watcher.ts',
    ['- chain.confirmations + 1', '+ 1'],
    ['test/integration/trading/deposits.test.ts', 'confirmed block by block'],
  ),
];
