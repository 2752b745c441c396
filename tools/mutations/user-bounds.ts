/** Bounds of what one person can make grow or make others wait for: each must be missed by a test when it is gone. */
import { change, type Mutation } from './mutation.ts';

const ALERTS = 'server/modules/alerts/alert-repo.ts';
const HUMAN_CODES = 'test/integration/attacks/human-code.test.ts';
const CROWDED = 'test/integration/attacks/crowded-alerts.test.ts';

const GATEWAY = 'server/gateway/index.ts';
const GATEWAY_TEST = 'server/gateway/gateway.test.ts';
const GUARD = 'server/http/guard/guarded-server.ts';
const GUARD_TEST = 'server/http/guard/guarded-server.test.ts';
const PLACES = 'server/limits/places.ts';
const PLACES_TEST = 'server/limits/places.test.ts';

export const userBoundMutations: readonly Mutation[] = [
  change(
    'calls of one user that wait for a lock take every connection to the database',
    'server/modules/users/favourites.ts',
    [
      'await inTurn(caller.uid, () => ',
      'await (async (_: number, work: () => Promise<unknown>) => work())(caller.uid, () => ',
    ],
    ['test/integration/attacks/locked-writes.test.ts', 'favourites'],
  ),
  change(
    'a lock on the demo’s chain takes every connection to the database',
    'server/limits/locked-writes.ts',
    ['atOnce: 4,', 'atOnce: 12,'],
    ['test/integration/attacks/locked-writes.test.ts', 'test coins'],
  ),
  change(
    'price alerts that change are written one by one',
    ALERTS,
    [
      '(part) => updateJudged(tx, part),',
      'async (part) => { for (const one of part) await updateJudged(tx, [one]); },',
    ],
    [CROWDED, 'settled by ten statements'],
  ),
  change(
    'what price alerts tell is written one by one',
    ALERTS,
    [
      '(part) => insertFirings(tx, part)',
      'async (part) => { for (const one of part) await insertFirings(tx, [one]); }',
    ],
    [CROWDED, 'settled by ten statements'],
  ),
  change(
    'alerts that told once are deleted one by one',
    ALERTS,
    ['(part) => deleteJudged(tx, part)', 'async (part) => { for (const one of part) await deleteJudged(tx, [one]); }'],
    [CROWDED, 'settled by ten statements'],
  ),
  change(
    'alerts that were settled together do not remember when they told',
    ALERTS,
    [', fired_at_ms = judged.fired_at_ms', ''],
    [CROWDED, 'settled by ten statements'],
  ),
  change(
    'what price alerts told one user is kept for thirty days, however much it is',
    ALERTS,
    ['having count(*) > ${KEPT_OF_USER}', 'having count(*) < 0'],
    [CROWDED, 'newest thousand'],
  ),
  change(
    'favourites that are added at once pass the limit together',
    'server/modules/users/favourites.ts',
    ['.forUpdate()', ''],
    ['test/integration/attacks/races.test.ts', 'adds the last one that there is room for'],
  ),
  change(
    'an address makes a verification with each browser that it names',
    'server/modules/users/index.ts',
    ['hasRateLimits ? createAddressCount(VERIFICATIONS) : null', 'null'],
    [HUMAN_CODES, 'makes 200 verifications'],
  ),
  change(
    'verifications that strangers made stop a known browser of their address',
    'server/modules/users/service.ts',
    ['device === null ? ip : `account ${uid}`', 'device === null ? ip : ip'],
    [HUMAN_CODES, 'makes 200 verifications'],
  ),
  change(
    'a network with many addresses opens connections as fast as all of them',
    'server/gateway/socket-limits.ts',
    ['takeFromAll([address.connections, wider.connections], now())', 'address.connections.take(now())'],
    ['server/gateway/socket-limits.test.ts', 'a wider network opens five times'],
  ),
  change(
    'a network with many addresses logs in as often as all of them',
    'server/gateway/socket-limits.ts',
    ["return wider.logins.take(now()) ? null : 'network';", 'return null;'],
    ['server/gateway/socket-limits.test.ts', 'its wider network may do five times'],
  ),
  change(
    'a network with many addresses sends as much as all of them',
    'server/gateway/socket-limits.ts',
    ['...both.map((one) => one[own])', 'address[own]'],
    ['server/gateway/socket-limits.test.ts', 'its wider network may do five times'],
  ),
  change(
    'a network with many addresses gets as many first frames as all of them',
    'server/gateway/socket-limits.ts',
    ['...both.map((one) => one.firstFrames)', 'address.firstFrames'],
    ['server/gateway/socket-limits.test.ts', 'its wider network may do five times'],
  ),
  change(
    'a network with many addresses reads as many topics as all of them',
    'server/gateway/socket-limits.ts',
    ['both.every(({ topics, mostTopics }) => topics < mostTopics)', 'address.topics < address.mostTopics'],
    ['server/gateway/socket-limits.test.ts', 'its wider network may do five times'],
  ),
  change(
    'a few networks have all sockets for as long as they like',
    GATEWAY,
    ['if (isFull && !places.canMakeRoom(network))', 'if (isFull)'],
    [GATEWAY_TEST, 'with all places taken by a few networks'],
  ),
  change(
    'a socket of another network comes in without one that goes for it',
    GATEWAY,
    ['      if (isFull) places.makeRoom();\n', ''],
    [GATEWAY_TEST, 'with all places taken by a few networks'],
  ),
  change(
    'a request that never becomes a websocket costs another one its place',
    GATEWAY,
    [
      '    const limits = options.limits.enter(',
      '    if (isFull) places.makeRoom();\n    const limits = options.limits.enter(',
    ],
    [GATEWAY_TEST, 'does not become a websocket takes nobody’s'],
  ),
  change(
    'a logged-in socket makes room like a stranger’s, and a stranger’s like a logged-in one',
    'server/gateway/hub.ts',
    ['    reader.connection.setLoggedIn(uid !== 0);\n', ''],
    [GATEWAY_TEST, 'a logged-in socket is kept'],
  ),
  change(
    'a socket that logged out is kept like a logged-in one',
    'server/gateway/hub.ts',
    ['setLoggedIn(uid !== 0)', 'setLoggedIn(true)'],
    [GATEWAY_TEST, 'a logged-in socket is kept'],
  ),
  change(
    'a socket whose requests are signed makes room like a stranger’s',
    'server/gateway/protocols/binance-ws-api.ts',
    ['      connection.setLoggedIn(true);\n', ''],
    [GATEWAY_TEST, 'a logged-in socket is kept'],
  ),
  change(
    'a few networks have all connections for as long as they like',
    GUARD,
    ['this.isFull() && !this.places.canMakeRoom(network)', 'this.isFull()'],
    [GUARD_TEST, 'with all places taken by a few networks'],
  ),
  change(
    'a connection of another network comes in without one that goes for it',
    GUARD,
    ['      this.places.makeRoom();\n', ''],
    [GUARD_TEST, 'with all places taken by a few networks'],
  ),
  change(
    'connections are turned away before it is known from which network they are',
    GUARD,
    ['limits.open + LOOKED_AT', 'limits.open + 0 * LOOKED_AT'],
    [GUARD_TEST, 'with all places taken by a few networks'],
  ),
  change(
    'a connection with a request under way goes like an idle one',
    GUARD,
    ['    client.ahead ??= [];\n    client.place?.keep(true);\n', '    client.ahead ??= [];\n'],
    [GUARD_TEST, 'an idle connection goes first'],
  ),
  change(
    'a connection that once had a request is never idle again',
    GUARD,
    ['client.place?.keep(client.isUpgraded);', 'client.place?.keep(true);'],
    [GUARD_TEST, 'an idle connection goes first'],
  ),
  change(
    'a websocket goes like an idle connection',
    GUARD,
    ['    client.isUpgraded = true;\n    client.place?.keep(true);\n', '    client.isUpgraded = true;\n'],
    [GUARD_TEST, 'an idle connection goes first'],
  ),
  change(
    'a trusted proxy makes room like one network of visitors',
    GUARD,
    ['isProxy ? null : this.places.enter', 'this.places.enter'],
    [GUARD_TEST, 'which speaks for many networks'],
  ),
  change(
    'networks that hold the same take each other’s places without end',
    PLACES,
    ['this.countOf(network) + 1', 'this.countOf(network)'],
    [PLACES_TEST, 'is given away'],
  ),
  change(
    'the largest network that shrank is not known any more',
    PLACES,
    [' || !this.bySize.has(this.most)', ''],
    [PLACES_TEST, 'after any coming and going'],
  ),
  change(
    'networks without a place are remembered',
    PLACES,
    ['    if (sizeOf(network) === 0) this.networks.delete(network.name);\n', ''],
    [PLACES_TEST, 'after any coming and going'],
  ),
  {
    breaks: 'a transfer without a key leaves a record',
    file: 'core/trading-core.ts',
    snippet: 'const idempotency = keyOf(command);',
    replacement: "const idempotency = keyOf(command) ?? { key: `${command.seq}`, fingerprint: '' };",
    killer: 'core/state-machine/idempotency.test.ts',
    test: 'a transfer without a key adds no record',
  },
];
