/** Limits of pages that are made, and their renderer (docs/reliability.md, FLT-16 and FLT-21): each must be missed by a test when it is gone. */
import { change, type Mutation } from './mutation.ts';

const JOINT = 'server/http/pages/single-flight.ts';
const JOINT_TEST = 'server/http/pages/single-flight.test.ts';
const RENDERER = 'server/http/pages/renderer.ts';
const RENDERER_TEST = 'server/http/pages/renderer.test.ts';
const HTTP_FLOODS = 'test/integration/attacks/http-floods.test.ts';

export const pageFloodMutations: readonly Mutation[] = [
  change(
    'who asks for a page that a flood waits for waits with the flood',
    JOINT,
    ['this.askers.size >= MOST_PLACES || this.askers.has(asker)', 'this.askers.size > 0'],
    [JOINT_TEST, 'at its own turn'],
  ),
  change(
    'each of a thousand who ask for a page takes a place in the queue',
    JOINT,
    ['const MOST_PLACES = 16;', 'const MOST_PLACES = 16_000;'],
    [JOINT_TEST, 'a thousand askers sixteen'],
  ),
  change(
    'pages are made in the order in which they were asked for',
    'server/http/pages/page-queue.ts',
    [
      'network: widerNetworkOf(request.ip), address: uid > 0 ? `user ${uid}` : networkOf(request.ip)',
      "network: 'all', address: 'all'",
    ],
    [HTTP_FLOODS, 'three hundred pages'],
  ),
  change(
    'pages are made past the limit of an address',
    'server/http/guard/request-count.ts',
    ['await weighCall(request, counting, weightOfMaking', 'await counting.count(request, weightOfMaking'],
    ['server/http/pages/page-queue.test.ts', 'past the limit'],
  ),
  change(
    'who waits for the page of one who is refused tries again and again',
    'server/http/pages/page-cache.ts',
    ['if (isMadeForAnother && !isSecondTry && ', 'if (isMadeForAnother && '],
    ['server/http/pages/page-cache.test.ts', 'each tries once more'],
  ),
  change(
    'a turn that comes when a page is being made already waits for it',
    JOINT,
    [
      'if (!this.hasBegun) await this.begin();',
      'if (!this.hasBegun) await this.begin(); else await this.made.promise;',
    ],
    [JOINT_TEST, 'is over at once'],
  ),
  change(
    'a place that was lost is not free again',
    JOINT,
    ['    this.askers.delete(asker);\n', ''],
    [JOINT_TEST, 'may take another'],
  ),
  change(
    'pages that wait for data without end keep their places',
    'server/http/pages/page-queue.ts',
    ['await endOrTime(making, turnMs);', 'await making;'],
    ['server/http/pages/page-queue.test.ts', 'wait for data without end'],
  ),
  change(
    'pages are made for connections that are gone',
    'server/http/pages/page-queue.ts',
    ['if (request.raw.socket.destroyed) throw', 'if (request.raw.socket.destroyed && false) throw'],
    ['server/http/pages/page-queue.test.ts', 'a connection that is gone'],
  ),
  change(
    'each address has a place for a shared page, so that a network can take all',
    'server/http/pages/page-queue.ts',
    ['name: uid > 0 ? `user ${uid}` : widerNetworkOf(request.ip)', 'name: uid > 0 ? `user ${uid}` : request.ip'],
    ['server/http/pages/page-queue.test.ts', 'one place for all addresses'],
  ),
  change(
    'pages that are drawn at the same time ask for the person of the first of them',
    RENDERER,
    ['await drawing.call(asked)', 'await [...this.drawings.values()][0]!.call(asked)'],
    [RENDERER_TEST, 'ask each for the person they are for'],
  ),
  change(
    'what a page asked for its person answers the next page too',
    'server/http/pages/page-calls.ts',
    ['keptForMs: isMarketData ? MARKET_DATA_KEPT_MS : 0', 'keptForMs: MARKET_DATA_KEPT_MS'],
    ['server/http/pages/page-calls.test.ts', 'any other call of a page'],
  ),
  change(
    'what other pages get too is answered in the name of who asked first',
    'server/http/pages/page-calls.ts',
    ['caller: isMarketData ? NOBODY : caller,', 'caller,'],
    ['server/http/pages/page-calls.test.ts', 'in nobody’s name'],
  ),
  change(
    'a page may change something in the name of its person',
    'server/http/pages/page-calls.ts',
    ['if (!isRead(asked)) return', 'if (false) return'],
    ['server/http/pages/page-calls.test.ts', 'nothing is changed'],
  ),
  change(
    'the calls of a page weigh nothing, however dear they are',
    'server/http/pages/page-calls.ts',
    ['if (!isMarketData) await weigh(route.endpoint.weight);', ''],
    ['server/http/pages/page-calls.test.ts', 'FLT-17'],
  ),
  change(
    'the renderer may read every file and open connections',
    'server/http/pages/renderer-link.ts',
    ["  '--permission',", ''],
    [RENDERER_TEST, 'reads its own code and nothing else'],
  ),
  change(
    'the renderer may start threads, which have no limits',
    'server/http/pages/renderer-link.ts',
    ["  '--permission',", "  '--permission',\n  '--allow-worker',"],
    [RENDERER_TEST, 'reads its own code and nothing else'],
  ),
  change(
    'the renderer may read a folder of the system that leads to all files',
    'server/http/pages/renderer-link.ts',
    ['LIBRARIES, dirname(buildPath)]', "LIBRARIES, '/proc/self/task', dirname(buildPath)]"],
    [RENDERER_TEST, 'reads its own code and nothing else'],
  ),
  change(
    'what is no message of the renderer ends the exchange',
    'server/http/pages/renderer-link.ts',
    ['  } catch {\n    link.end();', '  } catch (error) {\n    throw error;'],
    [RENDERER_TEST, 'sends what is no message'],
  ),
  change(
    'bytes of a renderer that belong to no page are kept without end',
    'server/http/pages/page-bodies.ts',
    ['this.unclaimed > MOST_BYTES ||', ''],
    ['server/http/pages/page-bodies.test.ts', 'is bounded'],
  ),
  change(
    'after a fault pages get each the bytes of another',
    'server/http/pages/page-bodies.ts',
    ['    if (this.hasFault) return;\n    if (!Number', '    if (!Number'],
    ['server/http/pages/page-bodies.test.ts', 'after a fault'],
  ),
  change(
    'a page may have a length that no body has',
    'server/http/pages/page-bodies.ts',
    ['if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > MOST_BYTES) return this.fail();', ''],
    ['server/http/pages/page-bodies.test.ts', 'a length that no body has'],
  ),
  change(
    'a page gets the beginning of the next one too',
    'server/http/pages/page-bodies.ts',
    ['body.push(piece.subarray(0, missing));', 'body.push(piece);'],
    ['server/http/pages/page-bodies.test.ts', 'each page gets its own body'],
  ),
  change(
    'of a page in pieces only those count as unread that its connection has',
    'server/http/guard/guarded-server.ts',
    [' + (inPieces.get(socket)?.readableLength ?? 0)', ''],
    ['server/http/guard/guarded-server.test.ts', 'of an answer in pieces'],
  ),
  change(
    'a page waits for a renderer that has ended',
    RENDERER,
    ['this.take(page)?.reject(new PageNotMade(ENDED, 1));', 'this.take(page);'],
    [RENDERER_TEST, 'a renderer that ends is replaced'],
  ),
  change(
    'a renderer that ends again and again is started without a pause',
    RENDERER,
    ['if (this.pauseMs > 0) {', 'if (this.pauseMs < 0) {'],
    [RENDERER_TEST, 'growing pauses'],
  ),
  change(
    'each page that comes before the renderer starts one of its own',
    RENDERER,
    ['this.starts === 0 && !this.isStopped) void', '!this.isRunning && !this.isStopped) void'],
    [RENDERER_TEST, 'one renderer is started by the first pages'],
  ),
  change(
    'a page that takes without end is never given up',
    RENDERER,
    ['setTimeout(() => this.giveUp(page), this.times.giveUp)', 'setTimeout(() => {}, this.times.giveUp)'],
    [RENDERER_TEST, 'a page that waits without end'],
  ),
  change(
    'a renderer that hangs stays',
    RENDERER,
    ['setTimeout(() => this.link.end(), this.times.sign)', 'setTimeout(() => {}, this.times.sign)'],
    [RENDERER_TEST, 'the renderer that hangs is replaced'],
  ),
  change(
    'the renderer gets the environment of the exchange, with its secrets',
    'server/http/pages/renderer-link.ts',
    ['env: { ...ENVIRONMENT }', 'env: { ...process.env }'],
    [RENDERER_TEST, 'none of the environment'],
  ),
  change(
    'the renderer gets the cookies and keys of those who ask for pages',
    'server/http/pages/page-context.ts',
    ['KEPT_HERE.has(name) ? [] :', "KEPT_HERE.has('') ? [] :"],
    ['server/http/pages/page-context.test.ts', 'no session and no key'],
  ),
  change(
    'pages go to the renderer that has the most already',
    'server/http/pages/renderers.ts',
    ['one.figures.drawing < least.figures.drawing', 'one.figures.drawing > least.figures.drawing'],
    ['server/http/pages/renderers.test.ts', 'they share them'],
  ),
  change(
    'pages go to a renderer that hangs',
    'server/http/pages/renderers.ts',
    ['answering.length > 0 ? answering : running', 'running'],
    ['server/http/pages/renderers.test.ts', 'all pages come from the other'],
  ),
  change(
    'a few pages at once start all renderers',
    'server/http/pages/renderers.ts',
    ['figures.starts > 0 && !figures.isRunning', 'figures.starts < 0'],
    ['server/http/pages/renderers.test.ts', 'no third is'],
  ),
  change(
    'one page may change what another gets of the same answer',
    'server/http/pages/kept-answers.ts',
    ['return Object.freeze(value);', 'return value;'],
    ['server/http/pages/kept-answers.test.ts', 'none of them can change'],
  ),
  change(
    'a shared page on which the renderer ended is drawn once more for each who asked',
    'server/http/pages/page-cache.ts',
    ['if (error instanceof PageNotMade) throw error;', 'if (error instanceof PageNotMade) return null;'],
    ['test/integration/pages/renderer.test.ts', 'renderers that are killed'],
  ),
];
