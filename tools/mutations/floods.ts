/** Limits of bodies and of sockets (docs/reliability.md, FLT-16): each must be missed by a test when it is gone. */
import { change, type Mutation } from './mutation.ts';

const FLOOD = 'test/integration/attacks/socket-flood.test.ts';
const DEEP = 'test/integration/trading/deep-book.test.ts';
const LIMITS = 'server/gateway/socket-limits.ts';
const LIMITED = 'server/gateway/socket-limits.test.ts';
const HUB = 'server/gateway/hub.ts';
const HUB_TEST = 'server/gateway/hub.test.ts';
const CENTER = 'web/app/live/message-center.ts';
const CENTER_TEST = 'web/app/live/message-center.test.ts';
const BOOK = 'web/app/live/book.ts';
const BOOK_TEST = 'web/app/live/book.test.ts';
const GUARD = 'server/http/guard/guarded-server.ts';
const GUARD_TEST = 'server/http/guard/guarded-server.test.ts';
const HTTP_FLOODS = 'test/integration/attacks/http-floods.test.ts';
const BODIES = 'test/integration/attacks/request-bodies.test.ts';
const SITE = 'server/http/calls/site-routes.ts';
const DIALECT = 'server/http/calls/binance-routes.ts';
const GRAPHQL = 'server/http/calls/graphql-route.ts';

