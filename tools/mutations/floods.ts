/** Limits of bodies and of sockets (docs/reliability.md, FLT-16): each must be missed by a test when it is gone. */
import type { Mutation } from './mutation.ts';

const BODIES = 'test/integration/request-bodies.test.ts';
const SITE = 'server/http/site-routes.ts';
const DIALECT = 'server/http/binance-routes.ts';
const GRAPHQL = 'server/http/graphql-route.ts';

const change = (
  breaks: string,
  file: string,
  [snippet, replacement]: readonly [string, string],
  [killer, test]: readonly [string, string],
): Mutation => ({ breaks, file, snippet, replacement, killer, test });

export const floodMutations: readonly Mutation[] = [
  change(
    'bodies of 256 kB are read',
    'server/http/build-http.ts',
    ['bareHttp(options, BODY_LIMIT)', 'bareHttp(options, 256 * 1024)'],
    [BODIES, '17 kB are refused'],
  ),
  change(
    'operators’ bodies of any size are read',
    'server/http/build-operator-http.ts',
    ['bareHttp(options, BODY_LIMIT)', 'bareHttp(options, 256 * 1024)'],
    [BODIES, '66 kB are refused'],
  ),
  change(
    'a call of the trading API has any number of parameters',
    DIALECT,
    ['  assertFew(joined);\n', ''],
    [BODIES, 'at most 64 parameters'],
  ),
  change(
    'a poll of fifty channels weighs as much as one',
    'contracts/http/futures-market.ts',
    ['channels.length - 1', '0'],
    [BODIES, 'a poll weighs'],
  ),
  change(
    'a poll is told the same channel again and again',
    'server/modules/futures/public-routes.ts',
    [' || told.has(`${name} ${topic}`)', ''],
    [BODIES, 'a poll weighs'],
  ),
  change(
    'bodies of the site are read before their call is weighed',
    SITE,
    ['onRequest: (request) =>', 'preHandler: (request) =>'],
    [BODIES, 'no body is read'],
  ),
  change(
    'bodies of the trading API are read before their call is weighed',
    DIALECT,
    ['onRequest: async', 'preHandler: async'],
    [BODIES, 'no body is read'],
  ),
  change(
    'bodies of GraphQL are read before the query is weighed',
    GRAPHQL,
    ['onRequest: async', 'preHandler: async'],
    [BODIES, 'no body is read'],
  ),
];