export const floodMutations: readonly Mutation[] = [
  change(
    'log-ins of sockets are looked up all at once',
    'server/open-sockets.ts',
    ['running: 2,', 'running: 200,'],
    [FLOOD, 'looked up two at a time'],
  ),
  change(
    'a GraphQL query over thousands of markets weighs as much as over ten',
    'server/modules/markets/graphql-limits.ts',
    ['WEIGHT * Math.max(1, Math.ceil(markets / MARKETS_OF_WEIGHT))', 'WEIGHT + 0 * markets * MARKETS_OF_WEIGHT'],
    ['server/modules/markets/graphql-limits.test.ts', 'a query weighs'],
  ),
  change(
    'bodies of 256 kB are read',
    'server/http/build-http.ts',
    ['bodyLimit: BODY_LIMIT', 'bodyLimit: 256 * 1024'],
    [BODIES, '17 kB are refused'],
  ),
  change(
    'operators’ bodies of any size are read',
    'server/http/build-operator-http.ts',
    ['bodyLimit: BODY_LIMIT', 'bodyLimit: 256 * 1024'],
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
    ['onRequest: (request', 'preHandler: (request'],
    [BODIES, 'no body is read'],
  ),
  change(
    'bodies of GraphQL are read before the query is weighed',
    GRAPHQL,
    ['onRequest: async', 'preHandler: async'],
    [BODIES, 'no body is read'],
  ),
  change(
    'each connection of an address may send as if it were alone',
    LIMITS,
    ['takeFromAll(frames, now(), count)', 'takeFromAll(frames.slice(0, 1), now(), count)'],
    [FLOOD, 'flood together are cut'],
  ),
  change(
    'requests of an address are not counted together',
    LIMITS,
    ["const own = isWeighed ? 'requests' : 'frames';", "const own = 'frames';"],
    [LIMITED, 'requests apart'],
  ),
  change(
    'the networks of one provider’s customer fill the sockets of all',
    LIMITS,
    ['wider.open >= CONNECTIONS_PER_WIDER_NETWORK || ', ''],
    [LIMITED, 'a wider network'],
  ),
  change(
    'connections that ended go on counting for their wider network',
    LIMITS,
    ['for (const one of both) one.open -= 1;', 'address.open -= 1;'],
    [LIMITED, 'a wider network has'],
  ),
  change(
    'pings of the protocol are not counted',
    'server/gateway/connection.ts',
    ['void (countFrame(data) && socket.pong(data))', 'socket.pong(data)'],
    [FLOOD, 'pings of the protocol is cut'],
  ),
  change(
    'pongs of the protocol are not counted',
    'server/gateway/connection.ts',
    ["socket.on('pong', countFrame);", "socket.on('pong', () => (isAlive = true));"],
    [FLOOD, 'pongs of the protocol is cut'],
  ),
  change(
    'pings of the protocol are not answered',
    'server/gateway/connection.ts',
    ['void (countFrame(data) && socket.pong(data))', 'void countFrame(data)'],
    [FLOOD, 'is answered'],
  ),
  change(
    'a message may be of thousands of frames',
    'server/gateway/index.ts',
    ['    maxFragments: MAX_FRAGMENTS,\n', ''],
    [FLOOD, 'hundreds of frames'],
  ),
  change(
    'a first frame holds the whole book',
    'server/modules/markets/order-book.ts',
    ['bids.slice(0, DEPTH_LEVELS)', 'bids.slice()'],
    [DEEP, 'best thousand levels'],
  ),
  change(
    'a whole book of spot weighs as little as a kline',
    'server/modules/spot/feeds/depth.ts',
    ['weightOfBest(marketOfTopic(live, symbol).book)', '1'],
    [DEEP, 'the book of spot'],
  ),
  change(
    'a whole book of futures weighs as little as a kline',
    'server/modules/futures/public-channels.ts',
    ['weightOfBest(contractOf(symbol).book)', '1'],
    [DEEP, 'the book of futures'],
  ),
  change(
    'first frames of an address are not counted together',
    LIMITS,
    ['...both.map((one) => one.firstFrames)', 'wider.firstFrames'],
    [LIMITED, 'first frames are counted'],
  ),
  change(
    'who asks for too much loses what he reads',
    HUB,
    [
      'if (refused !== null) return reply(',
      'if (refused !== null) drop(reader, name);\n      if (refused !== null) return reply(',
    ],
    [HUB_TEST, 'keeps its subscriptions'],
  ),
  change(
    'a socket is logged in before its session is known to be alive',
    HUB,
    [
      'const isAlive = await isStillAlive(',
      'identify(reader, uid, sessionId);\n      const isAlive = await isStillAlive(',
    ],
    [HUB_TEST, 'it misses private frames'],
  ),
  change(
    'a session that ends while its socket logs in is missed',
    HUB,
    [' || reader.asked.has(sessionId)', ''],
    [HUB_TEST, 'ends while its socket logs in'],
  ),
  change(
    'log-ins of an address are told to be the connection’s',
    HUB,
    ["address: 'from this address'", "address: 'on this connection'"],
    [HUB_TEST, 'says whose they are'],
  ),
  change(
    'the page gives up where a log-in is refused for now',
    CENTER,
    ['retryAfter ? this.#logInLater', 'retryAfter === 0 ? this.#logInLater'],
    [CENTER_TEST, 'refused for now'],
  ),
  change(
    'the page asks for a log-in as often as before',
    CENTER,
    ['Math.max(leastMs, this.#loginBackoff.next())', 'Math.max(leastMs, 3_000)'],
    [CENTER_TEST, 'less and less often'],
  ),
  change(
    'the page never asks again for a first frame that was refused for now',
    'web/app/live/socket.ts',
    ['retryAfter && this.#clock.after', 'retryAfter === 0 && this.#clock.after'],
    ['web/app/live/socket.test.ts', 'temporarily refused'],
  ),
  change(
    'the page shows what it happens to know of the depth of a book',
    BOOK,
    ['if (horizon !== null && isWorse(level.price, horizon)) return;', ''],
    [BOOK_TEST, 'is kept whole'],
  ),
  change(
    'the page never asks for the rest of a book',
    BOOK,
    ['levels.length < DEPTH_LEVELS / 2', 'levels.length < 0'],
    [BOOK_TEST, 'another snapshot'],
  ),
  change(
    'a connection may send any number of requests ahead',
    GUARD,
    ['client.ahead.length < AHEAD', 'client.ahead.length < 1e9'],
    [GUARD_TEST, 'of two thousand requests'],
  ),
  change(
    'the requests of a connection are worked on all at once',
    GUARD,
    ['if (client.ahead === null) begin();', 'if (client.ahead === null || AHEAD > 0) begin();'],
    [GUARD_TEST, 'one at a time'],
  ),
  change(
    'an address has any number of connections',
    GUARD,
    ['this.openOf(address) >= limits.ofAddress', 'this.openOf(address) >= limits.open'],
    [GUARD_TEST, 'by address and by the network'],
  ),
  change(
    'a network has any number of connections',
    GUARD,
    ['>= limits.ofNetwork', '>= limits.open'],
    [GUARD_TEST, 'by address and by the network'],
  ),
  change(
    'a proxy is limited like one visitor',
    GUARD,
    ['const isProxy = isTrusted(ip);', "const isProxy = isTrusted(ip) && ip === '';"],
    [GUARD_TEST, 'a trusted proxy'],
  ),
  change(
    'an address opens connections as fast as it likes',
    GUARD,
    ["this.mayOpen(address, network) ? null : 'opening'", 'null'],
    [GUARD_TEST, 'up to its burst'],
  ),
  change(
    'a flood of requests in one packet costs an address nothing',
    GUARD,
    ['    this.openingsOf(address, opening).charge(Date.now(), OPENINGS_OF_A_FLOOD);\n', ''],
    [GUARD_TEST, 'as much of an address'],
  ),
  change(
    'floods stand ready on the other connections of an address',
    GUARD,
    ['if (client.address === address && !client.isUpgraded)', 'if (client.address === address && socket === flooding)'],
    [GUARD_TEST, 'loses its other connections'],
  ),
  change(
    'who floods loses his websockets',
    GUARD,
    ['if (client.address === address && !client.isUpgraded)', 'if (client.address === address)'],
    [GUARD_TEST, 'its websockets stay'],
  ),
  change(
    'who sends what is wrong keeps the connection',
    'server/http/build-http.ts',
    ["reply.code(wrong.code).header('connection', 'close')", 'reply.code(wrong.code)'],
    [HTTP_FLOODS, 'more than a thousand letters'],
  ),
  change(
    'whoever is told to wait keeps the connection',
    'server/http/build-http.ts',
    ["reply.hasHeader('retry-after') &&", "reply.hasHeader('retry-later') &&"],
    [HTTP_FLOODS, 'a refused client also loses its connection'],
  ),
  change(
    'any number of connections is open',
    GUARD,
    ["    if (this.isFull() && !this.places.canMakeRoom(network)) return 'total';\n", ''],
    [GUARD_TEST, 'over all addresses'],
  ),
  change(
    'connections that are turned away for want of room are not counted',
    GUARD,
    ["  listener.on('drop', () => (figures.refused.total += 1));\n", ''],
    [GUARD_TEST, 'turned away by Node itself'],
  ),
  change(
    'operators’ connections may be as many as those of all visitors',
    GUARD,
    ['Math.min(most, descriptors - KEPT_DESCRIPTORS)', 'descriptors - KEPT_DESCRIPTORS + 0 * most'],
    [GUARD_TEST, 'leave descriptors'],
  ),
  change(
    'websockets begin in the body of a request',
    'server/gateway/index.ts',
    ['    if (raw !== request.socket) return', '    if (raw === null) return'],
    ['test/integration/attacks/security-headers.test.ts', 'refused websockets'],
  ),
  change(
    'an address leaves any number of bytes unread',
    GUARD,
    ["response.once('prefinish', () => (answering.mostUnread += socket.writableLength));", ''],
    [GUARD_TEST, 'never reads'],
  ),
  change(
    'all together leave any number of bytes unread',
    GUARD,
    ['    this.cutLargest(unread, limits.unread);\n', ''],
    [GUARD_TEST, 'all clients together'],
  ),
  change(
    'questions whether the server lives have no limit',
    'server/http/build-http.ts',
    ['options.probes.take(request.ip, 1)', 'options.probes.take(request.ip, 0)'],
    ['test/integration/attacks/rate-limits.test.ts', 'whether the server lives'],
  ),
  change(
    'a path has any length',
    'server/http/build-http.ts',
    ['const LONGEST_PATH = 1_000;', 'const LONGEST_PATH = 100_000;'],
    [HTTP_FLOODS, 'more than a thousand letters'],
  ),
  change(
    'the router’s own question draws a page',
    'server/http/calls/missing-calls.ts',
    ["if (first.includes('.')) return false;", "if (first.includes('.') || first === '__manifest') return false;"],
    [HTTP_FLOODS, 'which pages there are'],
  ),
  {
    breaks: 'many accounts fill the memory with keys',
    file: 'server/engine/sequencer.ts',
    snippet: 'else if (needsRoom && !core.hasRoomForKey(item.body, this.stamp()))',
    replacement: 'else if (core.lastSeq < 0)',
    killer: 'test/integration/attacks/crowded-keys.test.ts',
    test: 'FLT-16',
  },
  {
    breaks: 'each network of an IPv6 /48 has a weight of its own, without end',
    file: 'server/http/guard/rate-limit.ts',
    snippet: 'visitors: createLimiter(isOn, WEIGHT_PER_MINUTE, WEIGHT_OF_IPV6_48),',
    replacement: 'visitors: createLimiter(isOn, WEIGHT_PER_MINUTE, 0 * WEIGHT_OF_IPV6_48),',
    killer: 'server/http/guard/rate-limit.test.ts',
    test: 'FLT-16',
  },
  {
    breaks: 'a frame of 64 kB counts like a short one',
    file: 'server/gateway/socket-limits.ts',
    snippet: 'takeFrames(Math.max(1, Math.ceil(bytes / FRAME_BYTES)))',
    replacement: 'takeFrames(Math.max(1, Math.min(1, bytes / FRAME_BYTES)))',
    killer: 'server/gateway/socket-limits.test.ts',
    test: 'FLT-16',
  },
  {
    breaks: 'a history is counted to its end',
    file: 'server/store/pages.ts',
    snippet: "const some = found.select(sql<number>`1`.as('one')).limit(PAGED_ROWS);",
    replacement: "const some = found.select(sql<number>`1`.as('one')).limit(100 * PAGED_ROWS);",
    killer: 'test/integration/trading/histories.test.ts',
    test: 'FLT-16',
  },
  {
    breaks: 'an address may read any number of topics',
    file: 'server/gateway/hub.ts',
    snippet: '!topics.has(name) && !connection.hasRoomForTopic()',
    replacement: 'false',
    killer: 'server/gateway/hub.test.ts',
    test: 'as many topics as it may',
  },
  {
    breaks: 'a message to the message centre asks for twenty answers at the price of one',
    file: 'server/gateway/protocols/message-center.ts',
    snippet: 'if (!reader.connection.takeFrames(names.length - 1)) return;',
    replacement: '',
    killer: 'test/integration/attacks/socket-flood.test.ts',
    test: 'each name in a message',
  },
  {
    breaks: 'a long id of a request comes back with each of its answers',
    file: 'server/gateway/hub.ts',
    snippet: 'reqId.length <= LONGEST_ID',
    replacement: 'reqId.length <= 65_536',
    killer: 'server/gateway/hub.test.ts',
    test: 'a long reqId',
  },
  {
    breaks: 'what waits for the server’s own turn counts against a reader that keeps up',
    file: 'server/gateway/outbox.ts',
    snippet: 'if (this.bytes + frame.length > HURRIED_BYTES) return this.addNow(frame);\n',
    replacement: '',
    killer: 'server/gateway/outbox.test.ts',
    test: 'does not wait for its turn',
  },
];
